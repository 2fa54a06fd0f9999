// Tables of which release serves which version of an API: a row for each release, a column for each version.
import { getOwn } from '../../apimachinery/json.ts'
import { tableRows } from '../table-rows.ts'
import type { Claim } from './claim.ts'

type Served = Extract<Claim, { kind: 'served' }>

const isRelease = /^(?:(?:kubernetes|k8s)(?:\s+(?:release|version))?|release|version|minor)$/i
const version = /^(?:([a-z][a-z0-9.-]*)\/)?(v\d+(?:(?:alpha|beta)\d+)?)$/
const cells: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  x: true,
  '✓': true,
  '✔': true,
  '✅': true,
  served: true,
  available: true,
  no: false,
  n: false,
  '-': false,
  '–': false,
  '—': false,
  '✗': false,
  '✘': false,
  '❌': false,
  'not served': false,
  removed: false,
  gone: false,
}
const plain = (cell: string | undefined): string => (cell ?? '').replace(/[`*_]/g, '').trim()

/** The one API group that a text names in code. */
function groupIn(text: string): string | undefined {
  const [group, ...others] = new Set(
    [...text.matchAll(/`([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*)(?:\/v\d\w*)?`/g)].flatMap(([, one]) =>
      one!.includes('.') || /^(?:apps|batch|policy|autoscaling|extensions)$/.test(one!) ? [one!] : [],
    ),
  )
  return others.length === 0 ? group : undefined
}

/**
 * What each cell says of a version of an API in a release; undefined of any other paragraph, and where a title or a cell is not understood.
 * @param raw with its line breaks, which begin at `line` @param above the text before it, which names the group where no title does
 */
export function servedTable(raw: string, line: number, above: string | undefined): Served[] | undefined {
  const table = tableRows(raw)
  const [first = '', ...titles] = table?.titles ?? []
  if (table === undefined || titles.length === 0 || !isRelease.test(first.trim())) return undefined
  const named = groupIn(above ?? '')
  const versions = titles.map((title) => {
    const [, group = named, one] = version.exec(plain(title)) ?? []
    return group === undefined || one === undefined ? undefined : `${group}/${one}`
  })
  if (versions.includes(undefined)) return undefined
  const claims: Served[] = []
  for (const [row, [told, ...said]] of table.rows.entries()) {
    const release = /^v?(1\.\d+)(?:\.\d+)?$/.exec(plain(told))?.[1]
    if (release === undefined || said.length !== versions.length) return undefined
    for (const [at, cell] of said.entries()) {
      const isServed = getOwn(cells, plain(cell).toLowerCase())
      if (isServed === undefined) return undefined
      claims.push({
        kind: 'served',
        version: versions[at]!,
        negated: !isServed,
        release,
        text: `${release}, ${versions[at]}: ${plain(cell)}`,
        line: line + row + 2,
      })
    }
  }
  return claims
}
