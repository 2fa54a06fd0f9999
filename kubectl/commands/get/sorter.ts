// --sort-by.
// Upstream: kubectl/pkg/cmd/get/sorter.go
import { Quantity } from '../../../apimachinery/quantity.ts'
import { KubectlError } from '../../errors.ts'
import { relaxedJsonPath, selectPath } from '../../printers/jsonpath.ts'

/** The items in the order of a field. Throws where no item has it. */
export function sortByField<T>(items: readonly T[], field: string, objectOf: (item: T) => unknown): T[] {
  const { found, items: sorted } = inOrderOf(items, field, objectOf)
  if (!found && items.length > 0)
    throw new KubectlError(
      `couldn't find any field with path "${relaxedJsonPath(field)}" in the list of objects`,
    )
  return sorted
}

function inOrderOf<T>(all: readonly T[], field: string, objectOf: (item: T) => unknown) {
  const keyed = all.map((item) => ({ item, key: selectPath(field, objectOf(item))[0] }))
  const found = keyed.some(({ key }) => key !== undefined)
  return { found, items: keyed.sort((a, b) => compare(a.key, b.key)).map(({ item }) => item) }
}

/**
 * The rows of a table in the order of a field; a single one as it is, and none where no row has the field: upstream drops the error
 * of the printer that sorts, and tells that nothing was found.
 */
export function sortedRows<R extends { object?: unknown }>(rows: readonly R[], field: string): R[] {
  if (rows.length < 2) return [...rows]
  const { found, items } = inOrderOf(rows, field, (row) => row.object)
  return found ? items : []
}

function compare(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [x, y] = [String(a), String(b)]
  const [p, q] = [quantity(x), quantity(y)]
  if (p !== undefined && q !== undefined) return p - q
  return x < y ? -1 : x > y ? 1 : 0
}

function quantity(text: string): number | undefined {
  try {
    return Quantity.parse(text).toNumber()
  } catch {
    return undefined
  }
}
