/** Letters to insert, leave out or change to get from one word to the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_unused, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + same))
    }
    row = next
  }
  return row[b.length]!
}

/** The name that a misspelt word probably means; undefined where none is close. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const wanted = word.toLowerCase()
  const ranked = names
    .map((name) => [distance(wanted, name.toLowerCase()), name] as const)
    .sort(([a], [b]) => a - b)
  const best = ranked[0]
  return best !== undefined && best[0] <= Math.max(2, word.length / 4) ? best[1] : undefined
}

/** `; did you mean NAME?`, for the end of a message; empty where no name is close. @param prefix of a name, as `--` */
export function didYouMean(word: string, names: readonly string[], prefix = ''): string {
  const meant = nearest(word, names)
  return meant === undefined || meant === word ? '' : `; did you mean ${prefix}${meant}?`
}
