import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../apimachinery/scheme/decode-error.ts'
import { createMemoryStorage } from './memory.ts'
import type { OrderedStore } from './ordered-store.ts'
import { storageConformance } from './testing/conformance.ts'

storageConformance('memory', async () => createMemoryStorage({ writtenBy: '1.34' }))

it('forgets the oldest history beyond its limit', async () => {
  const storage = createMemoryStorage({ writtenBy: '1.34', history: { events: 10 } })
  for (let i = 0; i < 50; i++)
    await storage.create(`/registry/x/${i}`, { apiVersion: 'v1', kind: 'X', metadata: { name: `${i}` } })
  expect(storage.compactedRevision()).toBeGreaterThan(20)
  expect(storage.compactedRevision()).toBeLessThan(41)
})

it('tells watches that begin and end between writes of the same folder', async () => {
  const storage = createMemoryStorage({ writtenBy: '1.34' })
  const told: string[] = []
  const create = (key: string) =>
    storage.create(key, { apiVersion: 'v1', kind: 'X', metadata: { name: 'a' } })
  const watch = (prefix: string) =>
    storage.watch(prefix, undefined, ({ record }) => told.push(`${prefix} ${record.key}`))
  await create('/registry/x/ns/a')
  const all = watch('/registry/x/')
  await create('/registry/x/ns/b')
  watch('/registry/x/ns/')
  watch('/registry/x/ns/c')
  await create('/registry/x/ns/c')
  await create('/registry/y/c')
  all.stop()
  await create('/registry/x/ns/d')
  expect(told).toEqual([
    '/registry/x/ /registry/x/ns/b',
    '/registry/x/ /registry/x/ns/c',
    '/registry/x/ns/ /registry/x/ns/c',
    '/registry/x/ns/c /registry/x/ns/c',
    '/registry/x/ns/ /registry/x/ns/d',
  ])
})

it('ends a watch that stands when it forgets the change that could not be read, and no other', async () => {
  const storage = createMemoryStorage({ writtenBy: '1.34', history: { events: 10 } })
  const ended: string[] = []
  let told = 0
  const unreadable = (): void => {
    told++
    throw new DecodeError('no kind')
  }
  storage.watch('/registry/x/', undefined, unreadable, () => ended.push('stands'))
  storage.watch(
    '/registry/x/',
    undefined,
    () => {},
    () => ended.push('reads'),
  )
  const create = (i: number) =>
    storage.create(`/registry/x/${i}`, { apiVersion: 'v1', kind: 'X', metadata: { name: `${i}` } })
  const { modRevision } = await create(0)
  for (let i = 1; storage.compactedRevision() < modRevision; i++) {
    expect(ended).toEqual([])
    await create(i)
  }
  expect(ended).toEqual(['stands'])
  expect(told).toBe(1)
})

describe('history bounded by bytes', () => {
  const object = (text: string) => ({ apiVersion: 'v1', kind: 'X', metadata: { name: 'a' }, text })
  const megabyte = 1024 * 1024

  /** Writes one object of `bytes` again and again; the answer is the revision of the last write. */
  async function churn(storage: OrderedStore, bytes: number, times: number): Promise<number> {
    let { modRevision } = await storage.create('/registry/x/a', object('x'.repeat(bytes)))
    for (let i = 0; i < times; i++)
      ({ modRevision } = await storage.update(
        '/registry/x/a',
        modRevision,
        object(`${i}`.padEnd(bytes, 'x')),
      ))
    return modRevision
  }

  it('keeps few versions of a large object, and what is older has expired', async () => {
    const storage = createMemoryStorage({ writtenBy: '1.34', history: { bytes: 4 * megabyte } })
    const last = await churn(storage, megabyte, 40)
    expect(last - storage.compactedRevision()).toBeGreaterThanOrEqual(2)
    expect(last - storage.compactedRevision()).toBeLessThanOrEqual(4)
    expect(() => storage.watch('/registry/x/', 2, () => {})).toThrow(/compacted/)
    const then = await storage.list('/registry/x/', { revision: last - 1 })
    expect(then.records.map((r) => r.object['text'])).toEqual(['38'.padEnd(megabyte, 'x')])
  })

  it('keeps many versions of a small one', async () => {
    const storage = createMemoryStorage({ writtenBy: '1.34', history: { bytes: 4 * megabyte } })
    await churn(storage, 100, 3000)
    expect(storage.compactedRevision()).toBe(0)
  })

  it('counts what deletions leave', async () => {
    const storage = createMemoryStorage({ writtenBy: '1.34', history: { bytes: megabyte } })
    for (let i = 0; i < 20; i++) {
      const { modRevision } = await storage.create('/registry/x/a', object('x'.repeat(100_000)))
      await storage.delete('/registry/x/a', modRevision)
    }
    expect(storage.revision() - storage.compactedRevision()).toBeLessThanOrEqual(12)
    expect(storage.size).toBe(0)
  })
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
