// How Go sees an object of the API inside the server: fields of the internal types in their order, all of them present.

import { getOwn, isObject } from '../../../apimachinery/json.ts'
import { goJSON } from '../../../apimachinery/validation/go-value.ts'
import type { Release } from '../../../component-base/release.ts'
import { releaseFacts } from '../../../component-base/release-facts.ts'
import { unifiedDiff } from './unified-diff.ts'

type Types = Record<string, [string, string, string, string?][]>

/** The names of a pod's security context that stand in its spec outside. */
const liftedFromSpec = new Set(['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'])

/** The value as `json.Marshal` writes the internal type (which has no JSON tags). */
export function internalValue(value: unknown, type: string, types: Types): unknown {
  if (type.startsWith('*')) return value == null ? null : internalValue(value, type.slice(1), types)
  if (type.startsWith('[]'))
    return Array.isArray(value) ? value.map((item) => internalValue(item, type.slice(2), types)) : null
  if (type.startsWith('map['))
    return isObject(value) ? sortedMap(value, type.slice(type.indexOf(']') + 1), types) : null
  const fields = getOwn(types, type)
  if (fields !== undefined) return internalStruct(value, type, fields, types)
  if (value !== undefined && value !== null) return value
  if (type === 'string') return ''
  if (type === 'bool') return false
  if (type === 'resource.Quantity') return '0'
  return /^(u?int|float)/.test(type) || type === 'intstr.IntOrString' ? 0 : {}
}

function sortedMap(value: Record<string, unknown>, type: string, types: Types): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, internalValue(value[key], type, types)]),
  )
}

function internalStruct(
  value: unknown,
  type: string,
  fields: Types[string],
  types: Types,
): Record<string, unknown> {
  const object = isObject(value) ? value : {}
  const out: Record<string, unknown> = {}
  for (const [go, fieldType, json] of fields!) {
    let inner = getOwn(object, json)
    if (type === 'PodSpec' && go === 'SecurityContext')
      inner = { ...(isObject(inner) ? inner : {}), ...lifted(object) }
    out[go] = internalValue(inner, fieldType, types)
  }
  return out
}

const lifted = (spec: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(spec).filter(([key]) => liftedFromSpec.has(key))) as Record<string, never>

/** The difference of two objects as messages of 1.34 and later show it. `type`: of the internal types, as `PodSpec`. */
export function internalDiff(old: unknown, now: unknown, type: string, release: Release): string {
  const types = releaseFacts(release.facts, 'internal-types')
  const text = (value: unknown): string => indented(internalValue(value, type, types))
  return unifiedDiff(text(old), text(now))
}

const indented = (value: unknown): string =>
  JSON.stringify(value, null, 1).replace(/[<>&\u2028\u2029]/g, (c) => goJSON(c).slice(1, -1))
