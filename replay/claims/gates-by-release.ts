// Tables of how gates stand, with a row for each gate and a column for each release: "| `A` | alpha, off by default | beta |".
import { tableRows } from '../table-rows.ts'
import { type GateRemarks, gateRemarks } from './gate-remarks.ts'

const minor = /^(?:(?:kubernetes|k8s|release|version)\s+)?v?(1\.\d\d)(?:\.\d+)?$/i
const gateName = /^`?((?=.*[a-z0-9][A-Z])[A-Z][A-Za-z0-9]+)`?$/

/**
 * What each cell says of a gate in a release; undefined of any other paragraph, and where a title or a cell is not understood.
 * @param raw with its line breaks, which begin at `line`
 */
export function gatesByRelease(raw: string, line: number): GateRemarks['claims'] | undefined {
  const table = tableRows(raw)
  const releases = table?.titles.slice(1).map((title) => minor.exec(title)?.[1]) ?? []
  if (table === undefined || releases.length === 0 || releases.includes(undefined)) return undefined
  const claims: GateRemarks['claims'] = []
  for (const [row, [first = '', ...cells]] of table.rows.entries()) {
    const gate = gateName.exec(first)?.[1]
    if (gate === undefined || cells.length !== releases.length) return undefined
    for (const [at, cell] of cells.entries()) {
      const text = `In ${releases[at]} \`${gate}\` is ${cell.replace(/[`*]/g, '')}.`
      const remarks = gateRemarks({ text, line: line + row + 2 })
      if (remarks === undefined || remarks.left !== '' || remarks.claims.length === 0) return undefined
      claims.push(...remarks.claims)
    }
  }
  return claims
}
