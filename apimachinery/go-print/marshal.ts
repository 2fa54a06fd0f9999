// encoding/json's Marshal of a value that has a Go type.
import { isObject } from '../json.ts'
import type { GoStruct, GoStructField, GoType } from './go-type.ts'
import { isNil, mapEntries, structValues } from './struct-values.ts'

const ofHTML = /[<>&\u2028\u2029]/
const everyOfHTML = new RegExp(ofHTML, 'g')
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text of json.Marshal for JSON data, which escapes what HTML would read. `indent` in spaces. */
export function goJSON(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, null, indent) ?? 'null'
  return ofHTML.test(text) ? text.replace(everyOfHTML, escaped) : text
}

/** A copy of the data with the keys of all maps sorted. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key])]),
  )
}

/** JSON data as json.Marshal writes `value`, JSON data of the API, in `type`. */
export function marshal(value: unknown, type: GoType): unknown {
  switch (type.kind) {
    case 'pointer':
      return isNil(value) ? null : marshal(value, type.of)
    case 'slice':
      return isNil(value) ? null : (Array.isArray(value) ? value : []).map((item) => marshal(item, type.of))
    case 'map':
      return isNil(value)
        ? null
        : Object.fromEntries(mapEntries(value).map(([key, inner]) => [key, marshal(inner, type.of)]))
    case 'struct':
      return marshalStruct(value, type)
    case 'quantity':
      return isNil(value) ? '0' : String(value)
    default:
      return value ?? zeros[type.kind]
  }
}

const zeros = {
  string: '',
  bool: false,
  int: 0,
  uint: 0,
  float: 0,
  intOrString: 0,
  duration: '0s',
  time: null,
  bytes: null,
  any: null,
}

function marshalStruct(value: unknown, type: GoStruct): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [field, own] of structValues(value, type)) {
    if (field.embedded && field.type.kind === 'struct') Object.assign(out, marshalStruct(own, field.type))
    else if (!type.hasTags) out[field.name] = marshal(own, field.type)
    else if (!isOmitted(own, field)) out[field.json] = marshal(own, field.type)
  }
  return out
}

const isEmpty = (value: unknown): boolean =>
  isNil(value) ||
  value === '' ||
  value === 0 ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** @note `omitempty` leaves no struct out. */
function isOmitted(value: unknown, { type, omitEmpty, omitZero }: GoStructField): boolean {
  if (omitZero && isEmpty(value)) return true
  if (!omitEmpty) return false
  if (type.kind === 'pointer') return isNil(value)
  return type.kind !== 'struct' && type.kind !== 'time' && type.kind !== 'quantity' && isEmpty(value)
}
