// Tables, cell by cell under the document's columns.
import type { Bindings } from '../bindings.ts'
import { cellsOf, cutAt, essence, isHeader, readingOf, shownCells, startsOf } from './cells.ts'
import { type Comparison, count, differ, newComparison, type Shown } from './comparison.ts'
import { isElision, leavesOut, matchLine } from './elision.ts'

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
  if (wanted.length === 1) {
    new TableComparison(comparison, wanted[0]!, actual, bindings).compare()
    return comparison
  }
  let at = 0
  for (const table of wanted) {
    const titles = cellsOf(table[0]!.text)
    const found = real.findIndex((one, i) => i >= at && hasTitles(one[0]!, titles))
    new TableComparison(comparison, table, real[found < 0 ? at : found] ?? [], bindings).compare()
    at = found < 0 ? at : found + 1
  }
  if (!shown.some(({ text }) => isElision(text)))
    for (const extra of real
      .slice(at)
      .flat()
      .filter((text) => text !== ''))
      differ(comparison, { line: shown.at(-1)!.line, expected: '', actual: extra })
  return comparison
}

const hasTitles = (header: string, titles: readonly string[]): boolean => {
  const real = new Set(cellsOf(header))
  return titles.every((title) => real.has(title))
}

/** A header after an empty line, or after what is left out, begins another table. */
function split<T>(lines: readonly T[], textOf: (line: T) => string): T[][] {
  const tables: T[][] = []
  for (const [i, line] of lines.entries()) {
    const before = i === 0 ? '' : textOf(lines[i - 1]!)
    if (i === 0 || ((before === '' || isElision(before)) && isHeader(textOf(line)))) tables.push([])
    tables.at(-1)!.push(line)
  }
  return tables
}

interface SortingName {
  known: string
  whole: boolean
}

/** Whether the order of two rows is given by what is known of them. */
const isOrdered = (one: SortingName, other: SortingName): boolean =>
  (one.whole && other.whole) || !(one.known.startsWith(other.known) || other.known.startsWith(one.known))

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
  private readonly all: Row[] = []
  private readonly byName = new Map<string, string>()
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
      const name = cellsOf(line)[0]!
      if (!this.byName.has(name)) this.byName.set(name, line)
      const all = cutAt(starts, line)
      const row = { cells: columns.map((at) => all[at]!), index }
      this.all.push(row)
      const look = this.lookOf(row.cells)
      const alike = this.byLook.get(look)
      if (alike === undefined) this.byLook.set(look, [row])
      else alike.push(row)
    }
  }

  private compareRows(): void {
    const starts = startsOf(this.header.text, this.titles)
    // Events come as they happened, which no two runs have in common.
    const sorted = !this.titles[0]!.endsWith(' SEEN')
    let before: { index: number; name: SortingName } | undefined
    for (const { text, line } of this.rows) {
      if (isElision(text)) continue
      const cells = shownCells(text, this.titles, starts)
      const row = this.find(cells)
      if (row === undefined) {
        differ(this.comparison, { line, expected: text, actual: this.nearest(cells[0]!) })
        continue
      }
      this.used.add(row.index)
      const name = this.sortingName(cells)
      if (before !== undefined && row.index < before.index && sorted && isOrdered(before.name, name))
        differ(this.comparison, { line, expected: text, actual: this.actual[before.index] })
      before = { index: row.index, name }
    }
  }

  /** What rows are sorted by: of a generated name only what it begins with. */
  private sortingName(cells: readonly string[]): SortingName {
    const name = this.titles[0] === 'NAMESPACE' ? `${cells[0]} ${cells[1]}` : cells[0]!
    const [known, ...rest] = this.bindings.tokensOf(name).skeleton.split('\u0000')
    return { known: known!, whole: rest.length === 0 }
  }

  private find(cells: readonly string[]): Row | undefined {
    // What a cell leaves out, no look tells: `pvc-...`.
    const alike = cells.some(leavesOut) ? this.all : (this.byLook.get(this.lookOf(cells)) ?? [])
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
    const match = matchLine(this.bindings, wanted, real)
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
    return this.byName.get(name)
  }
}
