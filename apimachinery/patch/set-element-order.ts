// Upstream: k8s.io/apimachinery pkg/util/strategicpatch/patch.go (mergePatchIntoOriginal, validatePatchWithSetOrderList)

import { showGoValue } from '../go-print/untyped.ts'
import { getOwn, isObject, type JsonObject, type JsonValue, setOwn } from '../json.ts'
import { directiveKey, listAt, type MergeObjects, removeDirectives } from './directives.ts'
import { normalizeElementOrder } from './element-order.ts'
import { PatchError } from './patch-error.ts'
import type { PatchType } from './patch-meta.ts'
import { badArgType, badSetElementOrderFormat, noMergeKey } from './strategic-errors.ts'
import { hasMaps, mergeList, partition } from './strategic-list.ts'
import type { StrategicRules } from './strategic-rules.ts'

const prefix = '$setElementOrder'

/** Merges the lists for which the patch gives an order (`$setElementOrder/<field>`), and takes them out of the patch. */
export function setElementOrders(
  original: JsonObject,
  patch: JsonObject,
  type: PatchType,
  merge: MergeObjects,
  rules: StrategicRules,
): void {
  for (const key of Object.keys(patch)) {
    if (!key.startsWith(prefix)) continue
    const order = listAt(patch, key)!
    delete patch[key]
    if (!key.startsWith(`${prefix}/`)) throw badSetElementOrderFormat()
    setOrder(original, patch, key.slice(prefix.length + 1), order, { type, merge, rules })
  }
}

function setOrder(
  original: JsonObject,
  patch: JsonObject,
  field: string,
  order: JsonValue[],
  { type, merge, rules }: { type: PatchType; merge: MergeObjects; rules: StrategicRules },
): void {
  const [before, change] = [listAt(original, field), listAt(patch, field)]
  const { strategy, mergeKey, type: item } = type.forSlice(field)
  checkOrder(change ?? [], order, mergeKey)
  if (before === undefined && change === undefined) return
  const merged = mergedList(before, change, rules, (a, b) =>
    strategy === 'merge' ? mergeList(a, b, item, mergeKey, false, merge) : b,
  )
  const [patchItems, serverOnly] = partition(merged, order, mergeKey)
  const maps = hasMaps(before ?? [], change ?? [])
  setOwn(original, field, normalizeElementOrder(patchItems, serverOnly, order, before ?? [], mergeKey, maps))
  delete patch[field]
}

function mergedList(
  before: JsonValue[] | undefined,
  change: JsonValue[] | undefined,
  rules: StrategicRules,
  merge: (before: JsonValue[], change: JsonValue[]) => JsonValue[],
): JsonValue[] {
  if (change === undefined) return before!
  if (before === undefined)
    return rules.keepsDirectives === true ? change : (removeDirectives(change) as JsonValue[])
  return merge(before, change)
}

/** What the patch adds or changes must stand in the order given. */
function checkOrder(change: readonly JsonValue[], order: readonly JsonValue[], mergeKey: string): void {
  if (order.length === 0 || change.length === 0) return
  const kept = mergeKey === '' ? change : change.filter(isKept)
  let i = 0
  let o = 0
  while (i < kept.length && o < order.length) {
    const item = kept[i]!
    if (isObject(item) && Object.hasOwn(item, directiveKey)) i++
    else if (sameItem(item, order[o++]!, mergeKey)) i++
  }
  if (i < kept.length && o >= order.length) {
    throw new PatchError(
      'internal',
      `The order in patch list:\n${showGoValue([...change])}\n doesn't match ${prefix} list:\n${showGoValue([...order])}\n`,
    )
  }
}

function isKept(item: JsonValue): boolean {
  if (!isObject(item)) throw badArgType('map[string]interface {}', item)
  return getOwn(item, directiveKey) !== 'delete'
}

function sameItem(a: JsonValue, b: JsonValue, mergeKey: string): boolean {
  if (mergeKey === '') return a === b
  return keyOf(a, mergeKey) === keyOf(b, mergeKey)
}

function keyOf(item: JsonValue, mergeKey: string): JsonValue {
  if (!isObject(item)) throw badArgType('map[string]interface {}', item)
  const key = getOwn(item, mergeKey)
  if (key === undefined) throw noMergeKey(item, mergeKey)
  return key
}
