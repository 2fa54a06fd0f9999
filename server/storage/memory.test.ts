import { expect, it } from 'vitest'
import { createMemoryStorage } from './memory.ts'
import { storageConformance } from './testing/conformance.ts'

storageConformance('memory', async () => createMemoryStorage({ writtenBy: '1.34' }))

it('forgets the oldest history beyond its limit', async () => {
  const storage = createMemoryStorage({ writtenBy: '1.34', history: { events: 10 } })
  for (let i = 0; i < 50; i++)
    await storage.create(`/registry/x/${i}`, { apiVersion: 'v1', kind: 'X', metadata: { name: `${i}` } })
  expect(storage.compactedRevision()).toBeGreaterThan(20)
  expect(storage.compactedRevision()).toBeLessThan(41)
})

it('goes on where an earlier store ended, with its history, as another release', async () => {
  const object = { apiVersion: 'v1', kind: 'X', metadata: { name: 'a' } }
  const first = createMemoryStorage({ writtenBy: '1.33' })
  const { modRevision } = await first.create('/registry/x/a', object)
  await first.update('/registry/x/a', modRevision, object)
  await first.close()
  const second = createMemoryStorage({ writtenBy: '1.34', initial: first.state() })
  await second.create('/registry/x/b', object)
  const seen: string[] = []
  second.watch('/registry/x/', modRevision, ({ record, revision }) => {
    seen.push(`${revision} ${record.key} ${record.writtenBy}`)
  })
  expect(seen).toEqual(['2 /registry/x/a 1.33', '3 /registry/x/b 1.34'])
})
