import { givenEmpty, withNotesOf } from '../given-empty.ts'
import { getOwn, isObject } from '../json.ts'
import type { GoStruct, GoStructField, GoType } from './go-type.ts'

/** Whether a value is Go's nil: absent or null. */
export const isNil = (value: unknown): value is undefined | null => value === undefined || value === null

/** The API has this field in the object that holds the struct (a pod's hostNetwork; inside it is in the security context). */
const isAbove = ({ json }: GoStructField): boolean => json.startsWith('../')

/** The struct's fields with their values in the API's object. */
export function structValues(value: unknown, { fields }: GoStruct): [field: GoStructField, value: unknown][] {
  const object = isObject(value) ? value : {}
  return fields.map((field) => [field, fieldValue(object, field)])
}

function fieldValue(object: Record<string, unknown>, { json, type }: GoStructField): unknown {
  const own = json === '' ? object : (getOwn(object, json) ?? givenEmpty(object, json))
  const above = fieldsOf(type).filter(isAbove)
  if (above.length === 0) return own
  const lifted = above.map((field) => [field.json, getOwn(object, field.json.slice('../'.length))])
  const struct = isObject(own) ? own : {}
  return withNotesOf(struct, { ...struct, ...Object.fromEntries(lifted) })
}

function fieldsOf(type: GoType): readonly GoStructField[] {
  const struct = type.kind === 'pointer' ? type.of : type
  return struct.kind === 'struct' ? struct.fields : []
}

/** A map's entries in the order that Go prints them. */
export function mapEntries(value: unknown): [key: string, value: unknown][] {
  const map = value as Record<string, unknown>
  return Object.keys(map)
    .sort()
    .map((key) => [key, map[key]])
}
