// Two texts as one list of lines: what both have, what only the first has, what only the second has.

/** A line of a diff: in both texts (` `), only in the first (`-`) or only in the second (`+`). */
export interface DiffedLine {
  kind: ' ' | '-' | '+'
  text: string
}

/** Larger than this, the middle is shown as replaced as a whole. */
const maxCells = 4_000_000

/** A shortest diff by the longest common subsequence; of a replaced line the old one comes first. */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffedLine[] {
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let tail = 0
  while (tail < Math.min(before.length, after.length) - start && before.at(-1 - tail) === after.at(-1 - tail))
    tail++
  const old = before.slice(start, before.length - tail)
  const now = after.slice(start, after.length - tail)
  return [
    ...before.slice(0, start).map(marked(' ')),
    ...(old.length * now.length > maxCells
      ? [...old.map(marked('-')), ...now.map(marked('+'))]
      : subsequenceDiff(old, now)),
    ...before.slice(before.length - tail).map(marked(' ')),
  ]
}

const marked =
  (kind: DiffedLine['kind']) =>
  (text: string): DiffedLine => ({ kind, text })

/** A diff by the longest common subsequence alone; a line that could stand at several places is kept at the first. */
export function subsequenceDiff(old: readonly string[], now: readonly string[]): DiffedLine[] {
  const common = commonLengths(old, now)
  const out: DiffedLine[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    if (i < old.length && old[i] === now[j]) {
      out.push({ kind: ' ', text: old[i++]! })
      j++
    } else if (i < old.length && (j === now.length || common[i + 1]![j]! >= common[i]![j + 1]!))
      out.push({ kind: '-', text: old[i++]! })
    else out.push({ kind: '+', text: now[j++]! })
  }
  return out
}

/** At [i][j]: how many lines the ends from i and from j have in common. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i]![j] =
        old[i] === now[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}
