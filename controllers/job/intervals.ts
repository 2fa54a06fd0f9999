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

/** Whether an index lies in one of the intervals, which are in order. */
export const hasIndex = (intervals: Intervals, index: number): boolean =>
  (intervals[placeOf(intervals, index)]?.[0] ?? Number.POSITIVE_INFINITY) <= index

/** The number of intervals that end before a number. */
function placeOf(intervals: Intervals, number: number): number {
  let [low, high] = [0, intervals.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (intervals[middle]![1] < number) low = middle + 1
    else high = middle
  }
  return low
}

/** The number of numbers that both have. */
export function overlapOf(a: Intervals, b: Intervals): number {
  let [sum, i, j] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const [[first, last], [from, to]] = [a[i]!, b[j]!]
    sum += Math.max(0, Math.min(last, to) - Math.max(first, from) + 1)
    if (last < to) i++
    else j++
  }
  return sum
}

/** The first `count` numbers below `limit` that are in none of the ranges. */
export function gapsOf(intervals: Intervals, count: number, limit: number): number[] {
  const gaps: number[] = []
  let candidate = 0
  for (const [first, last] of [...intervals, [limit, limit]] as const) {
    for (; candidate < Math.min(first, limit) && gaps.length < count; candidate++) gaps.push(candidate)
    candidate = Math.max(candidate, last + 1)
  }
  return gaps
}
