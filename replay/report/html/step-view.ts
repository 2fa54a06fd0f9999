// A step: its commands, their outputs as differences, and what was found.
import { escapeMarkup, escapeProse } from '../escape-markup.ts'
import type { DiffLine, ReportCommand, ReportFinding, ReportStep } from './model.ts'
import { packetsView } from './packet-view.ts'
import { badge, className } from './verdict-view.ts'

/** More lines than these are cut off, and said to be. */
const longest = 2000

/** A step as a foldable part, open where it did not pass or warns. */
export function stepView(step: ReportStep, id: string): string {
  const open = step.verdict !== 'passed' || step.findings.length > 0 ? ' open' : ''
  const time =
    step.milliseconds === undefined ? '' : ` <span class="time">${seconds(step.milliseconds)}</span>`
  const place = step.place === undefined ? '' : `<p class="place">${escapeMarkup(step.place)}</p>\n`
  return `<details class="step ${className(step.verdict)}" id="${id}"${open}>
<summary><h3>${escapeProse(step.title)}</h3> ${badge(step.verdict)}${time}</summary>
<div class="body">
${place}${comparedView(step.checks)}${findingsList(step.findings)}${step.commands.map(commandView).join('')}</div>
</details>
`
}

/** `2 compared: output (line 12), claim (line 20)`. */
function comparedView(checks: ReportStep['checks']): string {
  if (checks.length === 0) return ''
  const shown = checks.slice(0, mostChecks).map(({ kind, line }) => `${kind} (line ${line})`)
  const rest = checks.length > mostChecks ? ', …' : ''
  return `<p class="place compared">${checks.length} compared: ${shown.join(', ')}${rest}</p>\n`
}
const mostChecks = 30

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

/** The findings as an HTML list; empty for none. */
export function findingsList(findings: readonly ReportFinding[]): string {
  if (findings.length === 0) return ''
  return `<ul class="findings">\n${findings.map(findingView).join('')}</ul>\n`
}

function findingView({ outcome, place, message, expected, actual, why }: ReportFinding): string {
  const rows = [
    ['document', expected],
    ['reality', actual],
    ['why', why],
  ] as const
  const list = rows
    .flatMap(([name, text]) =>
      text === undefined || text === ''
        ? []
        : [
            `<dt>${name}</dt><dd class="${name}">${name === 'why' ? escapeMarkup(text) : `<code>${escapeMarkup(text.includes('\n') ? text : text.trim())}</code>`}</dd>`,
          ],
    )
    .join('')
  const at = place === undefined ? '' : `<span class="place">${escapeMarkup(place)}</span> `
  return `<li class="${className(outcome)}"><strong>${outcome}</strong> ${at}${escapeMarkup(message)}${list === '' ? '' : `<dl>${list}</dl>`}</li>\n`
}

function commandView(command: ReportCommand): string {
  const exit = command.exitCode === 0 ? '' : `<p class="exit">exit code ${command.exitCode}</p>\n`
  const text = command.text.trimEnd()
  return `<div class="command">
<pre class="${command.typed === false ? 'told' : 'typed'}" tabindex="0" aria-label="${command.typed === false ? 'Change' : 'Command'}"><code>${escapeMarkup(text)}</code></pre>
${exit}${command.output.length === 0 ? '' : outputView(command)}${packetsView(command.packets)}</div>
`
}

function outputView({ output, compared }: ReportCommand): string {
  if (compared) return blocks(output)
  const lines = output.length === 1 ? '1 line' : `${output.length} lines`
  return `<details class="output">\n<summary>Output, ${lines}</summary>\n${pre(output)}</details>\n`
}

/** Runs of lines that the document leaves out fold away. */
function blocks(output: readonly DiffLine[]): string {
  const groups: { unshown: boolean; lines: DiffLine[] }[] = []
  for (const line of output) {
    const unshown = line.kind === 'unshown'
    const last = groups.at(-1)
    if (last?.unshown === unshown) last.lines.push(line)
    else groups.push({ unshown, lines: [line] })
  }
  const parts = groups.map(({ unshown, lines }) =>
    unshown
      ? `<details class="unshown">\n<summary>${lines.length} ${lines.length === 1 ? 'line' : 'lines'} that the document leaves out</summary>\n${pre(lines)}</details>\n`
      : pre(lines),
  )
  return `<div class="diff">\n${parts.join('')}</div>\n`
}

function pre(lines: readonly DiffLine[]): string {
  const rest = lines.length - longest
  const note = rest > 0 ? `<p class="place">${rest} more lines are not shown here.</p>\n` : ''
  return `<pre tabindex="0" aria-label="Output"><code>${lines.slice(0, longest).map(lineView).join('')}</code></pre>\n${note}`
}

const signs: Readonly<Record<DiffLine['kind'], string>> = {
  same: '  ',
  unshown: '  ',
  bound: '~ ',
  missing: '- ',
  extra: '+ ',
}
const elements: Readonly<Record<DiffLine['kind'], string>> = {
  same: 'span',
  unshown: 'span',
  bound: 'span',
  missing: 'del',
  extra: 'ins',
}

function lineView({ kind, text, documented }: DiffLine): string {
  const element = elements[kind]
  const note = documented === undefined ? '' : ` <i>the document: ${escapeMarkup(documented.trim())}</i>`
  return `<${element} class="${kind}">${signs[kind]}${escapeMarkup(text)}${note}\n</${element}>`
}
