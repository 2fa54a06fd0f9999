// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting
import { deepCopy, isObject, type JsonObject, type JsonValue, setOwn } from '../../../apimachinery/json.ts'
import { newRequestEntityTooLarge } from '../../../apimachinery/status-error.ts'
import type { ObjectMetaDecoder } from './decode-object-meta.ts'
import { dropInvalidMetadata } from './object-meta.ts'
import { prune } from './pruning.ts'
import { additionalOf, propertyOf, type Structural } from './structural.ts'

/** Characters of all defaults that one object gets: as many as a request may bring. */
const mostDefaults = 3 * 1024 * 1024

const wantsDefault = (value: unknown, schema: Structural | undefined): boolean =>
  value === null && schema !== undefined && !schema.nullable

const lengths = new WeakMap<Structural, number>()

function lengthOf(schema: Structural): number {
  const length = lengths.get(schema) ?? JSON.stringify(schema.default ?? null).length
  lengths.set(schema, length)
  return length
}

const withDefaults = new WeakMap<Structural, readonly (readonly [string, Structural])[]>()

/** The properties that have a default; most of many have none, and each object of a list is looked at. */
function defaultsOf(schema: Structural): readonly (readonly [string, Structural])[] {
  const found =
    withDefaults.get(schema) ??
    Object.entries(schema.properties ?? {}).filter(([, property]) => property.default != null)
  withDefaults.set(schema, found)
  return found
}

class Defaulter {
  #characters = 0

  set(value: unknown, schema: Structural | undefined): void {
    if (!schema) return
    if (Array.isArray(value))
      for (const [i, item] of value.entries()) {
        if (wantsDefault(item, schema.items)) value[i] = this.#copyOf(schema.items!)
        this.set(value[i], schema.items)
      }
    else if (isObject(value)) this.#fields(value, schema)
  }

  #fields(object: JsonObject, schema: Structural): void {
    for (const [name, property] of defaultsOf(schema))
      if (!Object.hasOwn(object, name) || wantsDefault(object[name], property))
        setOwn(object, name, this.#copyOf(property))
    for (const key of Object.keys(object)) {
      const property = propertyOf(schema, key)
      const more = property ? undefined : additionalOf(schema)
      if (more && wantsDefault(object[key], more)) setOwn(object, key, this.#copyOf(more))
      this.set(object[key], property ?? more)
    }
  }

  /** Deviates: a default in each item of a list is else as much as both of them together, times each other. */
  #copyOf(schema: Structural): JsonValue {
    this.#characters += lengthOf(schema)
    if (this.#characters > mostDefaults)
      throw newRequestEntityTooLarge(`the defaults of its schema are more than ${mostDefaults} characters`)
    return deepCopy((schema.default ?? null) as JsonValue)
  }
}

/** Sets the defaults of a schema in a value, in place; a null that is not allowed becomes the default. Throws 413 where they are endless. */
export const setDefaults = (value: unknown, schema: Structural | undefined): void =>
  new Defaulter().set(value, schema)

/** Drops fields that are null, may not be, and have no default, in place. */
export function pruneNonNullableNulls(value: unknown, schema: Structural | undefined): void {
  if (Array.isArray(value)) for (const item of value) pruneNonNullableNulls(item, schema?.items)
  else if (isObject(value))
    for (const key of Object.keys(value)) {
      const property = schema && (propertyOf(schema, key) ?? additionalOf(schema))
      if (wantsDefault(value[key], property) && property!.default == null) delete value[key]
      else pruneNonNullableNulls(value[key], property)
    }
}

/** Puts a value into the place of an object in which a schema stands, and finds it there again. */
export interface Surrounding {
  around(value: JsonValue): JsonValue
  within(object: JsonValue): JsonValue | undefined
}

/** The surrounding of a whole object: nothing. */
const root: Surrounding = { around: (value) => value, within: (object) => object }

/** The surrounding of a field `key` within `outer`. */
export const inField = (outer: Surrounding, key: string): Surrounding => ({
  around(value) {
    const object: JsonObject = {}
    setOwn(object, key, value)
    return outer.around(object)
  },
  within(object) {
    const at = outer.within(object)
    return isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  },
})

/** The surrounding of an (embedded) resource: adds apiVersion and kind where the value has none. */
export const resourceRoot = (typeMeta: JsonObject): Surrounding => ({
  ...root,
  around: (value) => (isObject(value) ? { ...typeMeta, ...value } : value),
})

/** The surrounding of an item of a list within `outer`. */
export const inList = (outer: Surrounding): Surrounding => ({
  around: (value) => outer.around([value]),
  within(object) {
    const at = outer.within(object)
    return Array.isArray(at) ? at[0] : undefined
  },
})

class DefaultPruner {
  readonly #root: Structural
  readonly #decoder: ObjectMetaDecoder

  constructor(whole: Structural, decoder: ObjectMetaDecoder) {
    this.#root = whole
    this.#decoder = decoder
  }

  pruned(schema: Structural, place: Surrounding): Structural {
    const out: Record<string, unknown> = { ...schema }
    if (schema.default != null) out['default'] = this.#prune(deepCopy(schema.default as JsonValue), place)
    const more = additionalOf(schema)
    if (more) out['additionalProperties'] = this.pruned(more, inField(place, '*'))
    if (schema.items) out['items'] = this.pruned(schema.items, inList(place))
    if (schema.properties) {
      const properties: Record<string, Structural> = Object.create(null)
      for (const [name, property] of Object.entries(schema.properties))
        properties[name] = this.pruned(property, inField(place, name))
      out['properties'] = properties
    }
    return out
  }

  #prune(value: JsonValue, place: Surrounding): JsonValue | undefined {
    const object = place.around(value)
    dropInvalidMetadata(object, this.#root, this.#decoder)
    prune(object, this.#root, true)
    return place.within(object)
  }
}

/** The schema with defaults that hold only what the schema knows. */
export const withPrunedDefaults = (schema: Structural, decoder: ObjectMetaDecoder): Structural =>
  new DefaultPruner(schema, decoder).pruned(schema, root)
