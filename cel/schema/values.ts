// JSON as values, by its schema. Upstream: k8s.io/apiserver/pkg/cel/common/valuesunstructured.go
import { semanticEqual } from '../../apimachinery/json.ts'
import { opaque } from '../types/type.ts'
import { equal, noSuchOverload } from '../values/equality.ts'
import {
  CelError,
  type CelList,
  type CelMap,
  type CelValue,
  isList,
  isMap,
  type LibraryValue,
  ValueList,
  ValueMap,
} from '../values/value.ts'
import { escapedName, type StructuralSchema, unescapedName, valuesOf, withTypeAndMeta } from './structural.ts'
import { formattedValue } from './texts.ts'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a decoder gives Go an int64. */
const isInt64 = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 63

/** The Go type that a JSON decoder gives the value. */
function goType(value: unknown): string {
  if (typeof value === 'number') return isInt64(value) ? 'int64' : 'float64'
  if (typeof value === 'boolean') return 'bool'
  if (Array.isArray(value)) return '[]interface {}'
  return isObject(value) ? 'map[string]interface {}' : typeof value
}

/** JSON of which nothing is known: whole numbers are int. */
export function plainValue(value: unknown): CelValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return isInt64(value) ? BigInt(value) : value
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return new ValueList(value.map(plainValue))
  return new ValueMap(Object.entries(value).map(([key, one]) => [key, plainValue(one)] as const))
}

/** The differences of releases in reading JSON as CEL values. */
export interface ValueRules {
  /** Whether objects can be equal that have a field that is null. */
  readonly comparesNulls: boolean
}

const currentRules: ValueRules = { comparesNulls: true }

/** An object whose fields become values where they are asked for. */
class SchemaMap implements CelMap {
  readonly kind = 'map'
  readonly #value: Json
  readonly #isObject: boolean
  readonly #schemaOf: (key: string) => StructuralSchema | undefined
  readonly #rules: ValueRules

  constructor(value: Json, schema: StructuralSchema, rules: ValueRules) {
    this.#value = value
    this.#rules = rules
    const { properties } = schema
    const values = properties ? undefined : valuesOf(schema)
    this.#isObject = properties !== undefined
    this.#schemaOf = values
      ? () => values
      : (key) => (properties && Object.hasOwn(properties, key) ? properties[key] : undefined)
  }
  get size(): number {
    return Object.keys(this.#value).length
  }
  get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return undefined
    const name = this.#isObject ? unescapedName(key) : key
    if (name === undefined || !Object.hasOwn(this.#value, name)) return undefined
    // A field that is null is as one that is not there.
    if (this.#isObject && this.#value[name] === null) return undefined
    const schema = this.#schemaOf(name)
    return schema && schemaValue(this.#value[name], schema, this.#rules)
  }
  *keys(): Iterable<CelValue> {
    for (const key of Object.keys(this.#value))
      if (this.#schemaOf(key)) yield this.#isObject ? (escapedName(key) ?? key) : key
  }
  equals(other: CelValue): boolean | CelError {
    if (!isMap(other)) return noSuchOverload
    if (this.size !== other.size) return false
    for (const key of Object.keys(this.#value)) {
      const same = this.#schemaOf(key) ? this.#sameField(key, other) : this.#sameUnknown(key, other)
      if (same !== true) return same
    }
    return true
  }
  /** @note Upstream asks both for the name as it is in the object. */
  #sameField(key: string, other: CelMap): boolean | CelError {
    const [mine, its] = [this.get(key), other.get(key)]
    if (mine !== undefined && its !== undefined) return equal(mine, its)
    return mine === its && this.#rules.comparesNulls
  }
  #sameUnknown(key: string, other: CelMap): boolean | CelError {
    if (!(other instanceof SchemaMap)) return noSuchOverload
    return !Object.hasOwn(other.#value, key) || semanticEqual(this.#value[key], other.#value[key])
  }
}

/** A list by its schema: its elements are compared one by one, and what they err on is the answer. */
class SchemaList extends ValueList {
  equals(other: CelValue): boolean | CelError {
    if (!isList(other)) return noSuchOverload
    if (this.length !== other.length) return false
    for (const [i, item] of this.items.entries()) {
      const same = equal(item, other.at(i))
      if (same !== true) return same
    }
    return true
  }
  has(value: CelValue): boolean | CelError {
    let failed: CelError | undefined
    for (const item of this.items) {
      const same = equal(item, value)
      if (same === true) return true
      if (typeof same !== 'boolean') failed ??= same
    }
    return failed ?? false
  }
}

/** An element of a set as Go knows it for the same: an int64 is no float64. Undefined for what is no scalar. */
function elementKey(value: unknown): string | undefined {
  if (typeof value === 'number') return `${isInt64(value) ? 'int64' : 'float64'} ${value}`
  return typeof value === 'object' && value !== null ? undefined : `${typeof value} ${value}`
}

/** The same of a value: of what is read by a format, no text is the same. */
function valueKey(value: CelValue): string | undefined {
  if (typeof value === 'bigint') return `int64 ${value}`
  if (typeof value === 'number') return `float64 ${value}`
  return typeof value === 'string' || typeof value === 'boolean' ? elementKey(value) : undefined
}

/** A list that is a set. */
class SetList extends SchemaList {
  readonly #keys: ReadonlySet<string | undefined>

  constructor(items: readonly CelValue[], keys: ReadonlySet<string | undefined>) {
    super(items)
    this.#keys = keys
  }
  /** Go's panic on a set of objects or lists is caught, and told. */
  get #error(): CelError | undefined {
    if (!this.#keys.has(undefined)) return undefined
    const kind = this.items.some(isMap) ? 'map[string]interface {}' : '[]interface {}'
    return new CelError(`internal error: runtime error: hash of unhashable type ${kind}`)
  }
  override equals(other: CelValue): boolean | CelError {
    if (!isList(other)) return noSuchOverload
    if (other.length !== this.length) return false
    return this.#error ?? [...other].every((one) => this.#has(one))
  }
  #has(value: CelValue): boolean {
    const key = valueKey(value)
    return key !== undefined && this.#keys.has(key)
  }
  add(other: CelList): CelList | CelError {
    if (this.#error) return this.#error
    const more = [...other].filter((one) => !this.#has(one))
    return new SetList([...this.items, ...more], new Set([...this.#keys, ...more.map(valueKey)]))
  }
}

/** A list of type map: elements are found by their key fields. */
class KeyedList extends SchemaList {
  readonly #sameKey: (a: CelValue, b: CelValue) => boolean

  constructor(items: readonly CelValue[], sameKey: (a: CelValue, b: CelValue) => boolean) {
    super(items)
    this.#sameKey = sameKey
  }
  override equals(other: CelValue): boolean | CelError {
    if (!isList(other)) return noSuchOverload
    if (other.length !== this.length) return false
    for (const one of other) {
      const mine = this.items.findLast((item) => this.#sameKey(item, one))
      const same = mine !== undefined && equal(mine, one)
      if (same !== true) return same
    }
    return true
  }
  add(other: CelList): CelList {
    const items = [...this.items]
    for (const one of other) {
      const at = items.findLastIndex((item) => this.#sameKey(item, one))
      if (at < 0) items.push(one)
      else items[at] = one
    }
    return new KeyedList(items, this.#sameKey)
  }
}

const same = (a: CelValue, b: CelValue): boolean => equal(a, b) === true

const sameFields =
  (fields: readonly string[]) =>
  (a: CelValue, b: CelValue): boolean =>
    isMap(a) && isMap(b) && fields.every((field) => same(a.get(field) ?? null, b.get(field) ?? null))

function listValue(value: unknown, schema: StructuralSchema, rules: ValueRules): CelValue {
  if (!Array.isArray(value))
    return new CelError('invalid data, expected an array for the provided schema with type=array')
  const { items } = schema
  if (!items) return new CelError('invalid array type, expected Items with a non-empty Schema')
  const values = value.map((one) => schemaValue(one, items, rules))
  const kind = schema['x-kubernetes-list-type'] ?? 'atomic'
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []).map((key) => escapedName(key) ?? key)
  if (kind === 'set') return new SetList(values, new Set(value.map(elementKey)))
  return kind === 'map' ? new KeyedList(values, sameFields(keys)) : new SchemaList(values)
}

function textValue(value: unknown, format: string | undefined): CelValue {
  return typeof value === 'string'
    ? formattedValue(value, format)
    : new CelError(`invalid data, expected string, got ${goType(value)}`)
}

function objectValue(value: unknown, schema: StructuralSchema, rules: ValueRules): CelValue {
  if (!isObject(value))
    return new CelError('invalid data, expected a map for the provided schema with type=object')
  return new SchemaMap(
    value,
    schema['x-kubernetes-embedded-resource'] ? withTypeAndMeta(schema) : schema,
    rules,
  )
}

function intOrString(value: unknown): CelValue {
  if (typeof value === 'string') return value
  return isInt64(value)
    ? BigInt(value)
    : new CelError('invalid data, expected XIntOrString value to be either a string or integer')
}

const unknownType = opaque('unknown')

/** Data of which nothing is known: it can be compared, and nothing else. */
class UnknownPreserved implements LibraryValue {
  readonly kind = 'library'
  readonly type = unknownType
  readonly #value: unknown

  constructor(value: unknown) {
    this.#value = value
  }
  equals(other: LibraryValue): boolean {
    return other instanceof UnknownPreserved && semanticEqual(this.#value, other.#value)
  }
  toString(): string {
    return JSON.stringify(this.#value)
  }
}

function untypedValue(value: unknown, schema: StructuralSchema): CelValue {
  if (schema['x-kubernetes-preserve-unknown-fields']) return new UnknownPreserved(value)
  return new CelError(
    `invalid type, expected object, array, number, integer, boolean or string, or no type with x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got ${schema.type ?? ''}`,
  )
}

/** JSON as a value of the type that its schema describes; an error where it is something else. */
export function schemaValue(value: unknown, schema: StructuralSchema, rules = currentRules): CelValue {
  if (value === null || value === undefined)
    return schema.nullable ? null : new CelError('invalid data, got null for schema with nullable=false')
  if (schema['x-kubernetes-int-or-string']) return intOrString(value)
  switch (schema.type) {
    case 'object':
      return objectValue(value, schema, rules)
    case 'array':
      return listValue(value, schema, rules)
    case 'string':
      return textValue(value, schema.format)
    case 'number':
      return typeof value === 'number'
        ? value
        : new CelError(`invalid data, expected float, got ${goType(value)}`)
    case 'integer':
      return isInt64(value) ? BigInt(value) : new CelError(`invalid data, expected int, got ${goType(value)}`)
    case 'boolean':
      return typeof value === 'boolean'
        ? value
        : new CelError(`invalid data, expected bool, got ${goType(value)}`)
    default:
      return untypedValue(value, schema)
  }
}
