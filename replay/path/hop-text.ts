// A hop as it is told on a terminal.
import type { Outcome } from '../outcome.ts'
import { visibleText } from '../report/visible-text.ts'
import type { FieldChange } from './changes.ts'
import { reasonLines, refusalLines } from './field-reason.ts'
import type { HopResult } from './path-result.ts'
import type { Checked } from './path-scenario.ts'

/** The lines about a scenario that did not pass at the first release. */
export const setupText = (release: string, { status, outcome }: Checked): string =>
  visibleText(`${release}   the scenario's beginning\n${told(status, outcome)}\n\n`)

/** The lines about a hop and its changes. @param explained with the reason of each change */
export function hopText(hop: HopResult, explained: boolean): string {
  const lines = [`${hop.from} → ${hop.to}   ${hop.order.join(', ')}`]
  for (const problem of hop.unsupported) lines.push(`  skew       on the way ${problem}`)
  for (const change of hop.changes) lines.push(...changeLines(change, explained))
  for (const warning of hop.warnings) lines.push(`  warned     ${warning}`)
  for (const { object, message, reasons } of hop.refused) {
    const why = explained ? refusalLines(reasons) : []
    lines.push(`  refused    ${object}: ${message}`, ...why.map(below))
  }
  if (hop.outcome !== '' || hop.status !== 'passed') lines.push(told(hop.status, hop.outcome))
  if (lines.length === 1) lines.push('  nothing changes')
  return visibleText(`${lines.join('\n')}\n\n`)
}

/** A line about the line before it. */
const below = (line: string): string => `             ${line}`

/** What goes on below its first line begins where that does. */
const told = (status: Outcome, outcome: string): string =>
  `  ${status.padEnd(10)} ${outcome.replace(/\n+/g, `\n${' '.repeat(13)}`)}`

function changeLines(change: FieldChange, explained: boolean): string[] {
  const { object, field, reason } = change
  const what = field === '' ? object : `${object} ${field}`
  const why = explained && reason !== undefined ? reasonLines(reason) : []
  return [`  ${changeWord(change).padEnd(10)} ${what}${values(change)}`, ...why.map(below)]
}

/** The word for a change; a whole object is `added`, not `defaulted`. */
export const changeWord = ({ kind, field }: FieldChange): string =>
  field === '' && kind === 'defaulted' ? 'added' : kind

function values({ kind, field, before, after }: FieldChange): string {
  if (field === '') return ''
  return kind === 'changed' ? `: ${short(before)} → ${short(after)}` : `: ${short(after ?? before)}`
}

const short = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > 70 ? `${text.slice(0, 67)}...` : text
}
