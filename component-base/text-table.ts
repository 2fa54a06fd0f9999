/** Columns as wide as their widest cell, two spaces apart or as many as `gap` says; no space at the end of a line. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[], gap = 2): string {
  const all = [header, ...rows]
  const widths = header.map((_title, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join(' '.repeat(gap))
      .trimEnd()
  return all.map((row) => `${line(row)}\n`).join('')
}

/** A table of GitHub's Markdown. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return `${line(header)}|${header.map(() => '---').join('|')}|\n${rows.map(line).join('')}`
}
