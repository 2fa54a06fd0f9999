// What `diff -u -N` prints of two texts.

interface Line {
  mark: ' ' | '-' | '+'
  text: string
}

/** The lines of both texts in order, by their longest common subsequence. */
function edits(a: readonly string[], b: readonly string[]): Line[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] =
        a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) lines.push({ mark: ' ', text: a[i++]! }) && j++
    else if (i < a.length && (j >= b.length || lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      lines.push({ mark: '-', text: a[i++]! })
    else lines.push({ mark: '+', text: b[j++]! })
  }
  return lines
}

const context = 3

/** The hunks; '' where the texts are the same. */
export function unifiedDiff(before: string, after: string): string {
  const split = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
  const lines = edits(split(before), split(after))
  const changed = lines.flatMap((line, i) => (line.mark === ' ' ? [] : [i]))
  const hunks: [number, number][] = []
  for (const i of changed) {
    const last = hunks.at(-1)
    const [from, to] = [Math.max(0, i - context), Math.min(lines.length, i + context + 1)]
    if (last !== undefined && from <= last[1]) last[1] = to
    else hunks.push([from, to])
  }
  return hunks.map(([from, to]) => hunkText(lines, from, to)).join('')
}

function hunkText(lines: readonly Line[], from: number, to: number): string {
  const count = (part: readonly Line[], without: Line['mark']): number =>
    part.filter((line) => line.mark !== without).length
  const range = (without: Line['mark']): string => {
    const length = count(lines.slice(from, to), without)
    const start = count(lines.slice(0, from), without) + (length === 0 ? 0 : 1)
    return length === 1 ? `${start}` : `${start},${length}`
  }
  const body = lines.slice(from, to).map((line) => `${line.mark}${line.text}\n`)
  return `@@ -${range('+')} +${range('-')} @@\n${body.join('')}`
}
