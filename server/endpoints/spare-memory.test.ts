import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { collectNow, SpareMemory } from './spare-memory.ts'

const mebibyte = 1024 * 1024
let collections: number
let heap: { total: number; used: number }
let memory: SpareMemory
let takes: number
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  collections = 0
  takes = 0
  heap = { total: 40 * mebibyte, used: 20 * mebibyte }
  memory = new SpareMemory({
    collect() {
      collections++
      vi.advanceTimersByTime(takes)
    },
    total: () => heap.total,
    used: () => heap.used,
  })
  memory.collectNow()
  collections = 0
})
afterEach(() => vi.useRealTimers())

const collectionsAfter = (ms: number): number => {
  vi.advanceTimersByTime(ms)
  return collections
}

it('collects a second after the last large request', () => {
  memory.note(300_000, 1)
  expect(collectionsAfter(999)).toBe(0)
  memory.note(300_000, 1)
  expect(collectionsAfter(999)).toBe(0)
  expect(collectionsAfter(1)).toBe(1)
})

it('collects twice more where it stays quiet, once V8 gives space back', () => {
  memory.note(300_000, 1)
  expect(collectionsAfter(1000)).toBe(1)
  expect(collectionsAfter(5500)).toBe(2)
  expect(collectionsAfter(500)).toBe(3)
  expect(collectionsAfter(60_000)).toBe(3)
})

it('collects once where much lives', () => {
  heap.used = 200 * mebibyte
  memory.note(300_000, 1)
  expect(collectionsAfter(60_000)).toBe(1)
})

const many = (): void => {
  for (let i = 0; i < 40; i++) memory.note(100_000, 1)
}

it('collects where many small requests pause, but not often', () => {
  many()
  expect(collectionsAfter(4000)).toBe(0)
  expect(collectionsAfter(1000)).toBe(1)
  expect(collectionsAfter(60_000)).toBe(3)
  many()
  expect(collectionsAfter(999)).toBe(3)
  expect(collectionsAfter(1)).toBe(4)
})

it('is done where requests come one by one for ever', () => {
  many()
  for (let i = 0; i < 3000; i++) {
    memory.note(100, 1)
    vi.advanceTimersByTime(i % 2 === 0 ? 900 : 1300)
  }
  expect(collections).toBe(3)
})

it('collects after a start too', () => {
  memory.noteStart()
  expect(collectionsAfter(4000)).toBe(0)
  expect(collectionsAfter(60_000)).toBe(3)
})

it('collects seldom for small requests where it takes long', () => {
  takes = 200
  memory.collectNow()
  many()
  expect(collectionsAfter(19_000)).toBe(1)
  expect(collectionsAfter(1000)).toBe(2)
})

it('collects in between where small requests go on and on', () => {
  for (let i = 0; i < 60; i++) {
    many()
    vi.advanceTimersByTime(499)
    expect(collections).toBe(0)
  }
  many()
  expect(collectionsAfter(499)).toBe(1)
})

it('takes a small request that took long for a large one where the heap has grown', () => {
  memory.note(100, 200)
  expect(collectionsAfter(60_000)).toBe(0)
  heap.total += 20 * mebibyte
  memory.note(100, 1)
  expect(collectionsAfter(60_000)).toBe(0)
  memory.note(100, 200)
  expect(collectionsAfter(1000)).toBe(1)
})

it('waits twenty times as long as a collection takes', () => {
  takes = 200
  memory.collectNow()
  takes = 0
  memory.note(300_000, 1)
  expect(collectionsAfter(3900)).toBe(1)
  expect(collectionsAfter(200)).toBe(2)
})

it('wants a large heap to grow by more', () => {
  heap.total = 400 * mebibyte
  memory.collectNow()
  heap.total += 45 * mebibyte
  memory.note(100, 200)
  expect(collectionsAfter(60_000)).toBe(1)
  heap.total += 20 * mebibyte
  memory.note(100, 200)
  expect(collectionsAfter(1000)).toBe(2)
})

it('collects what nothing holds', async () => {
  const one = new WeakRef({ a: 'b' })
  // What has just been made lives until the turn has ended.
  await new Promise((resolve) => setImmediate(resolve))
  collectNow()
  expect(one.deref()).toBeUndefined()
})
