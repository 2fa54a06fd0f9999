// Upstream: github.com/pmezard/go-difflib (a port of Python's difflib), as apimachinery/pkg/util/diff uses it from 1.34 on

import type { DiffedLine } from '../../../component-base/line-diff.ts'
import { unifiedHunks } from '../../../component-base/unified-diff.ts'

type Match = readonly [a: number, b: number, size: number]

/** A unified diff with three lines of context and no header of files. */
export const unifiedDiff = (a: string, b: string): string =>
  unifiedHunks(diffedLines(a.split('\n'), b.split('\n')))

/** Lines of `b` → where they stand. Lines that are very frequent in a long text do not start a match. */
function positions(b: readonly string[]): Map<string, number[]> {
  const out = new Map<string, number[]>()
  b.forEach((line, i) => {
    const list = out.get(line)
    if (list === undefined) out.set(line, [i])
    else list.push(i)
  })
  if (b.length >= 200) {
    const limit = Math.floor(b.length / 100) + 1
    for (const [line, list] of out) if (list.length > limit) out.delete(line)
  }
  return out
}

function longestMatch(
  a: readonly string[],
  b: readonly string[],
  at: Map<string, number[]>,
  [alo, ahi, blo, bhi]: readonly [number, number, number, number],
): Match {
  let [bestI, bestJ, best] = [alo, blo, 0]
  let lengths = new Map<number, number>()
  for (let i = alo; i < ahi; i++) {
    const next = new Map<number, number>()
    for (const j of at.get(a[i]!) ?? []) {
      if (j < blo) continue
      if (j >= bhi) break
      const k = (lengths.get(j - 1) ?? 0) + 1
      next.set(j, k)
      if (k > best) [bestI, bestJ, best] = [i - k + 1, j - k + 1, k]
    }
    lengths = next
  }
  while (bestI > alo && bestJ > blo && a[bestI - 1] === b[bestJ - 1])
    [bestI, bestJ, best] = [bestI - 1, bestJ - 1, best + 1]
  while (bestI + best < ahi && bestJ + best < bhi && a[bestI + best] === b[bestJ + best]) best++
  return [bestI, bestJ, best]
}

function matchingBlocks(a: readonly string[], b: readonly string[]): Match[] {
  const at = positions(b)
  const found: Match[] = []
  const search = (alo: number, ahi: number, blo: number, bhi: number): void => {
    const match = longestMatch(a, b, at, [alo, ahi, blo, bhi])
    const [i, j, k] = match
    if (k === 0) return
    if (alo < i && blo < j) search(alo, i, blo, j)
    found.push(match)
    if (i + k < ahi && j + k < bhi) search(i + k, ahi, j + k, bhi)
  }
  search(0, a.length, 0, b.length)
  const merged: Match[] = []
  for (const [i, j, k] of found) {
    const last = merged.at(-1)
    if (last !== undefined && last[0] + last[2] === i && last[1] + last[2] === j)
      merged[merged.length - 1] = [last[0], last[1], last[2] + k]
    else merged.push([i, j, k])
  }
  return [...merged, [a.length, b.length, 0]]
}

function diffedLines(a: readonly string[], b: readonly string[]): DiffedLine[] {
  const lines: DiffedLine[] = []
  const add = (kind: DiffedLine['kind'], texts: readonly string[]): void => {
    for (const text of texts) lines.push({ kind, text })
  }
  let [i, j] = [0, 0]
  for (const [ai, bj, size] of matchingBlocks(a, b)) {
    add('-', a.slice(i, ai))
    add('+', b.slice(j, bj))
    add(' ', a.slice(ai, ai + size))
    ;[i, j] = [ai + size, bj + size]
  }
  return lines
}
