import type { JsonValue } from '../json.ts'

/** What encoding/json calls a value in `cannot unmarshal … into Go value`. */
export function goJsonKind(value: JsonValue): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return value === null ? 'null' : typeof value
}
