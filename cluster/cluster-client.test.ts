import { afterAll, beforeAll, expect, it } from 'vitest'
import { FakeClock } from '../component-base/clock.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { type ClusterClient, hasCondition } from './cluster-client.ts'
import { WaitTimeoutError } from './wait.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
interface ConfigMap {
  data?: Record<string, string>
}
let cluster: Cluster
let client: ClusterClient
const clock = new FakeClock()
beforeAll(async () => {
  cluster = await startCluster({ clock })
  client = cluster.client()
})
afterAll(() => cluster.stop())

it('waits for a condition', async () => {
  const node = await client.waitFor('/api/v1/nodes/node-1', hasCondition('Ready'))
  expect(node.metadata.name).toBe('node-1')
  await client.waitFor('/api/v1/nodes/node-1', hasCondition('MemoryPressure', 'False'))
})

it('waits for an object that is not there yet, through its changes, over a restart of the server', async () => {
  const seen: (string | undefined)[] = []
  const wait = client.waitFor<ConfigMap>(`${configMaps}/c`, ({ data }) => {
    seen.push(data?.['a'])
    return data?.['a'] === '2'
  })
  await client.create(configMaps, { metadata: { name: 'c' }, data: { a: '0' } })
  await client.waitFor(`${configMaps}/c`, () => seen.length > 0)
  await cluster.restart('apiserver')
  await client.patch(`${configMaps}/c`, { data: { a: '2' } })
  // The informer tries again after a pause of the cluster's clock.
  clock.advance(5000)
  expect((await wait).data).toEqual({ a: '2' })
  expect(seen[0]).toBe('0')
})

it('waits for a collection, and for a deletion', async () => {
  const list = client.waitForList(`${configMaps}?labelSelector=app%3Dx`, (items) => items.length === 2)
  for (const name of ['x1', 'x2'])
    await client.create(configMaps, { metadata: { name, labels: { app: 'x' } } })
  expect((await list).map((o) => o.metadata.name).sort()).toEqual(['x1', 'x2'])
  const gone = client.waitForDeletion(`${configMaps}/x1`)
  await client.delete(`${configMaps}/x1`)
  await gone
  await client.waitForDeletion(`${configMaps}/x1`)
})

it('gives up when the clock says so, and shows what it saw', async () => {
  const wait = client.waitFor('/api/v1/nodes/node-1', () => false, { timeoutMs: 60_000 })
  const missing = client.waitFor('/api/v1/nodes/none', () => true)
  clock.advance(60_000)
  await expect(wait).rejects.toThrow(WaitTimeoutError)
  await expect(wait).rejects.toThrow(
    /^timed out after 60 s at \/api\/v1\/nodes\?fieldSelector=metadata\.name%3Dnode-1/,
  )
  await expect(missing).rejects.toThrow('nothing is there')
})

it('ends by a signal, and by an error of the condition', async () => {
  const abort = new AbortController()
  const wait = client.waitFor('/api/v1/nodes/none', () => true, { signal: abort.signal })
  abort.abort(new Error('enough'))
  await expect(wait).rejects.toThrow('enough')
  await expect(
    client.waitFor('/api/v1/nodes/node-1', () => {
      throw new Error('no status')
    }),
  ).rejects.toThrow('no status')
})

it('says at once what can never come', async () => {
  await expect(client.waitFor('/api/v1/nodes', () => true)).rejects.toThrow('not the path of an object')
  await expect(client.waitFor('/api/v1/namespaces/default/pods', () => true)).rejects.toThrow(
    'not the path of an object',
  )
  await expect(client.waitForList('/api/v1/nodes/node-1', () => true)).rejects.toThrow(
    'not the path of a collection',
  )
  await expect(client.waitFor('/api/v1/gnodes/x', () => true)).rejects.toMatchObject({ code: 404 })
  await expect(client.get('api/v1/nodes')).rejects.toThrow('"api/v1/nodes" is not a path of the API')
  await expect(client.text('metrics')).rejects.toThrow('"metrics" is not a path of the API')
})
