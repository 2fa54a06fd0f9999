// Upstream: pkg/controller/job/indexed_job_utils.go (orderedIntervals)

/** Whole numbers as ranges, in order and with gaps between them. */
export type Intervals = readonly (readonly [first: number, last: number])[]

/** The ranges in `0,2-5`, cut at `limit` (exclusive). Parts that are no numbers are left out. */
export function parseIntervals(text: string, limit: number): Intervals {
  const ranges = text.split(',').flatMap((part) => {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part)
    if (match === null || Number(match[1]) >= limit) return []
    return [[Number(match[1]), Math.min(Number(match[2] ?? match[1]), limit - 1)] as const]
  })
  return mergeIntervals(ranges, [])
}

/** The ranges as a Job's status has them: `0,1,3-5`. Two neighbours are written with a comma, three and more with a hyphen. */
export const formatIntervals = (intervals: Intervals): string =>
  intervals
    .map(([first, last]) =>
      first === last ? `${first}` : `${first}${last === first + 1 ? ',' : '-'}${last}`,
    )
    .join(',')

/** The intervals of both, in order; neighbors become one interval. */
export function mergeIntervals(a: Intervals, b: Intervals): Intervals {
  const merged: [number, number][] = []
  for (const [first, last] of [...a, ...b].sort((x, y) => x[0] - y[0])) {
    const before = merged.at(-1)
    if (before === undefined || first > before[1] + 1) merged.push([first, last])
    else before[1] = Math.max(before[1], last)
  }
  return merged
}

/** The intervals with more indexes, in any order. */
export const withIndexes = (intervals: Intervals, indexes: Iterable<number>): Intervals =>
  mergeIntervals(
    intervals,
    [...indexes].map((index) => [index, index] as const),
  )

/** The number of indexes in the intervals. */
export const totalOf = (intervals: Intervals): number =>
  intervals.reduce((sum, [first, last]) => sum + last - first + 1, 0)

/** Whether an index lies in one of the intervals. */
export const hasIndex = (intervals: Intervals, index: number): boolean =>
  intervals.some(([first, last]) => first <= index && index <= last)

/** The number of numbers that both have. */
export const overlapOf = (a: Intervals, b: Intervals): number =>
  a.reduce(
    (sum, [first, last]) =>
      sum +
      b.reduce((part, [from, to]) => part + Math.max(0, Math.min(last, to) - Math.max(first, from) + 1), 0),
    0,
  )

/** The first `count` numbers below `limit` that are in none of the ranges. */
export function gapsOf(intervals: Intervals, count: number, limit: number): number[] {
  const gaps: number[] = []
  for (let candidate = 0; candidate < limit && gaps.length < count; candidate++) {
    const taken = intervals.find(([first, last]) => first <= candidate && candidate <= last)
    if (taken === undefined) gaps.push(candidate)
    else candidate = taken[1]
  }
  return gaps
}
