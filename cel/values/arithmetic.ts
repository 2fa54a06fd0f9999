// Adding, subtracting and the like. Upstream: cel-go common/types (Add, Divide, …), overflow.go
import { lacking, noSuchOverload } from './equality.ts'
import { spanOf, timeOf } from './time.ts'
import {
  CelError,
  type CelList,
  type CelValue,
  Duration,
  isList,
  Timestamp,
  Uint,
  ValueList,
} from './value.ts'

const [minInt, maxInt, maxUint] = [-(1n << 63n), (1n << 63n) - 1n, (1n << 64n) - 1n]

/** The int, or an error where the number does not fit into 64 bits. */
export const int = (value: bigint): bigint | CelError =>
  value < minInt || value > maxInt ? new CelError('integer overflow') : value
/** The uint, or an error where the number is negative or does not fit into 64 bits. */
export const uint = (value: bigint): Uint | CelError =>
  value < 0n || value > maxUint ? new CelError('unsigned integer overflow') : new Uint(value)

/** A list that grows while a loop makes it, which nobody else sees. */
export class GrowingList extends ValueList {
  readonly #grown: CelValue[]
  constructor() {
    const items: CelValue[] = []
    super(items)
    this.#grown = items
  }
  push(more: CelList): this {
    for (const one of more) this.#grown.push(one)
    return this
  }
}

function addLists(a: CelList, b: CelList): CelValue {
  if (a instanceof GrowingList) return a.push(b)
  if (a.add) return a.add(b)
  if (a.length === 0) return b
  return b.length === 0 ? a : new ValueList([...a, ...b])
}

function addTimes(a: CelValue, b: CelValue): CelValue {
  if (a instanceof Duration && b instanceof Duration) return spanOf(a.nanos + b.nanos)
  if (a instanceof Duration && b instanceof Timestamp) return timeOf(a.nanos + b.nanos)
  return a instanceof Timestamp && b instanceof Duration ? timeOf(a.nanos + b.nanos) : noSuchOverload
}

/** a + b */
export function add(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(a + b)
  if (typeof a === 'number' && typeof b === 'number') return a + b
  if (typeof a === 'string' && typeof b === 'string') return a + b
  if (a instanceof Uint && b instanceof Uint) return uint(a.value + b.value)
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.concat([a, b])
  if (isList(a)) return isList(b) ? addLists(a, b) : noSuchOverload
  if (a instanceof Duration || a instanceof Timestamp) return addTimes(a, b)
  return adds(a) ? noSuchOverload : lacking(a, '_+_')
}
const adds = (a: CelValue): boolean =>
  ['bigint', 'number', 'string'].includes(typeof a) || a instanceof Uint || a instanceof Uint8Array

/** a - b */
export function subtract(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(a - b)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (a instanceof Uint && b instanceof Uint) return uint(a.value - b.value)
  if (a instanceof Duration && b instanceof Duration) return spanOf(a.nanos - b.nanos)
  if (a instanceof Timestamp && b instanceof Duration) return timeOf(a.nanos - b.nanos)
  if (a instanceof Timestamp && b instanceof Timestamp) return spanOf(a.nanos - b.nanos)
  const subtracts = isNumber(a) || a instanceof Duration || a instanceof Timestamp
  return subtracts ? noSuchOverload : lacking(a, '_-_')
}

const isNumber = (a: CelValue): boolean => isWhole(a) || typeof a === 'number'
const isWhole = (a: CelValue): boolean => typeof a === 'bigint' || a instanceof Uint

/** a * b */
export function multiply(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(a * b)
  if (typeof a === 'number' && typeof b === 'number') return a * b
  if (a instanceof Uint && b instanceof Uint) return uint(a.value * b.value)
  return isNumber(a) ? noSuchOverload : lacking(a, '_*_')
}

/** a / b */
export function divide(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'number' && typeof b === 'number') return a / b
  if (typeof a === 'bigint' && typeof b === 'bigint')
    return b === 0n ? new CelError('division by zero') : int(a / b)
  if (a instanceof Uint && b instanceof Uint)
    return b.value === 0n ? new CelError('division by zero') : uint(a.value / b.value)
  return isNumber(a) ? noSuchOverload : lacking(a, '_/_')
}

/** a % b */
export function modulo(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    if (b === 0n) return new CelError('modulus by zero')
    return a === minInt && b === -1n ? new CelError('integer overflow') : a % b
  }
  if (a instanceof Uint && b instanceof Uint)
    return b.value === 0n ? new CelError('modulus by zero') : uint(a.value % b.value)
  return isWhole(a) ? noSuchOverload : lacking(a, '_%_')
}

/** -a */
export function negate(a: CelValue): CelValue {
  if (typeof a === 'bigint') return int(-a)
  if (typeof a === 'number') return -a
  if (a instanceof Duration) return spanOf(-a.nanos)
  return typeof a === 'boolean' ? noSuchOverload : lacking(a, '-_')
}
