// Upstream: text/tabwriter; github.com/liggitt/tabwriter for the widths that are remembered

/** The widths of columns, in characters. */
export interface TabOptions {
  /** The least width of a column, with its padding. */
  minWidth: number
  padding: number
}

/** The widths of `kubectl describe`. */
export const describeTabs: TabOptions = { minWidth: 0, padding: 2 }
/** The widths of `kubectl get`. */
export const tableTabs: TabOptions = { minWidth: 6, padding: 3 }

/** The number of characters, not of UTF-16 units. */
const widthOf = (text: string): number => [...text].length

/** Aligns tab-terminated cells: a column is a run of lines that all have a cell there. */
export function tabbed(text: string, options: TabOptions = describeTabs): string {
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
  const widths: number[][] = lines.map(() => [])
  align(lines, widths, 0, 0, lines.length, options)
  const padded = (cell: string, width = 0): string => cell + ' '.repeat(Math.max(0, width - widthOf(cell)))
  return lines
    .map(
      (cells, i) =>
        `${cells.map((cell, j) => (j === cells.length - 1 ? cell : padded(cell, widths[i]![j]))).join('')}\n`,
    )
    .join('')
}

function align(
  lines: string[][],
  widths: number[][],
  column: number,
  from: number,
  to: number,
  options: TabOptions,
): void {
  for (let i = from; i < to; i++) {
    if (lines[i]!.length - 1 <= column) continue
    let end = i
    let width = options.minWidth
    for (; end < to && lines[end]!.length - 1 > column; end++)
      width = Math.max(width, widthOf(lines[end]![column]!) + options.padding)
    for (let k = i; k < end; k++) widths[k]![column] = width
    align(lines, widths, column + 1, i, end, options)
    i = end - 1
  }
}

/** A table whose columns never become narrower, since a watch prints it line by line. */
export class TableWriter {
  private widths: number[] = []

  /** The rows, aligned with those before. */
  write(rows: readonly (readonly string[])[]): string {
    const columns = Math.max(0, ...rows.map((r) => r.length - 1))
    for (let i = 0; i < columns; i++) {
      const needed = Math.max(
        0,
        ...rows.map((r) => (i < r.length - 1 ? widthOf(r[i]!) + tableTabs.padding : 0)),
      )
      this.widths[i] = Math.max(this.widths[i] ?? tableTabs.minWidth, needed)
    }
    return rows
      .map(
        (row) =>
          `${row.map((cell, i) => (i === row.length - 1 ? cell : cell + ' '.repeat(this.widths[i]! - widthOf(cell)))).join('')}\n`,
      )
      .join('')
  }
}
