// Upstream: sigs.k8s.io/structured-merge-diff value/value.go
import { getOwn, type JsonObject, type JsonValue } from '../json.ts'

/** Whether two values are equal without any semantics: null, an empty list and a missing key are all different. */
export function valuesEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    for (let i = 0; i < a.length; i++) if (!valuesEqual(a[i], b[i])) return false
    return true
  }
  return objectsEqual(a, b)
}

function objectsEqual(a: JsonObject, b: JsonObject): boolean {
  let count = 0
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue
    count++
    const other = getOwn(b, key)
    if (other === undefined || !valuesEqual(a[key], other)) return false
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) count--
  return count === 0
}
