import { FakeClock, startCluster } from 'kepsim'
import { expect, test } from 'vitest'

async function made(): Promise<unknown> {
  const clock = new FakeClock('2026-01-01T00:00:00Z')
  await using cluster = await startCluster({ release: '1.36', nodes: 0, clock, seed: 7 })
  return await cluster.client().create('/api/v1/namespaces/default/services', {
    metadata: { name: 'web' },
    spec: { ports: [{ port: 80 }] },
  })
}

test('the same uid, times and address in every run', async () => {
  const service = await made()
  expect(service).toMatchObject({ metadata: { creationTimestamp: '2026-01-01T00:00:00Z' } })
  expect(await made()).toEqual(service)
})
