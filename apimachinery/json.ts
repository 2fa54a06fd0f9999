import { withNotesOf } from './given-empty.ts'

/** JSON values as `JSON.parse` gives them. Keys such as `__proto__` are data: use {@link getOwn} and {@link setOwn} for maps with foreign keys. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject
/** A JSON object. A member that is undefined is absent from its encoding. */
export interface JsonObject {
  [key: string]: JsonValue | undefined
}

/** `metadata` of every object (meta/v1 ObjectMeta). Times are RFC 3339 in whole seconds. */
export interface ObjectMeta {
  name?: string
  generateName?: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  generation?: number
  creationTimestamp?: string
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number
  labels?: Record<string, string>
  annotations?: Record<string, string>
  finalizers?: string[]
  ownerReferences?: OwnerReference[]
  managedFields?: ManagedFieldsEntry[]
  selfLink?: string
}

/** meta/v1 OwnerReference; the garbage collector deletes objects whose owners are all gone. */
export interface OwnerReference {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean
  blockOwnerDeletion?: boolean
}

/** meta/v1 ManagedFieldsEntry: the fields that a manager owns. `time`: RFC 3339 in whole seconds. */
export interface ManagedFieldsEntry {
  manager?: string
  operation?: 'Apply' | 'Update'
  apiVersion?: string
  time?: string
  fieldsType?: string
  fieldsV1?: JsonObject
  subresource?: string
}

/** An API object: `apiVersion`, `kind`, `metadata`, and the fields of its kind. */
export interface KubeObject {
  apiVersion: string
  kind: string
  metadata: ObjectMeta
  [field: string]: unknown
}

/** Whether a JSON value is an object: neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own property `key`, never one of the prototype. */
export function getOwn<T>(object: Record<string, T> | undefined | null, key: string): T | undefined {
  return object != null && Object.hasOwn(object, key) ? object[key] : undefined
}

/** Sets an own property, also for the key `__proto__`. */
export function setOwn<T>(object: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  else object[key] = value
}

/** A deep copy of JSON data (own keys only; keeps `__proto__` as data). */
export function deepCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(deepCopy) as T
  const out: Record<string, unknown> = withNotesOf(value, {})
  // Not by Object.keys, which makes a list for each of some thirty objects: data inherits no keys.
  for (const key in value) setOwn(out, key, deepCopy((value as Record<string, unknown>)[key]))
  return out as T
}

/**
 * A deep copy of an object, but for what its managers own: nobody changes `fieldsV1` in place, it is often larger than the rest, and
 * who has read it knows it again (managedfields/managed.ts).
 */
export function copyObject(object: KubeObject): KubeObject {
  const { managedFields } = object.metadata
  if (!Array.isArray(managedFields) || !managedFields.every(isObject)) return deepCopy(object)
  const out = withNotesOf(object, {}) as KubeObject
  for (const key in object)
    setOwn(out, key, key === 'metadata' ? copyMetadata(object.metadata) : deepCopy(object[key]))
  return out
}

function copyMetadata(metadata: KubeObject['metadata']): KubeObject['metadata'] {
  const out: Record<string, unknown> = withNotesOf(metadata, {})
  for (const key in metadata) {
    const value: unknown = metadata[key as keyof ObjectMeta]
    setOwn(
      out,
      key,
      key === 'managedFields' ? (value as object[]).map((entry) => ({ ...entry })) : deepCopy(value),
    )
  }
  return out
}

/** A deep copy of JSON data, the keys of all objects in alphabetical order. */
export function withSortedKeys<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withSortedKeys) as T
  if (!isObject(value)) return value
  const out: JsonObject = {}
  for (const key of Object.keys(value).sort()) setOwn(out, key, withSortedKeys(value[key]) as JsonValue)
  return out as T
}

/**
 * Semantic equality of JSON data, as equality.Semantic.DeepEqual: a missing value equals an empty list. Decoding leaves
 * empty maps out, so that `{}` is a struct, which a pointer to none does not equal.
 */
export function semanticEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isEmptyValue(a) && isEmptyValue(b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, i) => semanticEqual(item, b[i]))
  }
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  for (const key in left) if (!semanticEqual(left[key], getOwn(right, key))) return false
  for (const key in right) if (!Object.hasOwn(left, key) && !isEmptyValue(right[key])) return false
  return true
}

function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null) return true
  return Array.isArray(value) && value.length === 0
}
