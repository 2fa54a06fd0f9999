import { goQuote } from '../field-error.ts'
import { isObject, type JsonValue } from '../json.ts'

/** JSON data as Go's fmt prints it with %v: `map[a:1 b:[x y]]`, `<nil>`. */
export function showGoValue(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(showGoValue).join(' ')}]`
  if (isObject(value))
    return `map[${sortedEntries(value)
      .map(([k, v]) => `${k}:${showGoValue(v)}`)
      .join(' ')}]`
  return typeof value === 'number' ? showNumber(value) : String(value)
}

/** JSON data in Go's %#v form. */
export function showGoSyntax(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'interface {}(nil)'
  if (Array.isArray(value)) return `[]interface {}{${value.map(showGoSyntax).join(', ')}}`
  if (isObject(value))
    return `map[string]interface {}{${sortedEntries(value)
      .map(([k, v]) => `${goQuote(k)}:${showGoSyntax(v)}`)
      .join(', ')}}`
  if (typeof value === 'string') return goQuote(value)
  return typeof value === 'number' ? showNumber(value) : String(value)
}

/** An integer that Go's decoder keeps as one: a larger number is a float64. */
const isInt64 = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= 2 ** 63

/** The Go type of JSON data that is decoded into an interface (%T). */
export function showGoType(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (isObject(value)) return 'map[string]interface {}'
  if (typeof value === 'number') return isInt64(value) ? 'int64' : 'float64'
  return typeof value === 'boolean' ? 'bool' : 'string'
}

function sortedEntries(value: { [key: string]: JsonValue | undefined }): [string, JsonValue | undefined][] {
  return Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => [key, value[key]])
}

/** Go writes a float with an exponent from 1e21 on, and below 1e-4 (JavaScript below 1e-6); the exponent has two digits. */
function showNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value)
  const small = value !== 0 && Math.abs(value) < 1e-4
  const text = small ? value.toExponential() : String(value)
  return text.replace(/e([+-])(\d)$/, 'e$10$2')
}
