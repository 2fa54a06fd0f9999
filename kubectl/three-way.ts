import { isObject, type JsonObject, semanticEqual } from '../server/apimachinery/json.ts'

/** The merge patch that takes `live` to `wanted`, and drops what was applied before and is no longer wanted. */
export function threeWayMerge(before: unknown, wanted: unknown, live: unknown): JsonObject {
  const patch: JsonObject = {}
  const [b, w, l] = [before, wanted, live].map((v) => (isObject(v) ? v : {})) as [
    JsonObject,
    JsonObject,
    JsonObject,
  ]
  for (const key of Object.keys(b)) {
    if (!Object.hasOwn(w, key) && Object.hasOwn(l, key)) patch[key] = null
  }
  for (const key of Object.keys(w)) {
    const [value, current] = [w[key], Object.hasOwn(l, key) ? l[key] : undefined]
    if (isObject(value) && isObject(current)) {
      const inner = threeWayMerge(Object.hasOwn(b, key) ? b[key] : undefined, value, current)
      if (Object.keys(inner).length > 0) patch[key] = inner
    } else if (!semanticEqual(value, current) && !covers(current, value)) patch[key] = value ?? null
  }
  return patch
}

/** A list that only gained defaults is not different. */
function covers(live: unknown, wanted: unknown): boolean {
  if (Array.isArray(live) && Array.isArray(wanted))
    return live.length === wanted.length && wanted.every((w, i) => covers(live[i], w))
  if (isObject(live) && isObject(wanted))
    return Object.keys(wanted).every((k) => Object.hasOwn(live, k) && covers(live[k], wanted[k]))
  return semanticEqual(live, wanted)
}
