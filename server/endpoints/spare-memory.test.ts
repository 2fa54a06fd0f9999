import { getHeapStatistics } from 'node:v8'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { collectNow, spareMemory } from './spare-memory.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  collectNow()
})
afterEach(() => vi.useRealTimers())

/** What has just been made lives until the turn has ended. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const garbage = (): WeakRef<object> => new WeakRef({ a: 'b' })

it.each([
  ['a large body', () => spareMemory(300_000)],
  ['many small ones after a while', () => Array.from({ length: 40 }, () => spareMemory(100_000))],
  [
    'a small one that took long and made the heap grow',
    () => {
      const kept: object[] = []
      const enough = getHeapStatistics().total_heap_size + 20 * 1024 * 1024
      while (getHeapStatistics().total_heap_size < enough)
        kept.push(Array.from({ length: 10_000 }, (_, i) => ({ i })))
      spareMemory(100, 200)
      return kept
    },
  ],
])('collects a second after the last of them: %s', async (what, request) => {
  const now = performance.now()
  if (what.startsWith('many')) vi.spyOn(performance, 'now').mockReturnValue(now + 40_000)
  const one = garbage()
  await turn()
  request()
  vi.advanceTimersByTime(1000)
  vi.restoreAllMocks()
  await turn()
  expect(one.deref()).toBeUndefined()
})

it('collects twice more where it stays quiet, once V8 gives space back', async () => {
  spareMemory(300_000)
  vi.advanceTimersByTime(1000)
  for (const ms of [5500, 500]) {
    const one = garbage()
    await turn()
    vi.advanceTimersByTime(ms)
    await turn()
    expect(one.deref()).toBeUndefined()
  }
  expect(vi.getTimerCount()).toBe(0)
})

it('leaves a server alone whose requests are small and quick', () => {
  spareMemory(1000, 1)
  expect(vi.getTimerCount()).toBe(0)
})
