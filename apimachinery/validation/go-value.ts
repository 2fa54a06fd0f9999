// Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go (ErrorBody)

import { goQuote, Literal } from '../field-error.ts'
import { getOwn } from '../json.ts'
import { validationDialect } from './dialect.ts'

/**
 * The Go type of a value, as far as messages show it. Before 1.34 a message prints a value that is no plain text or
 * number with %#v, from 1.34 on as JSON. `jsonName` equal to the Go name marks an internal type without JSON tags.
 */
export type GoType =
  | { readonly kind: 'string' | 'number' | 'bool' }
  | { readonly kind: 'slice' | 'map' | 'pointer'; readonly name: string; readonly of: GoType }
  | {
      readonly kind: 'struct'
      readonly name: string
      readonly fields: readonly GoField[]
      readonly internal: boolean
    }
  /** A type with its own text: shown by `go` before 1.34 and by `json` after. */
  | {
      readonly kind: 'custom'
      readonly go: (value: unknown, nested: boolean) => string
      readonly json: (value: unknown) => unknown
    }
/** A field of a Go struct whose value is printed in an error. */
export interface GoField {
  /** The name in Go. */
  readonly go: string
  /** The name in the API's JSON, where the value is read from. */
  readonly json: string
  readonly type: GoType
  readonly omitEmpty?: boolean
}

/** Go's string. */
export const goString: GoType = { kind: 'string' }
/** Go's integers and floats, which print alike. */
export const goNumber: GoType = { kind: 'number' }
/** Go's bool. */
export const goBool: GoType = { kind: 'bool' }
/** The slice type of an element type with Go's name `name`: `goSlice('v1.Taint', …)` is `[]v1.Taint`. */
export const goSlice = (name: string, of: GoType): GoType => ({ kind: 'slice', name: `[]${name}`, of })
/** The pointer type of a type with Go's name `name`: `*int32`. */
export const goPointer = (name: string, of: GoType): GoType => ({ kind: 'pointer', name: `*${name}`, of })
/** Go's map[string]string. */
export const goStringMap: GoType = { kind: 'map', name: 'map[string]string', of: goString }
/** Go's []string. */
export const goStrings: GoType = goSlice('string', goString)

/** Go's intstr.IntOrString. */
export const goIntOrString: GoType = {
  kind: 'custom',
  go: (v) =>
    typeof v === 'string'
      ? `intstr.IntOrString{Type:1, IntVal:0, StrVal:${goQuote(v)}}`
      : `intstr.IntOrString{Type:0, IntVal:${v ?? 0}, StrVal:""}`,
  json: (v) => v ?? 0,
}
/** Go's *metav1.Time. */
export const goTimePointer: GoType = {
  kind: 'custom',
  go: (v, nested) => {
    if (v === undefined || v === null) return nested ? '<nil>' : '"null"'
    return nested ? goTimeSource(String(v)) : goTimeText(String(v))
  },
  json: (v) => v ?? null,
}

/** A time in UTC (RFC 3339) as time.Time's String has it. */
export function goTimeText(iso: string): string {
  const fraction = (/\.(\d+)Z$/.exec(iso)?.[1] ?? '').replace(/0+$/, '')
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}${fraction === '' ? '' : `.${fraction}`} +0000 UTC`
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** As time.Time's GoString has it. */
function goTimeSource(iso: string): string {
  const t = new Date(iso)
  const clock = [
    t.getUTCDate(),
    t.getUTCHours(),
    t.getUTCMinutes(),
    t.getUTCSeconds(),
    t.getUTCMilliseconds() * 1e6,
  ]
  return `time.Date(${t.getUTCFullYear()}, time.${months[t.getUTCMonth()]}, ${clock.join(', ')}, time.Local)`
}

/** `value` for a field error, printed in the release's form. */
export function badValue(value: unknown, type: GoType, minor: number): unknown {
  return new Literal(() =>
    validationDialect(minor).printsValuesAsJSON ? goJSON(toJSON(value, type)) : sharp(value, type),
  )
}

/** The text of json.Marshal, with `<`, `>` and `&` escaped. */
export function goJSON(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function toJSON(value: unknown, type: GoType): unknown {
  if (type.kind === 'custom') return type.json(value)
  if (type.kind === 'pointer') return value === undefined || value === null ? null : toJSON(value, type.of)
  if (type.kind === 'slice') return Array.isArray(value) ? value.map((v) => toJSON(v, type.of)) : null
  if (type.kind === 'map')
    return value === undefined || value === null ? null : sorted(value as Record<string, unknown>)
  if (type.kind === 'struct') {
    const out: Record<string, unknown> = {}
    for (const f of type.fields) {
      const own = getOwn(value as Record<string, unknown> | undefined, f.json)
      if (!type.internal && f.omitEmpty && isZero(own)) continue
      out[type.internal ? f.go : f.json] = toJSON(own, f.type)
    }
    return out
  }
  return value ?? zero(type.kind)
}

function isZero(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === null || value === '' || value === 0
}

const sorted = (map: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(map)
      .sort()
      .map((k) => [k, map[k]]),
  )

const zero = (kind: 'string' | 'number' | 'bool'): unknown =>
  kind === 'string' ? '' : kind === 'number' ? 0 : false

/** fmt's %#v. A pointer inside a struct prints its address, which is arbitrary. */
function sharp(value: unknown, type: GoType, nested = false): string {
  if (type.kind === 'custom') return type.go(value, nested)
  const missing = value === undefined || value === null
  if (type.kind === 'pointer') {
    if (missing) return nested ? `(${type.name})(nil)` : '"null"'
    return nested ? `(${type.name})(0xc000a1b2c8)` : sharp(value, type.of)
  }
  if (type.kind === 'slice')
    return missing
      ? `${type.name}(nil)`
      : `${type.name}{${(value as unknown[]).map((v) => sharp(v, type.of, true)).join(', ')}}`
  if (type.kind === 'map') {
    if (missing) return `${type.name}(nil)`
    const map = value as Record<string, unknown>
    return `${type.name}{${Object.keys(map)
      .sort()
      .map((k) => `${goQuote(k)}:${sharp(map[k], type.of, true)}`)
      .join(', ')}}`
  }
  if (type.kind === 'struct')
    return `${type.name}{${type.fields.map((f) => `${f.go}:${sharp(getOwn(value as Record<string, unknown> | undefined, f.json), f.type, true)}`).join(', ')}}`
  return type.kind === 'string' ? goQuote(String(value ?? '')) : String(value ?? zero(type.kind))
}
