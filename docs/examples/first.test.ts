import { test } from 'kepsim/vitest'
import { expect } from 'vitest'

test('a service is given an address', async ({ cluster }) => {
  const service = await cluster.client().create('/api/v1/namespaces/default/services', {
    metadata: { name: 'web' },
    spec: { ports: [{ port: 80 }] },
  })
  expect(service).toMatchObject({ spec: { clusterIP: expect.stringMatching(/^10\.0\./) } })
})
