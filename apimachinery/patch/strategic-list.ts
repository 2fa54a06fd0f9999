// Upstream: k8s.io/apimachinery pkg/util/strategicpatch/patch.go (mergeSlice and below)

import { showGoType, showGoValue } from '../go-print/untyped.ts'
import { getOwn, isObject, type JsonObject, type JsonValue, setOwn } from '../json.ts'
import { directiveKey, type MergeObjects } from './directives.ts'
import { identity, normalizeElementOrder } from './element-order.ts'
import { PatchError } from './patch-error.ts'
import type { PatchType } from './patch-meta.ts'
import { badArgType, badPatchType, noListOfLists, noMergeKey } from './strategic-errors.ts'

/** Merges two lists: maps by their merge key, scalars as sets. `deletes`: the patch names scalars to take out. */
export function mergeList(
  original: JsonValue[],
  patch: JsonValue[],
  type: PatchType,
  mergeKey: string,
  deletes: boolean,
  merge: MergeObjects,
): JsonValue[] {
  if (original.length === 0 && patch.length === 0) return original
  const maps = hasMaps(original, patch)
  if (!maps) {
    if (deletes) {
      const gone = new Set(patch)
      return original.filter((item) => !gone.has(item))
    }
    const merged = [...new Set([...original, ...patch])]
    const [patchItems, serverOnly] = partition(merged, patch, mergeKey)
    return normalizeElementOrder(patchItems, serverOnly, patch, original, mergeKey, false)
  }
  if (mergeKey === '')
    throw new PatchError('internal', `cannot merge lists without merge key for ${type.kind}`)
  const split = applyItemDirectives(original, patch as JsonObject[], mergeKey)
  const merged = mergeItems(split.original, split.patch, type, mergeKey, merge)
  const [patchItems, serverOnly] = partition(merged, split.patch, mergeKey)
  return normalizeElementOrder(patchItems, serverOnly, split.patch, split.original, mergeKey, true)
}

/** Whether the items are maps. Throws where they are not all of one type. */
export function hasMaps(...lists: readonly (readonly JsonValue[])[]): boolean {
  const [first, ...rest] = lists.flat(1)
  if (first === undefined) throw new PatchError('internal', 'no elements in any of the given slices')
  if (Array.isArray(first)) throw noListOfLists()
  const type = showGoType(first)
  if (rest.some((item) => showGoType(item) !== type)) {
    throw new PatchError(
      'internal',
      `list element types are not identical: ${showGoValue(lists as JsonValue[][])}`,
    )
  }
  return isObject(first)
}

/** The items that the order names, and the other items. */
export function partition(
  items: readonly JsonValue[],
  order: readonly JsonValue[],
  mergeKey: string,
): [JsonValue[], JsonValue[]] {
  if (mergeKey !== '') {
    for (const item of items) {
      if (!isObject(item)) throw badArgType('map[string]interface {}', item)
      if (getOwn(item, mergeKey) === undefined) throw noMergeKey(item, mergeKey)
    }
    for (const [i, item] of order.entries())
      if (!isObject(item)) throw new PatchError('internal', `value for key ${i} is not a map`)
  }
  const named = new Set(order.map((item) => identity(item, mergeKey)))
  const inOrder = (item: JsonValue): boolean => named.has(identity(item, mergeKey))
  return [items.filter(inOrder), items.filter((item) => !inOrder(item))]
}

/** Takes out what `$patch: delete` names; with `$patch: replace` the other items of the patch take the place of the list. */
function applyItemDirectives(
  original: JsonValue[],
  patch: JsonObject[],
  mergeKey: string,
): { original: JsonValue[]; patch: JsonObject[] } {
  const gone = new Set<JsonValue>()
  let replace = false
  const plain: JsonObject[] = []
  for (const item of patch) {
    const directive = getOwn(item, directiveKey)
    if (directive === undefined) plain.push(item)
    else if (directive === 'delete') {
      const key = getOwn(item, mergeKey)
      if (key === undefined) throw noMergeKey(item, mergeKey)
      gone.add(key)
    } else if (directive === 'replace') replace = true
    else if (directive === 'merge')
      throw new PatchError('internal', 'merging lists cannot yet be specified in the patch')
    else throw badPatchType(directive, item)
  }
  if (replace) return { original: plain, patch: [] }
  const stays = (item: JsonValue): boolean =>
    !isObject(item) || !gone.has(getOwn(item, mergeKey) as JsonValue)
  return { original: gone.size === 0 ? original : original.filter(stays), patch: plain }
}

function mergeItems(
  original: readonly JsonValue[],
  patch: readonly JsonObject[],
  type: PatchType,
  mergeKey: string,
  merge: MergeObjects,
): JsonValue[] {
  const out = [...original]
  const places = new Map<JsonValue | undefined, number>()
  const note = (other: JsonValue, at: number): void => {
    const key = isObject(other) ? getOwn(other, mergeKey) : undefined
    if (key !== undefined && !places.has(key)) places.set(key, at)
  }
  out.forEach(note)
  for (const item of patch) {
    const key = getOwn(item, mergeKey)
    if (key === undefined) throw noMergeKey(item, mergeKey)
    const at = places.get(key)
    if (at === undefined) note(item, out.push(item) - 1)
    else {
      const merged = merge(out[at] as JsonObject, item, type)
      // Upstream changes the item where it is: one of the patch shows so in messages that show the patch.
      out[at] = at < original.length ? merged : become(out[at] as JsonObject, merged)
    }
  }
  return out
}

/** `object`, with the members of another. */
function become(object: JsonObject, other: JsonObject): JsonObject {
  for (const key of Object.keys(object)) if (!Object.hasOwn(other, key)) delete object[key]
  for (const key of Object.keys(other)) setOwn(object, key, other[key])
  return object
}
