// Upstream: k8s.io/apimachinery pkg/util/strategicpatch/patch.go (normalizeElementOrder and below)
import { getOwn, isObject, type JsonValue } from '../json.ts'
import { badArgType, noMergeKey } from './strategic-errors.ts'

/** The identity of an item: the value of its merge key, or the item itself in lists without one. */
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

/** By place; see {@link asInserted} for items that have none. */
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
  return [...asInserted(out, out.map(place)), ...items.filter(isDeletion)]
}

/**
 * What an insertion sort makes of the items with upstream's comparison, which is no order where an item has no place: such an item
 * moves to the front, any other behind the last one before it that has no later place.
 */
function asInserted(
  items: readonly JsonValue[],
  places: readonly (number | undefined)[],
): readonly JsonValue[] {
  // Mostly a patch has the items in the order that it asks for.
  if (ascend(places)) return items
  const before = placedBefore(places)
  const next = new Map<number, number>()
  let first = -1
  for (let i = 0; i < items.length; i++) {
    const after = before.get(i)
    if (after === undefined) {
      next.set(i, first)
      first = i
    } else {
      next.set(i, next.get(after)!)
      next.set(after, i)
    }
  }
  const out: JsonValue[] = []
  for (let i = first; i >= 0; i = next.get(i)!) out.push(items[i]!)
  return out
}

/** Whether all have a place, and stand in the order of places. */
function ascend(places: readonly (number | undefined)[]): boolean {
  let last = -1
  for (const place of places) {
    if (place === undefined || place < last) return false
    last = place
  }
  return true
}

/** For each item the one with the next lower (or the same) place among those that stand before it. */
function placedBefore(places: readonly (number | undefined)[]): Map<number, number | undefined> {
  const placed = [...places.keys()].filter((i) => places[i] !== undefined)
  placed.sort((a, b) => places[a]! - places[b]! || a - b)
  const lower = new Map(placed.map((item, i) => [item, placed[i - 1]]))
  const higher = new Map(placed.map((item, i) => [item, placed[i + 1]]))
  const before = new Map<number, number | undefined>()
  // From the last item on: once an item is taken out, the others are linked as they stood before it came.
  for (let i = places.length - 1; i >= 0; i--) {
    if (places[i] === undefined) continue
    const [low, high] = [lower.get(i), higher.get(i)]
    before.set(i, low)
    if (low !== undefined) higher.set(low, high)
    if (high !== undefined) lower.set(high, low)
  }
  return before
}

function requireMergeKeys(mergeKey: string, items: readonly JsonValue[]): void {
  for (const item of items) {
    if (!isObject(item)) throw badArgType('map[string]interface {}', item)
    if (getOwn(item, mergeKey) === undefined) throw noMergeKey(item, mergeKey)
  }
}
