// Upstream: k8s.io/apimachinery pkg/util/strategicpatch/patch.go
import { isObject, type JsonObject, type JsonValue, setOwn } from '../json.ts'
import type { PatchType } from './patch-meta.ts'
import { badArgType } from './strategic-errors.ts'

/** The key of a directive in an object: `delete`, `replace` or `merge`. */
export const directiveKey = '$patch'

/** An object of a type with the changes of a patch, which may be changed itself. */
export type MergeObjects = (original: JsonObject, patch: JsonObject, type: PatchType) => JsonObject

/** The value without directives, changed in place as upstream does; undefined where the value is a directive itself. */
export function removeDirectives(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) return value.map(removeDirectives).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  if (Object.hasOwn(value, directiveKey)) return undefined
  for (const key of Object.keys(value)) {
    const kept = removeDirectives(value[key] ?? null)
    if (kept === undefined) delete value[key]
    else setOwn(value, key, kept)
  }
  return value
}

/** The list in a field; undefined where the field is missing. Throws where it holds something else. */
export function listAt(object: JsonObject, key: string): JsonValue[] | undefined {
  if (!Object.hasOwn(object, key)) return undefined
  const value = object[key]
  if (!Array.isArray(value)) throw badArgType('[]interface {}', value)
  return value
}
