// What ran and what the watched fields held: time goes to the right; on a narrow screen, down.
import { escapeMarkup, escapeProse } from '../escape-markup.ts'
import { alikeLanes } from './alike-lanes.ts'
import type { Timeline, TimelineValue } from './model.ts'

/** A table whose lanes are rows; its roles are written out, since narrow screens show it as blocks. */
export function timelineView({ moments, lanes }: Timeline, id: string, linked: boolean): string {
  if (lanes.length === 0) return ''
  const head = moments
    .map((moment, i) => columnHead(moment, linked ? `#${id}-step-${i}` : undefined))
    .join('')
  const rows = rowsOf(lanes).map(
    ([lane, ...others]) =>
      `<tr role="row" class="${lane!.kind}"><th role="rowheader" scope="row">${[lane!, ...others].map(({ name }) => escapeMarkup(name)).join('<br>')}</th>${cells(lane!.values, moments)}</tr>\n`,
  )
  return `<h3 id="${id}-timeline">Timeline</h3>
<div class="scroll" role="region" aria-labelledby="${id}-title ${id}-timeline" tabindex="0">
<table class="timeline" role="table" aria-labelledby="${id}-timeline">
<thead role="rowgroup"><tr role="row"><td role="cell"></td>${head}</tr></thead>
<tbody role="rowgroup">
${rows.join('')}</tbody>
</table>
</div>
`
}

/** Components that go through the same together, then each field. */
function rowsOf(lanes: Timeline['lanes']): Timeline['lanes'][] {
  const components = lanes.filter(({ kind }) => kind === 'component')
  const fields = lanes.filter(({ kind }) => kind === 'field')
  return [...alikeLanes(components, ({ values }) => values), ...fields.map((field) => [field])]
}

function columnHead(moment: string, target: string | undefined): string {
  const text = escapeProse(moment)
  return `<th role="columnheader" scope="col">${target === undefined ? text : `<a href="${target}">${text}</a>`}</th>`
}

function cells(values: readonly (TimelineValue | undefined)[], moments: readonly string[]): string {
  let before: TimelineValue | undefined
  return values
    .map((value, i) => {
      const changed = value !== undefined && before !== undefined && value.text !== before.text
      const html = cell(value, before, changed, moments[i] ?? '')
      before = value ?? before
      return html
    })
    .join('')
}

function cell(
  value: TimelineValue | undefined,
  before: TimelineValue | undefined,
  changed: boolean,
  moment: string,
): string {
  const label = escapeMarkup(moment.replaceAll('`', ''))
  if (value === undefined)
    return `<td role="cell" class="none" data-moment="${label}"><span class="sr">not there</span></td>`
  const mark = changed
    ? '<span class="change"><span aria-hidden="true">▸</span><span class="sr">changed to</span></span> '
    : ''
  const notes = value.notes.map((note) => {
    const fresh = before !== undefined && !before.notes.includes(note) ? ' class="fresh"' : ''
    return `<li${fresh}>${gate(note)}</li>`
  })
  const list = notes.length === 0 ? '' : `<ul>${notes.join('')}</ul>`
  return `<td role="cell"${changed ? ' class="changed"' : ''} data-moment="${label}">${mark}<b>${escapeMarkup(value.text)}</b>${list}</td>`
}

/** Long names may break between their words, and before the value. */
const gate = (note: string): string =>
  escapeMarkup(note)
    .replace(/[a-z](?=[A-Z])/g, '$&<wbr>')
    .replace('=', '<wbr>=')
