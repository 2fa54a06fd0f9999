// Texts that differ little from another one, as the lines in which they differ.

/** In place of `count` lines of the other text from line `at` on (the first is 0): these. */
export type Hunk = readonly [at: number, count: number, ...lines: string[]]

/** What makes `text` of `from`: one hunk for each run of lines that differ. */
export function hunksOf(from: string, text: string): Hunk[] {
  const [old, now] = [from.split('\n'), text.split('\n')]
  const common = commonLengths(old, now)
  const hunks: Hunk[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const at = i
    const lines: string[] = []
    while ((i < old.length || j < now.length) && !(i < old.length && old[i] === now[j]))
      if (j >= now.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!)) i++
      else lines.push(now[j++]!)
    if (i > at || lines.length > 0) hunks.push([at, i - at, ...lines])
    i++
    j++
  }
  return hunks
}

/** The text that hunks make of another one. */
export function withHunks(from: string, hunks: readonly Hunk[]): string {
  const lines = from.split('\n')
  for (const [at, count, ...replacing] of [...hunks].reverse()) lines.splice(at, count, ...replacing)
  return lines.join('\n')
}

/** The longest common subsequence's length of what follows line i of one text and line j of the other. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i]![j] =
        old[i] === now[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}
