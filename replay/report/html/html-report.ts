// The report as one page that needs nothing else: no network, no script.
import { createHash } from 'node:crypto'
import { escapeMarkup } from '../escape-markup.ts'
import type { HtmlReport, MatrixRow, ReportMatrix, ReportRun } from './model.ts'
import { outcomeLegend } from './outcome-legend.ts'
import { findingsList, stepView } from './step-view.ts'
import { style } from './style.ts'
import { timelineView } from './timeline-view.ts'
import { badge, className } from './verdict-view.ts'

/** A whole HTML document; the same bytes for the same report. */
export function htmlReport(report: HtmlReport): string {
  const hash = createHash('sha256').update(style).digest('base64')
  const title = escapeMarkup(report.title)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}: ${report.verdict} (kepsim)</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
<header>
<h1>${title}</h1>
<p>${badge(report.verdict)} ${escapeMarkup(report.summary)}</p>
${noteList(report)}${outcomeLegend(report)}</header>
${contents(report)}<main id="main" tabindex="-1">
${report.matrix === undefined ? '' : matrixView(report.matrix, report.runs)}${runsView(report.runs)}</main>
<footer>
<p>Made by kepsim. Lines of an output: <span class="legend missing">- only in the document</span>, <span class="legend extra">+ only in reality</span>, <span class="legend bound">~ a literal of the document that stands for the real one</span>.</p>
</footer>
</body>
</html>
`
}

/** From more on, their list is folded, and they are laid out as they come into sight. */
const manyRuns = 12

function noteList({ notes = [] }: HtmlReport): string {
  if (notes.length === 0) return ''
  return `<ul class="notes" aria-label="Notes">\n${notes.map((note) => `<li>${escapeMarkup(note)}</li>\n`).join('')}</ul>\n`
}

function contents({ runs }: HtmlReport): string {
  if (runs.length < 2) return ''
  const items = runs.map(
    (run, i) => `<li><a href="#run-${i}">${escapeMarkup(run.title)}</a> ${badge(run.verdict)}</li>\n`,
  )
  return `<nav aria-label="Runs">\n<details${runs.length > manyRuns ? '' : ' open'}>\n<summary>${runs.length} runs</summary>\n<ul>\n${items.join('')}</ul>\n</details>\n</nav>\n`
}

function matrixView({ header, rows }: ReportMatrix, runs: readonly ReportRun[]): string {
  const names = header.map((name) => `<th scope="col">${escapeMarkup(name)}</th>`).join('')
  const head = `${names}<th scope="col" class="result">result</th>`
  const body = rows.map((row) => matrixRow(row, runs)).join('')
  return `<section>
<h2 id="matrix">Matrix</h2>
<div class="scroll" role="region" aria-labelledby="matrix" tabindex="0">
<table class="matrix">
<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody>
</table>
</div>
</section>
`
}

function matrixRow({ cells, verdict, run }: MatrixRow, runs: readonly ReportRun[]): string {
  const more = run === undefined || runs[run] === undefined ? '' : ` <a href="#run-${run}">details</a>`
  const texts = cells.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join('')
  return `<tr class="${className(verdict)}">${texts}<td class="result">${badge(verdict)}${more}</td></tr>\n`
}

const runsView = (runs: readonly ReportRun[]): string =>
  `<div${runs.length > manyRuns ? ' class="runs"' : ''}>\n${runs.map((run, i) => runView(run, i, runs)).join('')}</div>\n`

function runView(run: ReportRun, index: number, runs: readonly ReportRun[]): string {
  const id = `run-${index}`
  const place = run.place === undefined ? '' : `<p class="place">${escapeMarkup(run.place)}</p>\n`
  const timeline =
    run.timeline === undefined
      ? ''
      : timelineView(run.timeline, id, run.steps.length === run.timeline.moments.length)
  return `<section id="${id}" aria-labelledby="${id}-title" tabindex="-1">
<h2 id="${id}-title">${escapeMarkup(run.title)} ${badge(run.verdict)}</h2>
${place}${findingsList(run.findings ?? [])}${timeline}${likeView(run, runs)}${run.steps.map((step, i) => stepView(step, `${id}-step-${i}`)).join('')}</section>
`
}

function likeView({ like }: ReportRun, runs: readonly ReportRun[]): string {
  if (like === undefined) return ''
  return `<p>Its commands and outputs are as those of <a href="#run-${like}">${escapeMarkup(runs[like]!.title)}</a>.</p>\n`
}
