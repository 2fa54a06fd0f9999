// `kepsim skew --rerun FILE`: the cells that did not pass last time.
import { readFileSync } from 'node:fs'
import { isObject } from '../apimachinery/json.ts'
import { systemReason } from '../component-base/system-error.ts'
import { InputError } from '../replay/input-error.ts'
import type { Cell } from '../replay/skew/cell.ts'

/**
 * The cells that a report of `--json` has not as passed, or does not have at all, as one that was ended. Throws InputError.
 *
 * @param file undefined: all of them
 */
export function rerunCells(cells: readonly Cell[], file: string | undefined): Cell[] {
  if (file === undefined) return [...cells]
  const done = new Set(reportedCells(file))
  const left = cells.filter(({ id }) => !done.has(id))
  if (left.length === 0 && cells.length > 0)
    throw new InputError('', undefined, `--rerun ${file}: all cells of this matrix have passed there`)
  return left
}

/** The ids of the cells that need not run again. */
function reportedCells(file: string): string[] {
  const fail = (message: string): never => {
    throw new InputError('', undefined, `--rerun ${file}: ${message}`)
  }
  let report: unknown
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return fail(systemReason(error) ?? 'this is not JSON')
  }
  const cells = isObject(report) ? report['cells'] : undefined
  if (!Array.isArray(cells)) return fail("this is no report of 'kepsim skew --json'")
  return cells.flatMap((cell: unknown) =>
    isObject(cell) &&
    typeof cell['id'] === 'string' &&
    ['passed', 'unsupported'].includes(String(cell['status']))
      ? [cell['id']]
      : [],
  )
}
