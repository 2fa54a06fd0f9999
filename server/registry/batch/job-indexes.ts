// The indexes of an Indexed Job as texts: `1,3-5`.
// Upstream: pkg/apis/batch/validation/validation.go (validateIndexesFormat, validateFailedIndexesNotOverlapCompleted)

/** Indexes as `1,3-5` do not count: a text that says why not. */
export class IndexError extends Error {}

function indexOf(text: string, completions: number): number {
  if (!/^[+-]?\d+$/.test(text)) throw new IndexError(`cannot convert string to integer for index: "${text}"`)
  const index = Number(text)
  if (index >= completions) throw new IndexError(`too large index: "${text}"`)
  return index
}

const notIncreasing = (previous: number, current: number): IndexError =>
  new IndexError(`non-increasing order, previous: ${previous}, current: ${current}`)

function intervalOf(text: string, completions: number): readonly [number, number] {
  const [from = '', to, ...more] = text.split('-')
  if (more.length > 0)
    throw new IndexError(
      `the fragment "${text}" violates the requirement that an index interval can have at most two parts separated by '-'`,
    )
  const first = indexOf(from, completions)
  if (to === undefined) return [first, first]
  const last = indexOf(to, completions)
  if (first >= last) throw notIncreasing(first, last)
  return [first, last]
}

/** How many indexes a text names. Throws an IndexError. */
export function countIndexes(text: string, completions: number): number {
  if (text === '') return 0
  let total = 0
  let before: number | undefined
  for (const part of text.split(',')) {
    const [first, last] = intervalOf(part, completions)
    if (before !== undefined && before >= first) throw notIncreasing(before, first)
    total += last - first + 1
    before = last
  }
  return total
}

/** The first index that two texts both name; parts that are no indexes do not count. Upstream's order of looking. */
export function commonIndex(completed: string, failed: string, completions: number): number | undefined {
  const [left, right] = [intervalsOf(completed, completions), intervalsOf(failed, completions)]
  let [i, k] = [0, 0]
  for (;;) {
    const [one, two] = [left[i], right[k]]
    if (one === undefined || two === undefined) return undefined
    if (one[0] <= two[1] && two[0] <= one[1]) return Math.max(one[0], two[0])
    if (one[0] <= two[0]) i++
    else k++
  }
}

const intervalsOf = (text: string, completions: number): (readonly [number, number])[] =>
  text === '' ? [] : text.split(',').flatMap((part) => readable(part, completions))

function readable(part: string, completions: number): (readonly [number, number])[] {
  try {
    return [intervalOf(part, completions)]
  } catch (error) {
    if (error instanceof IndexError) return []
    throw error
  }
}
