// Upstream: gopkg.in/evanphx/json-patch.v4 merge.go, k8s.io/apiserver pkg/endpoints/handlers/patch.go

import { goJsonKind } from '../go-json-kind.ts'
import { getOwn, isObject, type JsonObject, type JsonValue, setOwn } from '../json.ts'
import { PatchError } from './patch-error.ts'

/**
 * Applies an RFC 7386 merge patch; the result shares parts with both. A list takes the place of the whole document
 * where the patch is not checked (fieldValidation Ignore), as upstream. Objects that the patch goes into have sorted keys.
 */
export function applyMergePatch(document: JsonObject, patch: JsonValue, checked = true): JsonValue {
  if (patch === null) throw new PatchError('bad-request', 'Invalid JSON Patch')
  if (isObject(patch)) return mergeObjects(document, patch)
  if (checked) {
    const message = `error decoding patch: json: cannot unmarshal ${goJsonKind(patch)} into Go value of type map[string]interface {}`
    throw new PatchError('bad-request', message)
  }
  if (!Array.isArray(patch)) throw new PatchError('bad-request', 'Invalid JSON Patch')
  return withoutNulls(patch)
}

function mergeObjects(document: JsonObject, patch: JsonObject): JsonObject {
  const out: JsonObject = {}
  for (const key of [...new Set([...Object.keys(document), ...Object.keys(patch)])].sort()) {
    const current = getOwn(document, key)
    const value = Object.hasOwn(patch, key) ? (patch[key] ?? null) : undefined
    if (value === undefined) setOwn(out, key, current)
    else if (value === null) continue
    else if (isObject(current)) setOwn(out, key, isObject(value) ? mergeObjects(current, value) : value)
    else setOwn(out, key, withoutNulls(value))
  }
  return out
}

/** Nulls in objects are dropped at every depth, those in lists stay. */
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const out: JsonObject = {}
  for (const key of Object.keys(value).sort())
    if (value[key] != null) setOwn(out, key, withoutNulls(value[key]))
  return out
}
