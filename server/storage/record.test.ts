import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sharedObject } from '../../component-base/shared-objects.ts'
import { createMemoryStorage } from './memory.ts'
import { decodeRecord, encodeRecord, holdObject, letGo } from './record.ts'

/** In place of the garbage collector: {@link collect} takes all that only weak references hold, as far as those were made here. */
class CollectedRef<T extends object> {
  private static all = new Set<CollectedRef<object>>()
  private target: T | undefined
  constructor(target: T) {
    this.target = target
    CollectedRef.all.add(this)
  }
  deref(): T | undefined {
    return this.target
  }
  static collect(): void {
    for (const one of CollectedRef.all) one.target = undefined
    CollectedRef.all.clear()
  }
}
const collect = (): void => CollectedRef.collect()
beforeEach(() => {
  vi.stubGlobal('WeakRef', CollectedRef)
})
afterEach(() => {
  collect()
  vi.unstubAllGlobals()
})

/** One that was changed. */
const record = (name: string, data = '', modRevision = 2) =>
  encodeRecord(
    { key: `/${name}`, createRevision: 1, modRevision, writtenBy: '1.36' },
    { apiVersion: 'v1', kind: 'X', metadata: { name }, data },
  )

/** Uses so many other records that nothing is left of those before. */
const others = (count = 1024): void => {
  for (let i = 0; i < count; i++) record(`other-${i}`)
}

it('is the same object while it is used, and an equal one later', () => {
  const one = record('one')
  const { object } = one
  others(1023)
  collect()
  expect(one.object).toBe(object)
  others()
  // It is loose now, and there is still somebody who has it.
  expect(one.object).toBe(object)
  collect()
  expect(one.object).not.toBe(object)
  expect(one.object).toEqual(object)
})

it('is one of the last again where it is parsed again', () => {
  const one = record('one')
  others()
  collect()
  const { object } = one
  others(1023)
  collect()
  expect(one.object).toBe(object)
})

it('is no one of the last where another is newer', () => {
  const one = record('one')
  letGo(one)
  collect()
  const { object } = one
  expect(one.object).toBe(object)
  collect()
  expect(one.object).not.toBe(object)
})

it('is one of the last only for a moment where it was created', () => {
  const one = record('one', '', 1)
  const { object } = one
  for (let i = 1; i < 64; i++) record(`created-${i}`, '', 1)
  others()
  collect()
  expect(one.object).toBe(object)
  record('created-64', '', 1)
  expect(one.object).not.toBe(object)
  expect(one.object).toEqual(object)
  const again = one.object
  others(1023)
  collect()
  expect(one.object).toBe(again)
})

it('weighs what it keeps', () => {
  const mebibyte = 'x'.repeat(1024 * 1024)
  const large = Array.from({ length: 16 }, (_, i) => record(`large-${i}`, mebibyte))
  const objects = large.map(({ object }) => object)
  collect()
  const same = large.map((one, i) => one.object === objects[i])
  // With what is around it, the JSON of sixteen is more than 16 MiB.
  expect(same).toEqual([false, ...Array.from({ length: 15 }, () => true)])
})

it('keeps nothing of a store that is closed', async () => {
  const store = createMemoryStorage({ writtenBy: '1.36' })
  const one = await store.create('/one', { apiVersion: 'v1', kind: 'X', metadata: { name: 'one' } })
  const { object } = one
  collect()
  expect(one.object).toBe(object)
  await store.close()
  collect()
  expect(one.object).not.toBe(object)
})

it('has the escapes of today, where an older kepsim wrote none', () => {
  const { bytes, object } = record('one', 'a<b>&\u2028')
  const head = { key: '/one', createRevision: 1, modRevision: 2, writtenBy: '1.36' }
  const read = decodeRecord(head, Buffer.from(JSON.stringify(object)))
  expect(read.bytes.toString()).toBe(bytes.toString())
  expect(read.object).toEqual(object)
  expect(decodeRecord(head, bytes).bytes).toBe(bytes)
})

it('finds what an informer holds', () => {
  const one = record('one')
  const { object } = one
  others()
  collect()
  const informed = sharedObject(one.bytes)
  expect(informed).not.toBe(object)
  expect(one.object).toBe(informed)
})

it('stays one object where somebody keeps something by it', () => {
  const one = record('one')
  others()
  holdObject(one)
  const { object } = one
  others()
  collect()
  expect(one.object).toBe(object)
})
