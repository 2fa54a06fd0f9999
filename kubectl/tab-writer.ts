// Upstream: text/tabwriter with minwidth 0, padding 2, spaces (kubectl's describe)

/** Aligns tab-terminated cells: a column is a run of lines that all have a cell there. */
export function tabbed(text: string): string {
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .map((l) => l.split('\t'))
  const widths: number[][] = lines.map(() => [])
  align(lines, widths, 0, 0, lines.length)
  return `${lines.map((cells, i) => cells.map((c, j) => (j === cells.length - 1 ? c : c.padEnd(widths[i]![j] ?? 0))).join('')).join('\n')}\n`
}

function align(lines: string[][], widths: number[][], column: number, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    if (lines[i]!.length - 1 <= column) continue
    let end = i
    let width = 0
    for (; end < to && lines[end]!.length - 1 > column; end++)
      width = Math.max(width, lines[end]![column]!.length)
    const padded = width === 0 ? 0 : width + 2
    for (let k = i; k < end; k++) widths[k]![column] = padded
    align(lines, widths, column + 1, i, end)
    i = end - 1
  }
}
