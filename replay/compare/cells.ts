// The cells of tables as kubectl prints them, and columns of which no document can know the values.

/** The cells of a line of a table, which two or more spaces or tabs divide. */
export const cellsOf = (line: string): string[] => line.trim().split(/\s{2,}|\t+/)

/** A first line of column titles in capitals, as kubectl prints them. */
export function isHeader(line: string): boolean {
  const titles = cellsOf(line)
  return titles.length > 1 && titles.every((t) => /^[A-Z][A-Z0-9()/% -]*$/.test(t))
}

/** Where the columns of a header begin. */
export function startsOf(header: string, titles: readonly string[]): number[] {
  const starts: number[] = []
  let from = 0
  for (const title of titles) {
    const at = header.indexOf(title, from)
    starts.push(at)
    from = at + title.length
  }
  return starts
}

/** Cells at the columns where the titles begin: a real cell may hold single or no spaces, or nothing. */
export const cutAt = (starts: readonly number[], line: string): string[] =>
  starts.map((start, i) => line.slice(start, starts[i + 1]).trim())

/** Of a document: people move columns, so that cells are told by the gaps between them where there are as many as titles. */
export function shownCells(line: string, titles: readonly string[], starts: readonly number[]): string[] {
  const cells = cellsOf(line)
  return cells.length === titles.length ? cells : cutAt(starts, line)
}

const duration = /^(?:\d+(?:\.\d+)?(?:ms|[smhdy])){1,3}(?: \(x\d+ over (?:\d+[smhdy]){1,3}\))?$/
const unknown = /^<(?:unknown|invalid)>$/

/** How a column is compared: as it is; by its kind, since it tells how long ago something was; by its number. */
type Reading = 'as-is' | 'duration' | 'count'
const readings: Readonly<Record<string, Reading>> = {
  AGE: 'duration',
  'LAST SEEN': 'duration',
  'FIRST SEEN': 'duration',
  'LAST SCHEDULE': 'duration',
  DURATION: 'duration',
  RESTARTS: 'count',
}

/** How the values under a column's title are compared; titles that are not in the table: `as-is`. */
export const readingOf = (title: string): Reading =>
  Object.hasOwn(readings, title) ? readings[title]! : 'as-is'

/** What has to be the same of a cell: nothing but its kind of a duration, the number alone of restarts. */
export function essence(title: string, cell: string): string {
  const reading = readingOf(title)
  if (reading === 'duration' && (duration.test(cell) || (unknown.test(cell) && title !== 'DURATION')))
    return '(a duration)'
  return reading === 'count' ? cell.replace(/ \((?:\d+[smhdy]){1,3} ago\)$/, '') : cell
}
