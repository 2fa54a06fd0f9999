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
    if (cells.length !== releases.length) return undefined
    if (gate === undefined && cells.every((cell, at) => isImageOf(cell, releases[at]!))) continue
    if (gate === undefined) return undefined
    for (const [at, cell] of cells.entries()) {
      const text = `In ${releases[at]} \`${gate}\` is ${cell.replace(/[`*]/g, '')}.`
      const remarks = gateRemarks({ text, line: line + row + 2 })
      if (remarks === undefined || remarks.left !== '' || remarks.claims.length === 0) return undefined
      claims.push(...remarks.claims)
    }
  }
  return claims.length === 0 ? undefined : claims
}

/** `kindest/node:v1.31.0` in the column of 1.31. */
const isImageOf = (cell: string, release: string): boolean =>
  new RegExp(String.raw`^\`?[a-z][\w./-]{1,80}:v?${release.replace('.', '\\.')}(?:\.\d{1,3})?\`?$`).test(cell)

/** Whether a table says how gates stand, be it understood or not: a gate's name in a row with on, off or a stage. */
export const listsGates = (raw: string): boolean =>
  tableRows(raw)?.rows.some(
    ([first = '', ...cells]) =>
      gateName.test(first) &&
      cells.some((cell) =>
        /^`?(?:on|off|true|false|enabled|disabled|alpha|beta|ga|deprecated)\b/i.test(cell),
      ),
  ) === true
