// Upstream: github.com/olekukonko/tablewriter, as etcdctl uses it
/** A table with lines around its cells: titles in the middle, cells to the right. */
export function boxTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const upper = titles.map((title) => title.toUpperCase())
  const widths = upper.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)))
  const line = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+\n`
  const row = (cells: readonly string[], place: (cell: string, width: number) => string): string =>
    `|${cells.map((cell, i) => ` ${place(cell, widths[i]!)} `).join('|')}|\n`
  const body = rows.map((cells) => row(cells, (cell, width) => cell.padStart(width))).join('')
  return `${line}${row(upper, centered)}${line}${body}${rows.length === 0 ? '' : line}`
}

function centered(text: string, width: number): string {
  const left = Math.floor((width - text.length) / 2)
  return text.padStart(text.length + left).padEnd(width)
}
