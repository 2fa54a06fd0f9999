/** The word of encoding/json for a value's kind, in `cannot unmarshal … into Go value`. */
export function goJsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return value === null ? 'null' : typeof value
}
