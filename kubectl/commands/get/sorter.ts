// --sort-by.
// Upstream: kubectl/pkg/cmd/get/sorter.go
import { Quantity } from '../../../apimachinery/quantity.ts'
import { KubectlError } from '../../errors.ts'
import { relaxedJsonPath, selectPath } from '../../printers/jsonpath.ts'

/** The items in the order of a field. Throws where no item has it. */
export function sortByField<T>(items: readonly T[], field: string, objectOf: (item: T) => unknown): T[] {
  if (items.length === 0) return []
  const keyed = items.map((item) => ({ item, key: selectPath(field, objectOf(item))[0] }))
  if (keyed.every(({ key }) => key === undefined))
    throw new KubectlError(
      `couldn't find any field with path "${relaxedJsonPath(field)}" in the list of objects`,
    )
  return keyed.sort((a, b) => compare(a.key, b.key)).map(({ item }) => item)
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
