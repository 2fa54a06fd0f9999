// Upstream: k8s.io/apimachinery/pkg/api/equality (Semantic), for objects whose zero values are left out
import { getOwn } from '../../../apimachinery/json.ts'
import { Quantity } from '../../../apimachinery/quantity.ts'

const quantityMaps = new Set([
  'limits',
  'requests',
  'overhead',
  'capacity',
  'allocatable',
  'hard',
  'used',
  'allocatedResources',
  'podFixed',
])

/** Equality of two values of the API: missing is zero for plain fields, quantities are compared as numbers. */
export function semanticDeepEqual(a: unknown, b: unknown, isQuantity = false): boolean {
  if (a === b) return true
  const [left, right] = [plain(a), plain(b)]
  if (left === undefined || right === undefined) return left === right
  if (isQuantity && typeof left !== 'object' && typeof right !== 'object')
    return sameQuantity(String(left), String(right))
  if (typeof left !== 'object' || typeof right !== 'object') return left === right
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, i) => semanticDeepEqual(item, right[i]))
    )
  }
  const [one, two] = [left as Record<string, unknown>, right as Record<string, unknown>]
  for (const key of new Set([...Object.keys(one), ...Object.keys(two)])) {
    const quantity = isQuantity || key === 'sizeLimit' || key === 'divisor'
    if (
      !semanticDeepEqual(
        getOwn(one, key),
        getOwn(two, key),
        quantity || (quantityMaps.has(key) && !Array.isArray(one[key])),
      )
    )
      return false
  }
  return true
}

/** Without what decoding would leave out: null, empty lists and maps. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value
  return value
}

function sameQuantity(a: string, b: string): boolean {
  if (a === b) return true
  try {
    return Quantity.parse(a).compare(Quantity.parse(b)) === 0
  } catch {
    return false
  }
}
