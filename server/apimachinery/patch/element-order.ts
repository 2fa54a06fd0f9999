// Upstream: k8s.io/apimachinery pkg/util/strategicpatch/patch.go (normalizeElementOrder and below)
import { getOwn, isObject, type JsonValue } from '../json.ts'
import { badArgType, noMergeKey } from './strategic-errors.ts'

/** What identifies an item: the value of the merge key, or the item itself where there is none. */
export const identity = (item: JsonValue, mergeKey: string): JsonValue | undefined =>
  mergeKey === '' ? item : isObject(item) ? (getOwn(item, mergeKey) ?? null) : null

/** Lays the items that only the server has between those of the patch, close to where they were. */
export function normalizeElementOrder(
  patch: readonly JsonValue[],
  serverOnly: readonly JsonValue[],
  patchOrder: readonly JsonValue[],
  serverOrder: readonly JsonValue[],
  mergeKey: string,
  maps: boolean,
): JsonValue[] {
  const byKey = maps ? mergeKey : ''
  const right = sortByOrder(patch, patchOrder, mergeKey, maps)
  const left = sortByOrder(serverOnly, serverOrder, mergeKey, maps)
  const places = placesIn(serverOrder, byKey)
  const out: JsonValue[] = []
  let i = 0
  let j = 0
  while (i < left.length || j < right.length) {
    const l = i < left.length ? places.get(identity(left[i]!, byKey)) : undefined
    const r = j < right.length ? places.get(identity(right[j]!, byKey)) : undefined
    const takeLeft = j >= right.length || (i < left.length && l !== undefined && r !== undefined && l < r)
    out.push(takeLeft ? left[i++]! : right[j++]!)
  }
  return out
}

function placesIn(list: readonly JsonValue[], mergeKey: string): Map<JsonValue | undefined, number> {
  const places = new Map<JsonValue | undefined, number>()
  for (const [i, item] of list.entries()) {
    const id = identity(item, mergeKey)
    if (!places.has(id)) places.set(id, i)
  }
  return places
}

/** An insertion sort, because upstream's comparison is no order where an item has no place: it moves such items to the front. */
function sortByOrder(
  items: readonly JsonValue[],
  order: readonly JsonValue[],
  mergeKey: string,
  maps: boolean,
): JsonValue[] {
  if (maps) requireMergeKeys(mergeKey, [...items, ...order])
  const places = placesIn(order, maps ? mergeKey : '')
  const place = (item: JsonValue): number | undefined => places.get(identity(item, maps ? mergeKey : ''))
  const isDeletion = (item: JsonValue): boolean =>
    maps && isObject(item) && getOwn(item, '$patch') === 'delete'
  const out = items.filter((item) => !isDeletion(item))
  for (let i = 1; i < out.length; i++) {
    for (let j = i; j > 0; j--) {
      const [a, b] = [place(out[j]!), place(out[j - 1]!)]
      if (a !== undefined && b !== undefined && a >= b) break
      ;[out[j - 1], out[j]] = [out[j]!, out[j - 1]!]
    }
  }
  return [...out, ...items.filter(isDeletion)]
}

function requireMergeKeys(mergeKey: string, items: readonly JsonValue[]): void {
  for (const item of items) {
    if (!isObject(item)) throw badArgType('map[string]interface {}', item)
    if (getOwn(item, mergeKey) === undefined) throw noMergeKey(item, mergeKey)
  }
}
