// Values of expressions. Upstream: cel-go common/types
import {
  boolType,
  bytesType,
  CelType,
  doubleType,
  durationType,
  dynType,
  errorType,
  intType,
  listOf,
  mapOf,
  nullType,
  objectType,
  opaque,
  stringType,
  timestampType,
  typeType,
  uintType,
} from '../types/type.ts'

/** An unsigned number of 64 bits. */
export class Uint {
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

/** A point in time, in nanoseconds since 1970. */
export class Timestamp {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

/** A span of time in nanoseconds. */
export class Duration {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

/** The error of an evaluation. It is passed on like a value: `true || 1 / 0 > 1` holds. */
export class CelError {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** A value or none. */
export class Optional {
  static readonly none = new Optional(undefined)
  readonly value: CelValue | undefined

  constructor(value: CelValue | undefined) {
    this.value = value
  }
}

/** A list. */
export interface CelList extends Iterable<CelValue> {
  readonly kind: 'list'
  readonly length: number
  at(index: number): CelValue
  /** Equality for lists that compare in their own way: sets. */
  equals?(other: CelValue): boolean | CelError
  /** Whether the list has the element; an error where a comparison fails. */
  has?(value: CelValue): boolean | CelError
  /** Addition for lists that add in their own way: sets. */
  add?(other: CelList): CelList | CelError
}

/** A map or an object. */
export interface CelMap {
  readonly kind: 'map'
  readonly size: number
  /** The value of a key; undefined: the map does not have it. */
  get(key: CelValue): CelValue | undefined
  keys(): Iterable<CelValue>
  /** Equality for maps that compare in their own way: objects. */
  equals?(other: CelValue): boolean | CelError
}

/** A value of a library: an IP address, a quantity. */
export interface LibraryValue {
  readonly kind: 'library'
  readonly type: CelType
  /** Whether it equals another value of its type; an error where the two are not compared. */
  equals(other: LibraryValue): boolean | CelError
  /** The size of the value in cost computations; undefined: it has none. */
  readonly size?: number
  /** The text for conversions to string and for messages. */
  toString(): string
}

/** A value of an expression, or the error that its evaluation ended with. */
export type CelValue =
  | null
  | boolean
  | string
  | bigint
  | number
  | Uint
  | Uint8Array
  | Timestamp
  | Duration
  | CelList
  | CelMap
  | CelType
  | Optional
  | LibraryValue
  | CelError

/** A list of values that are there already. */
export class ValueList implements CelList {
  readonly kind = 'list'
  readonly items: readonly CelValue[]

  constructor(items: readonly CelValue[]) {
    this.items = items
  }
  get length(): number {
    return this.items.length
  }
  at(index: number): CelValue {
    return this.items[index]!
  }
  [Symbol.iterator](): Iterator<CelValue> {
    return this.items[Symbol.iterator]()
  }
}

/** A text that is the same for equal keys: numbers of any type are compared by their value. */
export function keyOf(key: CelValue): string | undefined {
  switch (typeof key) {
    case 'string':
      return `s${key}`
    case 'bigint':
      return `n${key}`
    case 'boolean':
      return `b${key}`
    case 'number':
      return Number.isInteger(key) ? `n${BigInt(key)}` : `d${key}`
    default:
      return key instanceof Uint ? `n${key.value}` : undefined
  }
}

/** A map of values that are there already. */
export class ValueMap implements CelMap {
  readonly kind = 'map'
  readonly #entries: Map<string, readonly [CelValue, CelValue]>
  constructor(entries: Iterable<readonly [CelValue, CelValue]>) {
    this.#entries = new Map()
    for (const entry of entries) this.#entries.set(keyOf(entry[0]) ?? '', entry)
  }
  get size(): number {
    return this.#entries.size
  }
  get(key: CelValue): CelValue | undefined {
    const text = keyOf(key)
    return text === undefined ? undefined : this.#entries.get(text)?.[1]
  }
  *keys(): Iterable<CelValue> {
    for (const [key] of this.#entries.values()) yield key
  }
}

/** An object that an expression makes: `Object.spec{replicas: 3}`. */
export class ObjectValue extends ValueMap {
  /** The name of the object's type in expressions. */
  readonly typeName: string
  constructor(typeName: string, fields: ReadonlyMap<string, CelValue>) {
    super(fields)
    this.typeName = typeName
  }
}

/** Whether a value is a list. */
export const isList = (value: CelValue): value is CelList =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'list' &&
  !(value instanceof CelType)
/** Whether a value is a map or an object. */
export const isMap = (value: CelValue): value is CelMap =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'map' &&
  !(value instanceof CelType)
/** Whether a value is one of a library's. */
export const isLibraryValue = (value: CelValue): value is LibraryValue =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'library'

const listType = listOf(dynType)
const mapType = mapOf(dynType, dynType)
const optionalType = opaque('optional_type')

/** The type of a value; of a list or a map without that of its elements. */
export function typeOf(value: CelValue): CelType {
  switch (typeof value) {
    case 'boolean':
      return boolType
    case 'string':
      return stringType
    case 'bigint':
      return intType
    case 'number':
      return doubleType
    default:
      return typeOfObject(value)
  }
}

function typeOfObject(value: Exclude<CelValue, boolean | string | bigint | number>): CelType {
  if (value === null) return nullType
  if (value instanceof Uint) return uintType
  if (value instanceof Uint8Array) return bytesType
  if (value instanceof Timestamp) return timestampType
  if (value instanceof Duration) return durationType
  if (value instanceof CelType) return typeType
  if (value instanceof Optional) return optionalType
  if (value instanceof CelError) return errorType
  if (value instanceof ObjectValue) return objectType(value.typeName)
  if (value.kind === 'list') return listType
  return value.kind === 'map' ? mapType : value.type
}

/** The number of code points of a text. */
export function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count--
  return count
}

/** The size of a value that has one: of a text in code points, of bytes, lists and maps. */
export function sizeOf(value: CelValue): number | undefined {
  if (typeof value === 'string') return codePoints(value)
  if (value instanceof Uint8Array) return value.length
  if (isList(value)) return value.length
  if (isMap(value)) return value.size
  return isLibraryValue(value) ? value.size : undefined
}
