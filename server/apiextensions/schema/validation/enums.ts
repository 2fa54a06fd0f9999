// Upstream: k8s.io/kube-openapi/pkg/validation/validate/validator.go (basicCommonValidator)
import { isObject, withSortedKeys } from '../../../../apimachinery/json.ts'
import { isInt64 } from '../go-value.ts'

/** A text that is the same for equal values. */
export const identity = (value: unknown): string => JSON.stringify(withSortedKeys(value)) ?? ''

/** Equal as Go's reflect.DeepEqual has it: an empty list is not a missing one. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => deepEqual(item, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
  )
}

/** Go's string(int): the character of a code. */
const characterOf = (code: number): string =>
  code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd'

/** Whether a value, converted to the type of an allowed one, is that: Go converts a number to an integer and an integer to a character. */
function isValue(value: unknown, allowed: unknown): boolean {
  if (allowed === null) return false
  if (typeof value !== 'number') return deepEqual(value, allowed)
  if (typeof allowed === 'number') return (isInt64(allowed) ? Math.trunc(value) : value) === allowed
  return typeof allowed === 'string' && isInt64(value) && characterOf(value) === allowed
}

/** Whether an enum has a value; none has null. */
export const isInEnum = (value: unknown, allowed: readonly unknown[]): boolean =>
  value !== null && allowed.some((one) => isValue(value, one))
