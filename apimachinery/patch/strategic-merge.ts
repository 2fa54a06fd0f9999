// Upstream: k8s.io/apimachinery pkg/util/strategicpatch/patch.go

import { withNotesOf } from '../given-empty.ts'
import { showGoType } from '../go-print/untyped.ts'
import { deepCopy, getOwn, isObject, type JsonObject, type JsonValue, setOwn } from '../json.ts'
import type { SchemaLookup } from '../scheme/schema-lookup.ts'
import { directiveKey, type MergeObjects, removeDirectives } from './directives.ts'
import { PatchType } from './patch-meta.ts'
import { setElementOrders } from './set-element-order.ts'
import { badPatchType, badPrimitiveListFormat, badRetainKeysFormat } from './strategic-errors.ts'
import { mergeList } from './strategic-list.ts'
import type { StrategicRules } from './strategic-rules.ts'

const retainKeys = '$retainKeys'
const deleteListPrefix = '$deleteFromPrimitiveList'
const orderPrefix = '$setElementOrder'

/** The patched object, which shares with the original what the patch leaves as it is, and the patch as upstream leaves it behind (directives taken out), which messages show. */
export interface StrategicMergeResult {
  readonly object: JsonObject
  readonly patch: JsonObject
}

/** Applies a strategic merge patch by the rules of a release. The inputs stay as they are. Throws PatchErrors. */
export function applyStrategicMergePatch(
  original: JsonObject,
  patch: JsonObject,
  typeName: string,
  lookup: SchemaLookup,
  rules: StrategicRules = {},
): StrategicMergeResult {
  const work = deepCopy(patch)
  const type = new PatchType(lookup, { $ref: typeName })
  return { object: mergeMap(original, work, type, rules), patch: work }
}

/** `given` with the changes of `patch`, which is changed itself. */
function mergeMap(given: JsonObject, patch: JsonObject, type: PatchType, rules: StrategicRules): JsonObject {
  const directive = getOwn(patch, directiveKey)
  if (directive !== undefined) return applyDirective(directive, patch)
  const original = withNotesOf(given, { ...given })
  applyRetainKeys(original, patch)
  const merge: MergeObjects = (a, b, item) => mergeMap(a, b, item, rules)
  setElementOrders(original, patch, type, merge, rules)
  for (const key of Object.keys(patch).sort()) {
    const value = patch[key] ?? null
    const deletes = key.startsWith(deleteListPrefix)
    mergeField(original, deletes ? deletionTarget(key) : key, value, { type, deletes, merge, rules })
  }
  return original
}

function applyDirective(directive: JsonValue, patch: JsonObject): JsonObject {
  if (directive === 'delete') return {}
  if (directive !== 'replace') throw badPatchType(directive, patch)
  delete patch[directiveKey]
  return patch
}

function deletionTarget(key: string): string {
  if (!key.startsWith(`${deleteListPrefix}/`)) throw badPrimitiveListFormat()
  return key.slice(deleteListPrefix.length + 1)
}

interface FieldMerge {
  readonly type: PatchType
  /** The value names items to take out of a list. */
  readonly deletes: boolean
  readonly merge: MergeObjects
  readonly rules: StrategicRules
}

function mergeField(
  original: JsonObject,
  key: string,
  value: JsonValue,
  { type, deletes, merge, rules }: FieldMerge,
): void {
  if (value === null) {
    delete original[key]
    return
  }
  const current = getOwn(original, key)
  if (current === undefined || !sameGoType(current, value)) {
    if (!deletes) setNew(original, key, discardNulls(value), rules)
  } else if (isObject(current)) {
    const { strategy, type: subtype } = type.forStruct(key)
    setOwn(original, key, strategy === 'replace' ? value : merge(current, value as JsonObject, subtype))
  } else if (Array.isArray(current)) {
    const { strategy, mergeKey, type: item } = type.forSlice(key)
    setOwn(
      original,
      key,
      strategy === 'merge' || (deletes && rules.keepsDirectives !== true)
        ? mergeList(current, value as JsonValue[], item, mergeKey, deletes, merge)
        : value,
    )
  } else setNew(original, key, value, rules)
}

const sameGoType = (a: JsonValue, b: JsonValue): boolean => showGoType(a) === showGoType(b)

function setNew(original: JsonObject, key: string, value: JsonValue, rules: StrategicRules): void {
  const kept = rules.keepsDirectives === true ? value : removeDirectives(value)
  if (kept === undefined) delete original[key]
  else setOwn(original, key, kept)
}

function discardNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) for (const item of value) discardNulls(item)
  else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      if (value[key] === null) delete value[key]
      else discardNulls(value[key]!)
    }
  }
  return value
}

/** `$retainKeys`: of the fields that the object has only those named stay; the patch may set no others. */
function applyRetainKeys(original: JsonObject, patch: JsonObject): void {
  const list = getOwn(patch, retainKeys)
  if (list === undefined) return
  delete patch[retainKeys]
  if (!Array.isArray(list)) throw badRetainKeysFormat()
  const kept = new Set(list)
  for (const key of Object.keys(patch)) {
    if (patch[key] === null || key.startsWith(deleteListPrefix) || key.startsWith(orderPrefix)) continue
    if (!kept.has(key)) throw badRetainKeysFormat()
  }
  for (const key of Object.keys(original)) if (!kept.has(key)) delete original[key]
}
