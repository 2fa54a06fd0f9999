// Upstream: github.com/pmezard/go-difflib (a port of Python's difflib), as apimachinery/pkg/util/diff uses it from 1.34 on

interface OpCode {
  readonly equal: boolean
  readonly i1: number
  readonly i2: number
  readonly j1: number
  readonly j2: number
}
type Match = readonly [a: number, b: number, size: number]

/** A unified diff with three lines of context and no header of files. */
export function unifiedDiff(a: string, b: string): string {
  const from = a.split('\n')
  const to = b.split('\n')
  let out = ''
  for (const group of grouped(opCodes(from, to))) {
    const first = group[0]!
    const last = group.at(-1)!
    out += `@@ -${range(first.i1, last.i2)} +${range(first.j1, last.j2)} @@\n`
    for (const code of group) {
      const write = (sign: string, lines: readonly string[], start: number, end: number): void => {
        for (const line of lines.slice(start, end)) out += `${sign}${line}\n`
      }
      if (code.equal) write(' ', from, code.i1, code.i2)
      else {
        write('-', from, code.i1, code.i2)
        write('+', to, code.j1, code.j2)
      }
    }
  }
  return out
}

function range(start: number, end: number): string {
  const length = end - start
  return length === 1 ? `${start + 1}` : `${length === 0 ? start : start + 1},${length}`
}

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

function opCodes(a: readonly string[], b: readonly string[]): OpCode[] {
  const codes: OpCode[] = []
  let [i, j] = [0, 0]
  for (const [ai, bj, size] of matchingBlocks(a, b)) {
    if (i < ai || j < bj) codes.push({ equal: false, i1: i, i2: ai, j1: j, j2: bj })
    if (size > 0) codes.push({ equal: true, i1: ai, i2: ai + size, j1: bj, j2: bj + size })
    ;[i, j] = [ai + size, bj + size]
  }
  return codes
}

const context = 3

function grouped(codes: OpCode[]): OpCode[][] {
  const trimmed = [...codes]
  const first = trimmed[0]
  if (first?.equal)
    trimmed[0] = {
      ...first,
      i1: Math.max(first.i1, first.i2 - context),
      j1: Math.max(first.j1, first.j2 - context),
    }
  const last = trimmed.at(-1)
  if (last?.equal)
    trimmed[trimmed.length - 1] = {
      ...last,
      i2: Math.min(last.i2, last.i1 + context),
      j2: Math.min(last.j2, last.j1 + context),
    }
  const groups: OpCode[][] = []
  let group: OpCode[] = []
  for (let code of trimmed) {
    if (code.equal && code.i2 - code.i1 > 2 * context) {
      group.push({
        ...code,
        i2: Math.min(code.i2, code.i1 + context),
        j2: Math.min(code.j2, code.j1 + context),
      })
      groups.push(group)
      group = []
      code = { ...code, i1: Math.max(code.i1, code.i2 - context), j1: Math.max(code.j1, code.j2 - context) }
    }
    group.push(code)
  }
  if (group.length > 0 && !(group.length === 1 && group[0]!.equal)) groups.push(group)
  return groups
}
