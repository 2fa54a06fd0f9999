// Upstream: k8s.io/apiserver/pkg/cel/common/{equality,maplist}.go
import { isObject, type JsonObject } from '../../../apimachinery/json.ts'
import { additionalOf, propertyOf, type Structural } from './structural.ts'
import { deepEqual } from './validation/enums.ts'

/** A text for the keys of an item; undefined where one is missing or no scalar. */
function keyOf(item: unknown, names: readonly string[]): string | undefined {
  if (!isObject(item)) return undefined
  const keys = names.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined))
  const isWhole = keys.every((key) => key != null && typeof key !== 'object')
  return isWhole ? JSON.stringify(keys) : undefined
}

/** Finds the item of an old list that has the same keys as an item of the new one. */
export class MapList {
  readonly #names: readonly string[]
  readonly #items = new Map<string, unknown>()

  constructor(schema: Structural, items: readonly unknown[]) {
    const isMap = schema.type === 'array' && schema['x-kubernetes-list-type'] === 'map'
    this.#names = (isMap && schema['x-kubernetes-list-map-keys']) || []
    if (this.#names.length === 0) return
    for (const item of items) {
      const key = keyOf(item, this.#names)
      if (key !== undefined && !this.#items.has(key)) this.#items.set(key, item)
    }
  }
  get(item: unknown): unknown {
    const key = this.#names.length === 0 ? undefined : keyOf(item, this.#names)
    return key === undefined ? undefined : this.#items.get(key)
  }
}

/** A value and what it was before, with those of its fields and items that can be told to be the same ones. */
export class CorrelatedObject {
  readonly value: unknown
  readonly oldValue: unknown
  readonly #schema: Structural
  readonly #children = new Map<string | number, CorrelatedObject>()
  #equal: boolean | undefined
  #oldItems: MapList | undefined

  constructor(value: unknown, oldValue: unknown, schema: Structural) {
    this.value = value
    this.oldValue = oldValue
    this.#schema = schema
  }

  /** The correlated field; undefined where the new or the old object does not have it. */
  key(name: string): CorrelatedObject | undefined {
    const { value, oldValue } = this
    if (!hasField(value, name) || !hasField(oldValue, name)) return undefined
    return this.#child(
      name,
      value[name],
      oldValue[name],
      propertyOf(this.#schema, name) ?? additionalOf(this.#schema),
    )
  }

  /** The correlated item; undefined where the list is no map, or the old list has no item with the same keys. */
  index(i: number): CorrelatedObject | undefined {
    if (!Array.isArray(this.value) || !Array.isArray(this.oldValue)) return undefined
    if (i >= this.value.length || this.#schema['x-kubernetes-list-type'] !== 'map') return undefined
    this.#oldItems ??= new MapList(this.#schema, this.oldValue)
    const old = this.#oldItems.get(this.value[i])
    return old === undefined ? undefined : this.#child(i, this.value[i], old, this.#schema.items)
  }

  #child(name: string | number, value: unknown, old: unknown, schema: Structural | undefined) {
    let child = this.#children.get(name)
    if (child === undefined && schema) {
      child = new CorrelatedObject(value, old, schema)
      this.#children.set(name, child)
    }
    return child
  }

  /** Whether the value is what it was; lists that are maps in any order. */
  get isUnchanged(): boolean {
    this.#equal ??= this.#compare()
    return this.#equal
  }

  #compare(): boolean {
    const { value, oldValue } = this
    if (value == null || oldValue == null) return value == null && oldValue == null
    if (Array.isArray(value) && Array.isArray(oldValue)) return this.#sameItems(value, oldValue)
    if (isObject(value) && isObject(oldValue)) {
      const keys = Object.keys(value)
      return (
        keys.length === Object.keys(oldValue).length &&
        keys.every((key) => this.key(key)?.isUnchanged === true)
      )
    }
    return deepEqual(value, oldValue)
  }

  #sameItems(value: readonly unknown[], oldValue: readonly unknown[]): boolean {
    if (value.length !== oldValue.length) return false
    for (const i of value.keys()) {
      const child = this.index(i)
      if (child === undefined) return this.#oldItems === undefined && deepEqual(value, oldValue)
      if (!child.isUnchanged) return false
    }
    return true
  }
}

const hasField = (value: unknown, name: string): value is JsonObject =>
  isObject(value) && Object.hasOwn(value, name)
