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

/** The values that an enum allows. */
export interface Allowed {
  /** The values as JSON. */
  readonly text: string
  /** Whether a value, converted to the type of an allowed one, is that: Go converts a number to an integer and an integer to a character. */
  has(value: unknown): boolean
}

function allowedOf(values: readonly unknown[]): Allowed {
  // A number is looked for by its value, and a list or an object by its text: a comparison with each takes a time that grows with both.
  const scalars = new Set(values.filter((one) => one !== null && typeof one !== 'object'))
  const texts = new Set(values.filter((one) => one !== null && typeof one === 'object').map(identity))
  const hasNumber = (value: number): boolean =>
    (!isInt64(value) && scalars.has(value)) ||
    (isInt64(Math.trunc(value)) && scalars.has(Math.trunc(value))) ||
    (isInt64(value) && scalars.has(characterOf(value)))
  return {
    text: JSON.stringify(values),
    has(value) {
      if (value === null) return false
      if (typeof value === 'number') return hasNumber(value)
      return typeof value === 'object' ? texts.size > 0 && texts.has(identity(value)) : scalars.has(value)
    },
  }
}

const known = new WeakMap<readonly unknown[], Allowed>()

/** What an enum allows; worked out once for each list of values. */
export function enumOf(values: readonly unknown[]): Allowed {
  const found = known.get(values) ?? allowedOf(values)
  known.set(values, found)
  return found
}
