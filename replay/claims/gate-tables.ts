// Tables of how gates stand: one row for each stage, as KEPs and the documentation of feature gates have them.
import { getOwn } from '../../apimachinery/json.ts'
import { tableRows } from '../table-rows.ts'
import type { Claim, GateStandingTest } from './claim.ts'
import { stageCalled } from './gate-remarks.ts'

type Standing = Extract<Claim, { kind: 'gate standing' }>

const titles = {
  gate: /^(?:feature\s+)?gate(?:\s+name)?$|^feature(?:\s+gate)?$/i,
  release: /^(?:kubernetes|k8s)$|^(?:(?:kubernetes|k8s)\s+)?(?:release|version)$/i,
  since: /^since$/i,
  until: /^until$/i,
  stage:
    /^(?:stage|status|maturity|phase|level|state)(?:\s+of\s+(?:the\s+)?(?:gate\s+|feature\s+)?[A-Z]\w+)?$/i,
  default: /^(?:default(?:\s+value)?|enabled|enabled by default|on by default)$/i,
} as const
type Column = keyof typeof titles

const values: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  yes: true,
  enabled: true,
  false: false,
  off: false,
  no: false,
  disabled: false,
}
const plain = (cell: string | undefined): string => (cell ?? '').replace(/[`*_]/g, '').trim()
const gateName = /^(?=.*[a-z0-9][A-Z])[A-Z][A-Za-z0-9]+$/

/** The one gate that a text names in code, if it names one. */
function gateIn(text: string): string | undefined {
  const [name, ...others] = new Set(
    [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => (gateName.test(code!) ? [code!] : [])),
  )
  return others.length === 0 ? name : undefined
}

/**
 * What each row of a table says of a gate in a release; undefined of any other paragraph, and where a cell is not understood.
 * @param raw with its line breaks, which begin at `line` @param above the text before it, which names the gate if no column does; else it
 * is the document's
 */
export function gateTable(raw: string, line: number, above: string | undefined): Standing[] | undefined {
  const table = tableRows(raw)
  if (table === undefined) return undefined
  const at = (column: Column): number => table.titles.findIndex((title) => titles[column].test(title))
  const known = Object.fromEntries((Object.keys(titles) as Column[]).map((column) => [column, at(column)]))
  const isRelease = known['release']! >= 0 || known['since']! >= 0
  if (!isRelease || (known['stage']! < 0 && known['default']! < 0)) return undefined
  // A column that is not known may say what the others mean.
  if (table.titles.length !== Object.values(known).filter((one) => one >= 0).length) return undefined
  // "| Beta | 1.27 |": of a stage it tells when that began, of a release what it has.
  const stages = table.rows.map((cells) => cells[known['stage']!])
  const isSince = known['stage'] === 0 && new Set(stages).size === stages.length
  const claims: Standing[] = []
  for (const [row, cells] of table.rows.entries()) {
    const cell = (column: Column): string => plain(known[column]! < 0 ? '' : cells[known[column]!])
    const told = cell('since') || cell('release')
    const release = /^v?(1\.\d+)(?:\.\d+)?$/.exec(told)?.[1]
    const stage = stageCalled(cell('stage'))
    const value = getOwn(values, cell('default').toLowerCase())
    const titled = /\bof\b.*?([A-Z]\w+)$/.exec(table.titles[known['stage']!] ?? '')?.[1]
    const gate = known['gate']! < 0 ? (titled ?? gateIn(above ?? '')) : cell('gate')
    const test: GateStandingTest = {
      ...(stage === undefined ? {} : { stage }),
      ...(value === undefined ? {} : { default: value }),
    }
    const unread =
      (cell('stage') !== '' && stage === undefined) || (cell('default') !== '' && value === undefined)
    // Both columns are of no other life: the gate is the document's.
    const isOwn = gate === undefined && stage !== undefined && (value !== undefined || isSince)
    if (release === undefined || unread || !(isOwn || gateName.test(gate ?? ''))) return undefined
    const said = {
      kind: 'gate standing' as const,
      ...(gate === undefined ? {} : { gate }),
      test,
      text: cells.join(' | '),
      line: line + row + 2,
    }
    claims.push({ ...said, release, ...(isSince || cell('since') !== '' ? { since: true as const } : {}) })
    const until = /^v?(1\.\d+)(?:\.\d+)?$/.exec(cell('until'))?.[1]
    if (until !== undefined) claims.push({ ...said, release: until })
  }
  return claims
}
