// Equality and order of values. Upstream: cel-go common/types (Equal, Compare)
import { CelType } from '../types/type.ts'
import {
  CelError,
  type CelList,
  type CelMap,
  type CelValue,
  Duration,
  isLibraryValue,
  isList,
  isMap,
  Optional,
  Timestamp,
  Uint,
} from './value.ts'

/** The error of a function that does not take values of these types. */
export const noSuchOverload = new CelError('no such overload')

/** The error of a function that does nothing with values of this type. Some types answer for themselves. */
export const lacking = (value: CelValue, name: string): CelError =>
  typeof value === 'string' || value instanceof Timestamp || value instanceof Duration
    ? noSuchOverload
    : new CelError(`no such overload: ${name}`)

/** The number of an int, uint or double; undefined for other values. */
function numeric(value: CelValue): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value
  return value instanceof Uint ? value.value : undefined
}

/** Integers beside doubles are compared as doubles, as upstream does. */
function compareNumbers(a: bigint | number, b: bigint | number): -1 | 0 | 1 {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0
  const [left, right] = [Number(a), Number(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Whether two values are equal; values of different types are not, but numbers. An error where a library refuses. */
export function equal(a: CelValue, b: CelValue): boolean | CelError {
  if (typeof a === 'string') return a === b
  if (a instanceof CelError) return a
  if (a === null || b === null) return a === b
  const [left, right] = [numeric(a), numeric(b)]
  if (left !== undefined && right !== undefined) {
    if (Number.isNaN(left) || Number.isNaN(right)) return false
    return compareNumbers(left, right) === 0
  }
  if ((isList(a) || isMap(a)) && a.equals) return a.equals(b)
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  if (isList(a)) return isList(b) && equalLists(a, b)
  if (isMap(a)) return isMap(b) && equalMaps(a, b)
  return equalObjects(a, b)
}

function equalObjects(a: CelValue, b: CelValue): boolean | CelError {
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanos === b.nanos
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos
  if (a instanceof CelType) return b instanceof CelType && a.name === b.name
  if (a instanceof Optional) return b instanceof Optional && equalOptionals(a, b)
  if (!isLibraryValue(a)) return false
  return isLibraryValue(b) && a.type.equals(b.type) ? a.equals(b) : noSuchOverload
}

function equalOptionals({ value: a }: Optional, { value: b }: Optional): boolean | CelError {
  return a === undefined || b === undefined ? a === b : equal(a, b)
}

/** Whether lists are equal; elements whose comparison is an error count as equal, as upstream. */
function equalLists(a: CelList, b: CelList): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (equal(a.at(i), b.at(i)) === false) return false
  return true
}

function equalMaps(a: CelMap, b: CelMap): boolean {
  if (a.size !== b.size) return false
  for (const key of a.keys()) {
    const [left, right] = [a.get(key), b.get(key)]
    if (left === undefined && right === undefined) continue
    if (right === undefined || left === undefined || equal(left, right) === false) return false
  }
  return true
}

/** Whether a list holds a value. */
export function contains(list: CelList, value: CelValue): boolean | CelError {
  if (list.has) return list.has(value)
  for (const one of list) if (equal(value, one) === true) return true
  return false
}

/** -1, 0 or 1; an error where the two have no order. */
export function compare(a: CelValue, b: CelValue): -1 | 0 | 1 | CelError {
  const [left, right] = [numeric(a), numeric(b)]
  if (left !== undefined) {
    if (Number.isNaN(left)) return new CelError('NaN values cannot be ordered')
    if (right === undefined) return noSuchOverload
    if (Number.isNaN(right)) return new CelError('NaN values cannot be ordered')
    return compareNumbers(left, right)
  }
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return order(Number(a), Number(b))
  if (a instanceof Timestamp && b instanceof Timestamp) return order(a.nanos, b.nanos)
  if (a instanceof Duration && b instanceof Duration) return order(a.nanos, b.nanos)
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b)
  return noSuchOverload
}

const order = <T extends bigint | number>(a: T, b: T): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0)

/** The order of texts by their bytes in UTF-8, which is the order of code points. */
function compareTexts(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** Whether values of this type have an order. */
export const isOrdered = (value: CelValue): boolean =>
  numeric(value) !== undefined ||
  ['string', 'boolean'].includes(typeof value) ||
  value instanceof Timestamp ||
  value instanceof Duration ||
  value instanceof Uint8Array
