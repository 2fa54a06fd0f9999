// JSON and Go's %v of JSON data, as kubectl prints them.
import { isObject } from '../../apimachinery/json.ts'

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

/** The text of encoding/json: keys sorted, and `<`, `>` and `&` escaped. */
export function goJson(value: unknown, indent = 0): string {
  return JSON.stringify(sortKeys(value), null, indent).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** fmt.Sprint of decoded JSON: `map[a:1 b:[x y]]`, `<nil>`. */
export function goSprint(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(goSprint).join(' ')}]`
  if (isObject(value))
    return `map[${Object.keys(value)
      .sort()
      .map((key) => `${key}:${goSprint(value[key])}`)
      .join(' ')}]`
  if (typeof value === 'number') return goNumber(value)
  return String(value)
}

function goNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value)
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2')
}
