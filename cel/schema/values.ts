// JSON as values, by its schema. Upstream: k8s.io/apiserver/pkg/cel/common/valuesunstructured.go
import { equal } from '../values/equality.ts'
import { parseSpan, parseTime, spanOf, timeOf } from '../values/time.ts'
import {
  CelError,
  type CelList,
  type CelMap,
  type CelValue,
  isMap,
  ValueList,
  ValueMap,
} from '../values/value.ts'
import { escapedName, type StructuralSchema, valuesOf, withTypeAndMeta } from './structural.ts'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as the type of Go that a decoder gives it. */
function goType(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  if (typeof value === 'boolean') return 'bool'
  if (Array.isArray(value)) return '[]interface {}'
  return isObject(value) ? 'map[string]interface {}' : typeof value
}

/** JSON of which nothing is known: whole numbers are int. */
export function plainValue(value: unknown): CelValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return new ValueList(value.map(plainValue))
  return new ValueMap(Object.entries(value).map(([key, one]) => [key, plainValue(one)] as const))
}

/** An object whose fields become values where they are asked for. */
class SchemaMap implements CelMap {
  readonly kind = 'map'
  readonly #value: Json
  readonly #names: ReadonlyMap<string, string> | undefined
  readonly #schemaOf: (key: string) => StructuralSchema | undefined

  constructor(value: Json, schema: StructuralSchema) {
    this.#value = value
    const values = valuesOf(schema)
    this.#names = values ? undefined : namesOf(schema)
    this.#schemaOf = values ? () => values : (key) => schema.properties?.[key]
  }
  get size(): number {
    return Object.keys(this.#value).length
  }
  get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return undefined
    const name = this.#names ? this.#names.get(key) : key
    if (name === undefined || !Object.hasOwn(this.#value, name)) return undefined
    // A field that is null is as one that is not there.
    if (this.#names && this.#value[name] === null) return undefined
    const schema = this.#schemaOf(name)
    return schema && schemaValue(this.#value[name], schema)
  }
  *keys(): Iterable<CelValue> {
    for (const key of Object.keys(this.#value)) {
      if (!this.#names) yield key
      else if (this.#schemaOf(key)) yield escapedName(key) ?? key
    }
  }
}

const names = new WeakMap<StructuralSchema, ReadonlyMap<string, string>>()

/** The names of fields by those that expressions write. */
function namesOf(schema: StructuralSchema): ReadonlyMap<string, string> {
  const known = names.get(schema)
  if (known) return known
  const made = new Map(
    Object.keys(schema.properties ?? {}).flatMap((name) => {
      const escaped = escapedName(name)
      return escaped === undefined ? [] : [[name, name] as const, [escaped, name] as const]
    }),
  )
  names.set(schema, made)
  return made
}

/** A list that is a set, or a map by some of its fields. */
class KeyedList extends ValueList {
  readonly #sameKey: (a: CelValue, b: CelValue) => boolean

  constructor(items: readonly CelValue[], sameKey: (a: CelValue, b: CelValue) => boolean) {
    super(items)
    this.#sameKey = sameKey
  }
  equals(other: CelList): boolean {
    if (other.length !== this.length) return false
    return [...other].every((one) => {
      const mine = this.items.find((item) => this.#sameKey(item, one))
      return mine !== undefined && equal(mine, one) === true
    })
  }
  add(other: CelList): CelList {
    const items = [...this.items]
    for (const one of other) {
      const at = items.findIndex((item) => this.#sameKey(item, one))
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

function listValue(value: unknown, schema: StructuralSchema): CelValue {
  if (!Array.isArray(value))
    return new CelError('invalid data, expected an array for the provided schema with type=array')
  const { items } = schema
  if (!items) return new CelError('invalid array type, expected Items with a non-empty Schema')
  const values = value.map((one) => schemaValue(one, items))
  const kind = schema['x-kubernetes-list-type'] ?? 'atomic'
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []).map((key) => escapedName(key) ?? key)
  if (kind === 'set') return new KeyedList(values, same)
  return kind === 'map' ? new KeyedList(values, sameFields(keys)) : new ValueList(values)
}

function textValue(value: unknown, format: string | undefined): CelValue {
  if (typeof value !== 'string') return new CelError(`invalid data, expected string, got ${goType(value)}`)
  const wrong = (what: string): CelError => new CelError(`Invalid ${what} ${value}`)
  switch (format) {
    case 'duration': {
      const nanos = parseSpan(value)
      return nanos === undefined ? wrong('duration') : spanOf(nanos)
    }
    case 'date': {
      const nanos = parseTime(`${value}T00:00:00Z`)
      return nanos === undefined ? wrong('date formatted string') : timeOf(nanos)
    }
    case 'date-time': {
      const nanos = parseTime(value.toUpperCase())
      return nanos === undefined ? wrong('date-time formatted string') : timeOf(nanos)
    }
    default:
      return format === 'byte' ? Buffer.from(value, 'base64') : value
  }
}

function objectValue(value: unknown, schema: StructuralSchema): CelValue {
  if (!isObject(value))
    return new CelError('invalid data, expected a map for the provided schema with type=object')
  return new SchemaMap(value, schema['x-kubernetes-embedded-resource'] ? withTypeAndMeta(schema) : schema)
}

function intOrString(value: unknown): CelValue {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isInteger(value)
    ? BigInt(value)
    : new CelError('invalid data, expected XIntOrString value to be either a string or integer')
}

/** JSON as a value of the type that its schema describes; an error where it is something else. */
export function schemaValue(value: unknown, schema: StructuralSchema): CelValue {
  if (value === null || value === undefined)
    return schema.nullable ? null : new CelError('invalid data, got null for schema with nullable=false')
  if (schema['x-kubernetes-int-or-string']) return intOrString(value)
  switch (schema.type) {
    case 'object':
      return objectValue(value, schema)
    case 'array':
      return listValue(value, schema)
    case 'string':
      return textValue(value, schema.format)
    case 'number':
      return typeof value === 'number'
        ? value
        : new CelError(`invalid data, expected float, got ${goType(value)}`)
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value)
        ? BigInt(value)
        : new CelError(`invalid data, expected int, got ${goType(value)}`)
    case 'boolean':
      return typeof value === 'boolean'
        ? value
        : new CelError(`invalid data, expected bool, got ${goType(value)}`)
    default:
      return plainValue(value)
  }
}
