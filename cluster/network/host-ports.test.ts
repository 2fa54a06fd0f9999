import { expect, it } from 'vitest'
import type { Pod } from '../../api/core-v1.ts'
import { startCluster } from '../cluster.ts'

const pods = '/api/v1/namespaces/default/pods'

it('a second pod of the host network fails at the port of the first', { timeout: 60_000 }, async () => {
  await using cluster = await startCluster({ release: '1.36', nodes: 2, seed: 1 })
  const client = cluster.client()
  const make = (name: string, nodeName: string, more: object = {}) =>
    client.create(pods, {
      metadata: { name },
      spec: {
        nodeName,
        hostNetwork: true,
        containers: [{ name: 'c', image: 'agnhost', args: ['netexec', '--http-port=9000', '--udp-port=-1'] }],
        ...more,
      },
    })
  const stateOf = (name: string, met: (state: string) => boolean) =>
    client.waitFor<Pod>(`${pods}/${name}`, ({ status }) => {
      const { waiting, running } = status?.containerStatuses?.[0]?.state ?? {}
      return met(waiting?.reason ?? (running === undefined ? '' : 'running'))
    })
  await make('first', 'node-1')
  await stateOf('first', (state) => state === 'running')
  expect((await cluster.send({ from: { node: 'node-2' }, to: '172.18.0.2:9000/tcp' })).pod).toBe(
    'default/first',
  )
  await make('second', 'node-1')
  await make('elsewhere', 'node-2')
  const { status } = await stateOf('second', (state) => state === 'CrashLoopBackOff')
  expect(status!.containerStatuses![0]!.lastState!.terminated).toMatchObject({ exitCode: 1, reason: 'Error' })
  for (const name of ['first', 'elsewhere']) {
    const { status: other } = await stateOf(name, (state) => state === 'running')
    expect(other!.containerStatuses![0]!.restartCount).toBe(0)
  }
})
