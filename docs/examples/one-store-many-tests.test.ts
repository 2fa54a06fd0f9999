import { type ClusterSnapshot, startCluster } from 'kepsim'
import { clusterTest } from 'kepsim/vitest'
import { beforeAll, describe, expect } from 'vitest'

const services = '/api/v1/namespaces/default/services'
let snapshot: ClusterSnapshot

beforeAll(async () => {
  await using cluster = await startCluster({ release: '1.33', nodes: 0 })
  const client = cluster.client()
  for (let i = 0; i < 100; i++)
    await client.create(services, { metadata: { name: `web-${i}` }, spec: { ports: [{ port: 80 }] } })
  snapshot = await cluster.snapshot()
})

describe.each(['1.32', '1.34', '1.36'])('a store of 1.33 under %s', (release) => {
  const test = clusterTest(() => ({ release, nodes: 0, snapshot }))

  test('keeps its services', async ({ cluster }) => {
    const { items } = await cluster.client().get<{ items: unknown[] }>(services)
    expect(items).toHaveLength(101)
  })

  test('is not what another test left', async ({ cluster }) => {
    await cluster.client().delete(`${services}/web-7`)
    await cluster.restore(snapshot)
    await cluster.client().get(`${services}/web-7`)
  })
})
