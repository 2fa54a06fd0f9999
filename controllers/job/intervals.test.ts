import { describe, expect, it } from 'vitest'
import {
  formatIntervals,
  gapsOf,
  hasIndex,
  overlapOf,
  parseIntervals,
  totalOf,
  withIndexes,
} from './intervals.ts'

describe('intervals', () => {
  it.each([
    ['', 5, ''],
    ['0', 5, '0'],
    ['0,1', 5, '0,1'],
    ['0-2', 5, '0-2'],
    ['0,1,2,4', 5, '0-2,4'],
    ['1-9', 5, '1-4'],
    ['0,7', 5, '0'],
    ['x,1', 5, '1'],
  ])('%s below %i is %s', (text, limit, expected) => {
    expect(formatIntervals(parseIntervals(text, limit))).toBe(expected)
  })

  it('takes indexes in, counts and finds them', () => {
    const intervals = withIndexes(parseIntervals('1-3', 10), [5, 4, 9])
    expect(formatIntervals(intervals)).toBe('1-5,9')
    expect(totalOf(intervals)).toBe(6)
    expect([0, 1, 5, 6, 9].filter((index) => hasIndex(intervals, index))).toEqual([1, 5, 9])
    expect(gapsOf(intervals, 3, 10)).toEqual([0, 6, 7])
    expect(overlapOf(intervals, parseIntervals('0-1,5-9', 10))).toBe(3)
  })

  it('meets each of many intervals once', () => {
    const every = (from: number): string => Array.from({ length: 50_000 }, (_, i) => from + 4 * i).join()
    const [some, others] = [parseIntervals(every(0), 200_000), parseIntervals(every(2), 200_000)]
    expect(overlapOf(some, others)).toBe(0)
    expect(overlapOf(some, some)).toBe(50_000)
    expect(Array.from({ length: 200_000 }, (_, i) => i).filter((i) => hasIndex(some, i))).toHaveLength(50_000)
    expect(gapsOf(some, 150_000, 200_000)).toHaveLength(150_000)
  })
})
