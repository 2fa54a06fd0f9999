import { expect, it } from 'vitest'
import { createMemoryStorage } from './memory.ts'
import { storageConformance } from './testing/conformance.ts'

storageConformance('memory', async () => createMemoryStorage({ writtenBy: '1.34' }))

it('forgets the oldest history beyond its limit', async () => {
  const storage = createMemoryStorage({ writtenBy: '1.34', historyLimit: 10 })
  for (let i = 0; i < 50; i++)
    await storage.create(`/registry/x/${i}`, { apiVersion: 'v1', kind: 'X', metadata: { name: `${i}` } })
  expect(storage.compactedRevision()).toBeGreaterThan(20)
  expect(storage.compactedRevision()).toBeLessThan(41)
})
