// Differences of two texts as `diff -u` prints them, of whatever program found them.
import type { DiffedLine } from './line-diff.ts'

const context = 3

/** The hunks of a unified diff, without a header of files; empty where the texts are the same. */
export function unifiedHunks(lines: readonly DiffedLine[]): string {
  const changed = lines.flatMap((line, i) => (line.kind === ' ' ? [] : [i]))
  const hunks: [number, number][] = []
  for (const i of changed) {
    const last = hunks.at(-1)
    const [from, to] = [Math.max(0, i - context), Math.min(lines.length, i + context + 1)]
    if (last !== undefined && from <= last[1]) last[1] = to
    else hunks.push([from, to])
  }
  return hunks.map(([from, to]) => hunkText(lines, from, to)).join('')
}

function hunkText(lines: readonly DiffedLine[], from: number, to: number): string {
  const count = (part: readonly DiffedLine[], without: DiffedLine['kind']): number =>
    part.filter((line) => line.kind !== without).length
  const range = (without: DiffedLine['kind']): string => {
    const length = count(lines.slice(from, to), without)
    const start = count(lines.slice(0, from), without) + (length === 0 ? 0 : 1)
    return length === 1 ? `${start}` : `${start},${length}`
  }
  const body = lines.slice(from, to).map((line) => `${line.kind}${line.text}\n`)
  return `@@ -${range('+')} +${range('-')} @@\n${body.join('')}`
}
