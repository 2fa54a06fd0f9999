// Tables, cell by cell under the document's columns.
import type { Bindings } from '../bindings.ts'
import { cellsOf, cutAt, essence, isHeader, readingOf, shownCells, startsOf } from './cells.ts'
import { type Comparison, count, differ, newComparison, type Shown } from './comparison.ts'
import { isElision } from './elision.ts'

/** How many rows that look alike are tried for one. */
const patience = 50

/** Whether an output begins with a table. */
export const isTable = (lines: readonly string[]): boolean => isHeader(lines[0] ?? '')

/** Tables that follow one another, each with its header, as kubectl prints them for several kinds. */
export function compareTables(
  shown: readonly Shown[],
  actual: readonly string[],
  bindings: Bindings,
): Comparison {
  const comparison = newComparison()
  const wanted = split(shown, ({ text }) => text)
  const real = split(actual, (text) => text)
  for (const [i, table] of wanted.entries()) {
    const other = wanted.length === 1 ? [...actual] : (real[i] ?? [])
    new TableComparison(comparison, table, other, bindings).compare()
  }
  for (const extra of wanted.length > 1 ? real.slice(wanted.length).flat() : [])
    if (extra !== '') differ(comparison, { line: shown.at(-1)!.line, expected: '', actual: extra })
  return comparison
}

/** A header after an empty line begins another table. */
function split<T>(lines: readonly T[], textOf: (line: T) => string): T[][] {
  const tables: T[][] = []
  for (const [i, line] of lines.entries()) {
    if (i === 0 || (textOf(lines[i - 1]!) === '' && isHeader(textOf(line)))) tables.push([])
    tables.at(-1)!.push(line)
  }
  return tables
}

interface Row {
  /** Under the document's titles. */
  cells: string[]
  index: number
}

class TableComparison {
  private readonly comparison: Comparison
  private readonly header: Shown
  private readonly rows: readonly Shown[]
  private readonly actual: readonly string[]
  private readonly bindings: Bindings
  private readonly titles: readonly string[]
  private readonly byLook = new Map<string, Row[]>()
  private readonly used = new Set<number>()

  constructor(
    comparison: Comparison,
    shown: readonly Shown[],
    actual: readonly string[],
    bindings: Bindings,
  ) {
    this.comparison = comparison
    this.header = shown[0]!
    this.rows = shown.slice(1).filter(({ text }) => text !== '')
    this.actual = actual
    this.bindings = bindings
    this.titles = cellsOf(this.header.text)
  }

  compare(): void {
    const real = cellsOf(this.actual[0] ?? '')
    const columns = this.titles.map((title) => real.indexOf(title))
    if (columns.some((at, i) => at < 0 || (i > 0 && at <= columns[i - 1]!))) {
      differ(this.comparison, {
        line: this.header.line,
        expected: this.header.text,
        actual: this.actual[0],
      })
      return
    }
    this.readRows(columns, startsOf(this.actual[0]!, real))
    const elided = this.rows.some(({ text }) => isElision(text))
    if (this.rows.length === 0) this.comparison.compared++
    this.compareRows()
    if (!elided) this.tellOfMore()
  }

  private readRows(columns: readonly number[], starts: readonly number[]): void {
    for (const [index, line] of this.actual.entries()) {
      if (index === 0 || line === '') continue
      const all = cutAt(starts, line)
      const row = { cells: columns.map((at) => all[at]!), index }
      const look = this.lookOf(row.cells)
      const alike = this.byLook.get(look)
      if (alike === undefined) this.byLook.set(look, [row])
      else alike.push(row)
    }
  }

  private compareRows(): void {
    const starts = startsOf(this.header.text, this.titles)
    let last = 0
    for (const { text, line } of this.rows) {
      if (isElision(text)) continue
      const cells = shownCells(text, this.titles, starts)
      const row = this.find(cells)
      if (row === undefined) {
        differ(this.comparison, { line, expected: text, actual: this.nearest(cells[0]!) })
        continue
      }
      this.used.add(row.index)
      if (!this.isSorted(cells)) continue
      if (row.index < last) differ(this.comparison, { line, expected: text, actual: this.actual[last] })
      last = Math.max(last, row.index)
    }
  }

  /** Rows come in the order of their names; where those are generated, or the time orders them, in any. */
  private isSorted(cells: readonly string[]): boolean {
    return (
      /^NAME(?:SPACE)?$/.test(this.titles[0]!) &&
      this.titles.every((title, i) => !title.startsWith('NAME') || !this.hasTokens(cells[i]!))
    )
  }

  private find(cells: readonly string[]): Row | undefined {
    const alike = this.byLook.get(this.lookOf(cells)) ?? []
    for (const row of alike.filter(({ index }) => !this.used.has(index)).slice(0, patience)) {
      if (this.matches(cells, row)) return row
    }
    return undefined
  }

  private matches(cells: readonly string[], row: Row): boolean {
    const undo = this.bindings.mark()
    const matches = this.titles.map((title, i) => this.matchCell(title, cells[i]!, row.cells[i]!))
    if (matches.some((match) => match === undefined)) {
      undo()
      return false
    }
    for (const match of matches) count(this.comparison, match!)
    return true
  }

  private matchCell(title: string, wanted: string, real: string) {
    const same = essence(title, wanted)
    if (same !== essence(title, real)) {
      return readingOf(title) === 'as-is' ? this.matchValues(wanted, real) : undefined
    }
    if (readingOf(title) === 'duration' && same.startsWith('(')) return { held: false, volatile: 1 }
    return readingOf(title) === 'as-is' ? this.matchValues(wanted, real) : { held: true, volatile: 0 }
  }

  /** A cell that lists several values no document can know has them in any order. */
  private matchValues(wanted: string, real: string) {
    const match = this.bindings.match(wanted, real)
    if (match !== undefined || !wanted.includes(',') || !this.hasTokens(wanted)) return match
    const rest = real.split(',')
    const values = wanted.split(',')
    if (values.length !== rest.length) return undefined
    let volatile = 0
    for (const value of values) {
      const at = rest.findIndex((one) => {
        const found = this.bindings.match(value, one)
        volatile += found?.volatile ?? 0
        return found !== undefined
      })
      if (at < 0) return undefined
      rest.splice(at, 1)
    }
    return { held: true, volatile }
  }

  private hasTokens(cell: string): boolean {
    return this.bindings.tokensOf(cell).tokens.length > 0
  }

  /** What rows that may be the same have in common. */
  private lookOf(cells: readonly string[]): string {
    return cells
      .map((cell, i) => {
        const skeletons = essence(this.titles[i]!, cell)
          .split(',')
          .map((part) => this.bindings.tokensOf(part).skeleton)
        return (this.hasTokens(cell) ? skeletons.sort() : skeletons).join(',')
      })
      .join('\n')
  }

  private tellOfMore(): void {
    const { line } = this.rows.at(-1) ?? this.header
    if (this.comparison.differences.length > 0) return
    for (const [index, text] of this.actual.entries())
      if (index > 0 && !this.used.has(index) && text !== '')
        differ(this.comparison, { line, expected: '', actual: text })
  }

  private nearest(name: string): string | undefined {
    return this.actual.find((line, i) => i > 0 && cellsOf(line)[0] === name)
  }
}
