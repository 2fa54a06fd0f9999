import { expect, it } from 'vitest'
import { CannotRun } from '../../containers/node-containers.ts'
import { refused } from '../../containers/pod-network.ts'
import { listenerOf } from './listeners.ts'

const nobody = () => Promise.reject(refused('10.0.0.1', 7777))
const unknown = () => Promise.reject(new CannotRun('the own program of the image x is not simulated'))
const silent = () => Promise.resolve(undefined)
const answers = (text: string) => () => Promise.resolve(Buffer.from(text))

/** Sends to a node whose pods of the host network are these: `image name` → what it does with a datagram. */
async function ask(pods: Record<string, () => Promise<Uint8Array | undefined>>): Promise<string> {
  const named = Object.entries(pods).map(([key, datagram]) => {
    const [image = '', name = ''] = key.split(' ')
    const object = { metadata: {}, spec: { containers: [{ name: 'c', image }] } }
    return { name, datagram, object, node: 'n', addresses: [], hostNetwork: true, ports: [] }
  })
  const listener = listenerOf(
    {
      headers: { destinationPort: 7777, destination: { text: '10.0.0.1' }, source: { text: '10.0.0.2' } },
      node: 'n',
    } as never,
    { pods: named } as never,
    {
      runningKubelet: {
        containers: {
          sandbox: (namespace: string, name: string) =>
            named.find((one) => one.name === `${namespace}/${name}`),
        },
      },
    } as never,
  )
  if (listener === undefined) return 'refused'
  return listener.datagram!(Buffer.from('')).then(
    (answer) => (answer === undefined ? 'nothing' : Buffer.from(answer).toString()),
    (error) => error.code ?? error.message,
  )
}

it.each([
  ['one that listens', { 'nginx default/a': nobody, 'nginx default/b': answers('b') }, 'b'],
  [
    'one that listens and says nothing',
    { 'nginx default/a': silent, 'nginx default/b': answers('b') },
    'nothing',
  ],
  [
    'one that listens, beside an unknown one',
    { 'x default/a': unknown, 'nginx default/b': answers('b') },
    'b',
  ],
  [
    'an unknown one',
    { 'x default/a': unknown, 'nginx default/b': nobody },
    expect.stringContaining('image x'),
  ],
  ['nobody', { 'nginx default/a': nobody, 'nginx default/b': nobody }, 'ECONNREFUSED'],
  [
    'components',
    {
      'registry.k8s.io/etcd:3 kube-system/e': unknown,
      'registry.k8s.io/kube-proxy:v1 kube-system/p': unknown,
    },
    'refused',
  ],
  [
    'what only calls itself so',
    { 'etcd default/e': unknown, 'nginx default/b': nobody },
    expect.stringContaining('image x'),
  ],
])('finds on the host network %s', async (_what, pods, answer) => {
  expect(await ask(pods)).toEqual(answer)
})
