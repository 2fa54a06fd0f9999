import { setMaxListeners } from 'node:events'
import type { KubeObject } from '../../apimachinery/json.ts'
import { RestClient } from '../../client/rest-client.ts'

/** Measured figures, as the benchmark prints them. */
export type Load = { name: string; value: number; unit: string }[]

const path = '/api/v1/namespaces/bench/configmaps'
const defaultWatchers = 100
const changes = 50
const sideBySide = 8

const configMap = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels: { app: 'bench' } },
  data: { text: 'x'.repeat(500) },
})

/** Requests a second of `work(i)`, with eight of them under way at a time. */
export async function rate(seconds: number, work: (i: number) => Promise<unknown>): Promise<number> {
  const start = performance.now()
  const end = start + 1000 * seconds
  let done = 0
  let next = 0
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await work(next++)
      done++
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, worker))
  return (1000 * done) / (performance.now() - start)
}

/** Milliseconds until `watchers` watchers of config maps have seen each of 50 changes, per change. */
export async function fanOut(
  client: RestClient,
  server: { server: string; token: string },
  watchers = defaultWatchers,
): Promise<number> {
  const abort = new AbortController()
  // A watcher listens twice: for its request and for its body.
  setMaxListeners(2 * watchers, abort.signal)
  let seen = 0
  const { metadata } = await client.get<KubeObject>(`${path}?limit=1`)
  const all = new Promise<void>((resolve) => {
    for (let i = 0; i < watchers; i++) {
      const own = new RestClient({ ...server, insecure: true }, 'bench')
      const read = async (): Promise<void> => {
        for await (const _event of own.watch(
          `${path}?watch=true&resourceVersion=${metadata.resourceVersion}`,
          abort.signal,
        ))
          if (++seen === watchers * changes) resolve()
      }
      read().catch(() => own.close())
    }
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  const start = performance.now()
  for (let i = 0; i < changes; i++)
    await client.patch(`${path}/n0`, { data: { text: String(i) } }, 'application/merge-patch+json')
  await all
  abort.abort()
  return (performance.now() - start) / changes
}

/** The same requests to any kube-apiserver, in the same order. */
export async function measureLoad(target: {
  server: string
  token: string
  seconds: number
  memory: () => number
}): Promise<Load> {
  const client = new RestClient({ server: target.server, token: target.token, insecure: true }, 'bench')
  const { seconds } = target
  await client.create('/api/v1/namespaces', { metadata: { name: 'bench' } })
  const create = await rate(seconds, (i) => client.create(path, configMap(`n${i}`)))
  const get = await rate(seconds, (i) => client.get(`${path}/n${i % 100}`))
  const patch = await rate(seconds, (i) =>
    client.patch(`${path}/n${i % 100}`, { data: { i: String(i) } }, 'application/merge-patch+json'),
  )
  const apply = await rate(seconds, (i) =>
    client.patch(
      `${path}/a${i % 100}?fieldManager=bench&force=true`,
      { ...configMap(`a${i % 100}`), data: { i: String(i) } },
      'application/apply-patch+yaml',
    ),
  )
  const list = await rate(seconds, () => client.get(`${path}?limit=500`))
  const perChange = await fanOut(client, target)
  client.close()
  return [
    { name: 'create a config map', value: create, unit: '/s' },
    { name: 'get', value: get, unit: '/s' },
    { name: 'merge patch', value: patch, unit: '/s' },
    { name: 'server-side apply', value: apply, unit: '/s' },
    { name: 'list 500 of 600 bytes', value: list, unit: '/s' },
    { name: `a change seen by ${defaultWatchers} watchers`, value: perChange, unit: 'ms' },
    { name: 'resident memory after that', value: target.memory(), unit: 'MiB' },
  ]
}
