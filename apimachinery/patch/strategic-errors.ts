// Upstream: k8s.io/apimachinery pkg/util/mergepatch/errors.go

import { showGoType, showGoValue } from '../go-print/untyped.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import { PatchError } from './patch-error.ts'

export const badPrimitiveListFormat = (): PatchError =>
  new PatchError('bad-request', 'invalid patch format of primitive list')
export const badRetainKeysFormat = (): PatchError =>
  new PatchError('bad-request', 'invalid patch format of retainKeys')
export const badSetElementOrderFormat = (): PatchError =>
  new PatchError('bad-request', 'invalid patch format of setElementOrder list')
export const noListOfLists = (): PatchError =>
  new PatchError('unprocessable', 'lists of lists are not supported')

export const noMergeKey = (item: JsonObject, key: string): PatchError =>
  new PatchError('internal', `map: ${showGoValue(item)} does not contain declared merge key: ${key}`)

export function badArgType(expected: string, actual: JsonValue | undefined): PatchError {
  const type = actual === null || actual === undefined ? '%!s(<nil>)' : showGoType(actual)
  return new PatchError('internal', `expected a ${expected}, but received a ${type}`)
}

export function badPatchType(directive: JsonValue | undefined, item: JsonObject): PatchError {
  const text =
    typeof directive === 'string' ? directive : `%!s(${showGoType(directive)}=${showGoValue(directive)})`
  return new PatchError('internal', `unknown patch type: ${text} in map: ${showGoValue(item)}`)
}
