// A snapshot's walk as it is told on a terminal, and as JSON.
import { exitCodeFor } from '../../outcome.ts'
import { jsonText } from '../../report/json-text.ts'
import { countsText, totalsOf } from '../../report/outcome-words.ts'
import { visibleText } from '../../report/visible-text.ts'
import { reasonLines } from '../field-reason.ts'
import type { Group } from './groups.ts'
import type { ApiUse, FieldFinding, SnapshotHop, SnapshotWalk } from './snapshot-result.ts'

/** The whole walk. */
export const snapshotText = (walk: SnapshotWalk): string =>
  visibleText(`${headText(walk)}\n${walk.hops.map(hopText).join('')}${verdictText(walk)}\n`)

function headText({ file, revision, keys, objects, kinds, encrypted, unseen }: SnapshotWalk): string {
  const most = kinds.slice(0, 5).map(({ kind, count }) => `${count} ${kind === '' ? 'of no kind' : kind}`)
  const more = kinds.length > 5 ? `, … of ${kinds.length} kinds` : ''
  const lines = [
    `${file}   revision ${revision}, ${keys} keys, ${objects} objects${most.length === 0 ? '' : `: ${most.join(', ')}${more}`}`,
  ]
  if (encrypted > 0)
    lines.push(
      `  not looked at  ${encrypted} ${encrypted === 1 ? 'object that is' : 'objects that are'} encrypted at rest: only a kube-apiserver with the key reads them`,
    )
  for (const { what, why, count } of unseen)
    lines.push(`  not looked at  ${count} ${count === 1 ? 'key' : 'keys'} of ${what}: ${why}`)
  return lines.map((line) => `${line}\n`).join('')
}

function hopText(hop: SnapshotHop): string {
  const lines = [hop.from === undefined ? hop.to : `${hop.from} → ${hop.to}`]
  for (const { facts, count, example } of hop.undecodable)
    lines.push(line('refused', `${many(count, example)} cannot be read: ${facts.message}`))
  for (const group of hop.changes) lines.push(...changeLines(group))
  for (const group of hop.apis) lines.push(apiLine(group))
  for (const { facts, count, example } of hop.refused)
    lines.push(line('refused', `${many(count, example)} would not be taken as they are: ${facts.message}`))
  for (const { facts, count, example } of hop.warnings)
    lines.push(line('warned', `${facts.text} (${many(count, example)})`))
  if (lines.length === 1)
    lines.push(hop.from === undefined ? '  all objects can be read' : '  nothing changes')
  return `${lines.join('\n')}\n\n`
}

const line = (word: string, text: string): string => `  ${word.padEnd(10)} ${text}`
const many = (count: number, example: string): string =>
  count === 1 ? example : `${count} objects, as ${example},`

function changeLines({ facts, count, example }: Group<FieldFinding>): string[] {
  const { kind, field, reason } = facts
  const word = field === '' && kind === 'defaulted' ? 'shown' : kind
  const of = count === 1 ? `${example}` : `${count} ${facts.resource}, as ${example}`
  const what = field === '' ? of : `${field} of ${of}${valuesOf(facts)}`
  const dropped = facts.droppedWhenWritten ? ['the field is dropped when the object is written'] : []
  const why = reason === undefined ? [] : reasonLines(reason)
  return [line(word, what), ...[...dropped, ...why].map((text) => `             ${text}`)]
}

function valuesOf({ kind, before, after }: FieldFinding): string {
  if (before === undefined && after === undefined) return ''
  return kind === 'changed' ? `: ${short(before)} → ${short(after)}` : `: ${short(after ?? before)}`
}

function short(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 70 ? `${text.slice(0, 67)}...` : text
}

function apiLine({ facts, count, example }: Group<ApiUse>): string {
  const { state, stored, text, writers } = facts
  const by = writers.length === 0 ? '' : ` by ${writers.join(', ')}`
  const how = stored ? 'stored in it' : `written in it${by}`
  return line(state, `${text} (${count} ${count === 1 ? 'object' : 'objects'} ${how}, as ${example})`)
}

const statusesOf = ({ hops }: SnapshotWalk): SnapshotHop['status'][] => hops.map(({ status }) => status)

/** The exit code: 1 where an object cannot be read. */
export const snapshotExitCode = (walk: SnapshotWalk): 0 | 1 | 2 => exitCodeFor(statusesOf(walk), false)

function verdictText(walk: SnapshotWalk): string {
  const hops = walk.hops.slice(1).map(({ status }) => status)
  const [first] = walk.hops
  const before =
    first === undefined || first.status === 'passed' ? '' : `; at the first release: ${first.status}`
  return `${hops.length} hop${hops.length === 1 ? '' : 's'}: ${countsText(hops)}${before}`
}

/** The walk as JSON; see docs/guide/ci.md. */
export function snapshotJson(releases: readonly string[], walk: SnapshotWalk): string {
  const [start, ...hops] = walk.hops
  const { file, revision, keys, objects, encrypted, unseen, kinds } = walk
  const snapshot = { file, revision, keys, objects, encrypted, unseen, kinds }
  const totals = {
    hops: hops.length,
    ...totalsOf(hops.map(({ status }) => status)),
    exitCode: snapshotExitCode(walk),
  }
  return jsonText({ releases, snapshot, start, hops, totals })
}
