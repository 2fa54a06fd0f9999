// The timelines of a report as one picture for a README or a pull request: text in a file that loads nothing.
import { escapeMarkup } from '../escape-markup.ts'
import type { HtmlReport, ReportRun } from '../html/model.ts'
import { marks } from '../outcome-words.ts'
import { type PictureRow, pictureRows, type RowCell } from './picture-rows.ts'
import { style } from './style.ts'
import { cut, folded } from './text-lines.ts'
import { timelineWords } from './timeline-words.ts'

const margin = 16
const labelWidth = 208
const columnWidth = 144
/** The least; a picture of few moments has wide ones. */
const leastWidth = 800
const lineHeight = 17
const padding = 9
/** Of what stands in a column from its left edge, where the line of releases climbs. */
const indent = 10
/** How much higher the line of a release runs than that of the one before it. */
const climb = 20

/** Letters that fit into a width: of prose, and of values, which are monospaced. */
const proseLetters = (width: number): number => Math.floor(width / 6.9)
const valueLetters = (width: number): number => Math.floor(width / 7.3)

/** A piece of the picture, and how high it is. */
interface Part {
  markup: string
  height: number
}

/** An SVG document; the same bytes for the same report. Runs without a timeline are left out. */
export function timelinePicture(report: HtmlReport): string {
  const runs = report.runs
    .filter(({ timeline }) => (timeline?.lanes.length ?? 0) > 0)
    .map((run) => ({ run, rows: pictureRows(run.timeline!) }))
  const most = Math.max(1, ...runs.map(({ run }) => run.timeline!.moments.length))
  const width = Math.max(leastWidth, 2 * margin + labelWidth + most * columnWidth)
  const parts: Part[] = []
  let y = margin
  for (const { run, rows } of runs) {
    const part = runPart(run, rows, width)
    parts.push({ ...part, markup: at(0, y, part.markup) })
    y += part.height + margin
  }
  const height = Math.max(y, 2 * margin + lineHeight)
  const words = runs.map(({ run, rows }) => timelineWords(run, rows)).join('\n')
  const none = runs.length === 0 ? text(margin, margin + 13, 'soft', 'There is no timeline to show.') : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">
<title id="title">${escapeMarkup(`${report.title}: ${report.verdict}`)}</title>
<desc id="desc">${escapeMarkup(words)}</desc>
<style>${style}</style>
<rect class="page" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${parts.map(({ markup }) => markup).join('')}${none}</svg>
`
}

function runPart(run: ReportRun, rows: readonly PictureRow[], width: number): Part {
  const { moments } = run.timeline!
  const column = (width - 2 * margin - labelWidth) / moments.length
  const name = cut(run.title, proseLetters(width - 2 * margin))
  const parts = [
    { markup: text(margin, 14, 'name', name), height: 24 },
    headPart(run, moments, column),
    ...rows.map((row) => rowPart(row, column, width)),
  ]
  let y = 0
  const markup = parts.map((part) => {
    const placed = at(0, y, part.markup)
    y += part.height
    return placed
  })
  return { markup: markup.join(''), height: y }
}

/** What each column is, with its verdict where it has one of its own. */
function headPart({ steps }: ReportRun, moments: readonly string[], column: number): Part {
  const own = steps.length === moments.length
  const titles = moments.map((moment) =>
    folded(moment.replaceAll('`', ''), proseLetters(column - indent - 4), own ? 4 : 5),
  )
  const lines = Math.max(...titles.map(({ length }) => length)) + (own ? 1 : 0)
  const columns = titles.map((title, i) => {
    const verdict = steps[i]?.verdict
    const mark =
      own && verdict !== undefined
        ? text(
            0,
            lineHeight * lines - 4,
            `verdict ${verdict.replaceAll(' ', '-')}`,
            `${marks[verdict]} ${verdict}`,
          )
        : ''
    return inColumn(i, column, `${stack(title, 0, 13, 'head')}${mark}`)
  })
  return { markup: columns.join(''), height: lineHeight * lines + padding }
}

function rowPart({ labels, kind, cells }: PictureRow, column: number, width: number): Part {
  const shown = labels.flatMap((label) => folded(label, proseLetters(labelWidth - 12), 3))
  const levels = levelsOf(kind === 'release' ? cells : [])
  const graph = levels.length === 0 ? 0 : climb * (levels.length - 1)
  const lines = Math.max(1, ...cells.map((cell) => cell?.lines.length ?? 1))
  const height = Math.max(lineHeight * shown.length, lineHeight * lines + graph) + 2 * padding
  const rule = `<path class="rule" d="M${margin} 0.5H${width - margin}"/>`
  const label = stack(shown, margin, padding + 13, kind === 'value' ? 'label value' : 'label')
  const body = kind === 'release' ? releaseLine(cells, levels, column, width - margin) : ''
  const values = cells.map((cell, i) =>
    inColumn(i, column, cellMarkup(cell, kind, padding + 13 + graph - rise(cell, levels), column)),
  )
  return { markup: `${rule}${label}${body}${values.join('')}`, height }
}

const rise = (cell: RowCell | undefined, levels: readonly string[]): number =>
  cell === undefined ? 0 : climb * Math.max(0, levels.indexOf(cell.lines[0] ?? ''))

/** The releases of a row, the oldest first. */
function levelsOf(cells: readonly (RowCell | undefined)[]): string[] {
  const order = new Intl.Collator('en', { numeric: true })
  return [...new Set(cells.flatMap((cell) => cell?.lines[0] ?? []))].sort(order.compare)
}

/** A line that climbs with an upgrade and falls with a downgrade, under the releases. */
function releaseLine(
  cells: readonly (RowCell | undefined)[],
  levels: readonly string[],
  column: number,
  right: number,
): string {
  const base = padding + 19 + climb * Math.max(0, levels.length - 1)
  let path = ''
  let open = false
  for (const [i, cell] of cells.entries()) {
    if (cell !== undefined) {
      const x = margin + labelWidth + i * column
      const y = base - rise(cell, levels)
      path += `${open ? `V${y}` : `M${round(x)} ${y}`}H${round(Math.min(x + column, right))}`
    }
    open = cell !== undefined
  }
  return path === '' ? '' : `<path class="line" d="${path}"/>`
}

function cellMarkup(cell: RowCell | undefined, kind: PictureRow['kind'], y: number, column: number): string {
  if (cell === undefined) return text(0, y, 'soft', '–')
  const [first = '', ...more] = cell.lines
  const marked = cell.changed && kind !== 'release'
  const letters = valueLetters(column - indent - 16)
  const mark = marked ? `<path class="mark" d="M0 ${y - 9}l6 4.5l-6 4.5z"/>` : ''
  const x = marked ? 11 : 0
  const soft = more.map((line, i) =>
    text(x, y + lineHeight * (i + 1), 'soft', cut(line, proseLetters(column - indent - 16))),
  )
  return `${mark}${text(x, y, cell.changed ? 'value changed' : 'value', cut(first, letters))}${soft.join('')}`
}

const round = (number: number): number => Math.round(number * 10) / 10

/** What does not fit into its column is cut off, and cannot lie on another. */
const inColumn = (index: number, column: number, markup: string): string =>
  `<svg x="${round(margin + labelWidth + index * column + indent)}" width="${round(column - indent)}">${markup}</svg>\n`

const at = (x: number, y: number, markup: string): string =>
  `<g transform="translate(${x} ${round(y)})">${markup}</g>\n`

const text = (x: number, y: number, className: string, content: string): string =>
  `<text x="${x}" y="${y}" class="${className}">${escapeMarkup(content)}</text>`

const stack = (lines: readonly string[], x: number, y: number, className: string): string =>
  lines.map((line, i) => text(x, y + lineHeight * i, className, line)).join('')
