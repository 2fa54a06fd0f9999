// Upstream: k8s.io/apimachinery pkg/util/mergepatch/errors.go

import { showGoType, showGoValue } from '../go-print/untyped.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import { PatchError } from './patch-error.ts'

/** The error for a key `$deleteFromPrimitiveList` that names no list after a slash. */
export const badPrimitiveListFormat = (): PatchError =>
  new PatchError('bad-request', 'invalid patch format of primitive list')
/** The error for a `$retainKeys` that is no list, or lacks a field that the patch sets. */
export const badRetainKeysFormat = (): PatchError =>
  new PatchError('bad-request', 'invalid patch format of retainKeys')
/** The error for a key `$setElementOrder` that names no list after a slash, or for an order that misses items. */
export const badSetElementOrderFormat = (): PatchError =>
  new PatchError('bad-request', 'invalid patch format of setElementOrder list')
/** The error for a list whose items are lists. */
export const noListOfLists = (): PatchError =>
  new PatchError('unprocessable', 'lists of lists are not supported')

/** The error for an item without its list's merge key; upstream answers 500. */
export const noMergeKey = (item: JsonObject, key: string): PatchError =>
  new PatchError('internal', `map: ${showGoValue(item)} does not contain declared merge key: ${key}`)

/** The error for a value of another Go type than the merged field has (`[]interface {}`); upstream answers 500. */
export function badArgType(expected: string, actual: JsonValue | undefined): PatchError {
  const type = actual === null || actual === undefined ? '%!s(<nil>)' : showGoType(actual)
  return new PatchError('internal', `expected a ${expected}, but received a ${type}`)
}

/** The error for a `$patch` directive that does not exist; upstream answers 500. */
export function badPatchType(directive: JsonValue | undefined, item: JsonObject): PatchError {
  const text =
    typeof directive === 'string' ? directive : `%!s(${showGoType(directive)}=${showGoValue(directive)})`
  return new PatchError('internal', `unknown patch type: ${text} in map: ${showGoValue(item)}`)
}
