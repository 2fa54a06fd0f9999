// A paragraph that is a table of Markdown, as its cells.

/** A table's titles, without marks, and its rows from the third line on, each with a cell for each `|`. */
export interface TableRows {
  titles: string[]
  rows: string[][]
}

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\\|/g, '|'))

/** Undefined of any other paragraph, and of a table without rows. @param raw with its line breaks */
export function tableRows(raw: string): TableRows | undefined {
  const lines = raw.split('\n')
  if (lines.length < 3 || !/^\s*\|?[\s:|-]*-{2,}[\s:|-]*$/.test(lines[1]!) || !lines[0]!.includes('|'))
    return undefined
  return {
    titles: cellsOf(lines[0]!).map((one) => one.replace(/[*_`]/g, '')),
    rows: lines.slice(2).map(cellsOf),
  }
}
