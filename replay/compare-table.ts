import type { Bindings } from './bindings.ts'
import type { Difference } from './difference.ts'

const cells = (line: string): string[] => line.trim().split(/\s{2,}|\t+/)
const ellipsis = /^\s*(\.{3}|…)\s*$/

/** A first line of column titles in capitals, as kubectl prints them. */
export function isTable(lines: readonly string[]): boolean {
  const titles = cells(lines[0] ?? '')
  return lines.length > 0 && titles.length > 1 && titles.every((t) => /^[A-Z][A-Z0-9()/% -]*$/.test(t))
}

/** Compares cell by cell under the document's columns; AGE (and "LAST SEEN") is what it is. */
export function matchTable(
  shown: { text: string; line: number }[],
  actual: string[],
  bindings: Bindings,
): Difference[] {
  const [header, ...rows] = shown
  const titles = cells(header!.text)
  const realTitles = cells(actual[0] ?? '')
  if (!titles.every((t) => realTitles.includes(t)))
    return [{ line: header!.line, expected: header!.text, actual: actual[0] }]
  const free = new Set(['AGE', 'LAST SEEN', 'FIRST SEEN', 'RESTARTS', 'DURATION'])
  const used = new Set<number>()
  const differences: Difference[] = []
  const elided = rows.some((r) => ellipsis.test(r.text))
  for (const row of rows) {
    if (row.text === '' || ellipsis.test(row.text)) continue
    const wanted = cells(row.text)
    const matches = (line: string): boolean => {
      const real = splitByColumns(actual[0]!, line, realTitles)
      return titles.every(
        (t, i) => free.has(t) || sameCell(wanted[i] ?? '', real[realTitles.indexOf(t)] ?? '', bindings),
      )
    }
    const index = actual.findIndex((line, i) => i > 0 && !used.has(i) && matches(line))
    if (index > 0) used.add(index)
    else differences.push({ line: row.line, expected: row.text, actual: nearestRow(wanted[0]!, actual) })
  }
  if (!elided && differences.length === 0) {
    const last = rows.at(-1) ?? header!
    for (const [i, line] of actual.entries()) {
      if (i > 0 && !used.has(i) && line !== '')
        differences.push({ line: last.line, expected: '', actual: line })
    }
  }
  return differences
}

/** A cell that lists several values has them in any order. */
function sameCell(wanted: string, real: string, bindings: Bindings): boolean {
  if (bindings.match(wanted, real)) return true
  const rest = real.split(',')
  const values = wanted.split(',')
  if (values.length === 1 || values.length !== rest.length) return false
  return values.every((value) => {
    const at = rest.findIndex((one) => bindings.match(value, one))
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
}

/** Cells at the columns where the titles begin: a real cell may hold single or no spaces, or nothing. */
function splitByColumns(header: string, line: string, titles: string[]): string[] {
  const starts: number[] = []
  let from = 0
  for (const title of titles) {
    const at = header.indexOf(title, from)
    starts.push(at)
    from = at + title.length
  }
  return starts.map((start, i) => line.slice(start, starts[i + 1]).trim())
}

const nearestRow = (name: string, actual: string[]): string | undefined =>
  actual.find((line, i) => i > 0 && cells(line)[0] === name)
