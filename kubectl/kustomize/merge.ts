// A strategic merge patch as kustomize applies it: what is new in a list goes to its front.
// Upstream: kustomize/kyaml/yaml/merge2, kustomize/api/filters/patchstrategicmerge

import { deepCopy, isObject, type JsonObject, type JsonValue } from '../../apimachinery/json.ts'
import type { SchemaFacts } from '../../component-base/release-facts.ts'

type Schemas = Readonly<Record<string, SchemaFacts>>

/** The schema of a type of the API; undefined for those of custom resources. */
export function schemaOf(schemas: Schemas, apiVersion: string, kind: string): SchemaFacts | undefined {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  if (group.includes('.') && !group.endsWith('.k8s.io')) return undefined
  const folder = group === '' ? 'core' : group.split('.')[0]
  const end = `.${folder}.${version}.${kind}`
  const name = Object.keys(schemas).find((one) => one.endsWith(end))
  return name === undefined ? undefined : schemas[name]
}

/** Merges strategic merge patches into objects by the schemas of their types; inputs are not changed. */
export class KustomizeMerge {
  private readonly schemas: Schemas
  constructor(schemas: Schemas) {
    this.schemas = schemas
  }

  /** The object with the patch; undefined where the patch deletes it. */
  object(target: JsonObject, patch: JsonObject, schema: SchemaFacts | undefined): JsonObject | undefined {
    const { $patch: directive, ...fields } = patch
    if (directive === 'delete') return undefined
    if (directive === 'replace') return withoutDirectives(fields) as JsonObject
    const resolved = this.resolved(schema)
    const result = { ...target }
    for (const [key, value] of Object.entries(fields)) {
      if (key.startsWith('$')) continue
      const inner = resolved?.properties?.[key] ?? resolved?.additionalProperties
      const merged = this.value(target[key], value, inner)
      if (merged === undefined) delete result[key]
      else result[key] = merged
    }
    return result
  }

  private value(
    target: JsonValue | undefined,
    patch: JsonValue | undefined,
    schema: SchemaFacts | undefined,
  ): JsonValue | undefined {
    if (patch === null || patch === undefined) return undefined
    if (Array.isArray(patch)) return this.list(Array.isArray(target) ? target : [], patch, schema)
    if (!isObject(patch)) return patch
    return this.object(isObject(target) ? target : {}, patch, schema)
  }

  private list(
    target: readonly JsonValue[],
    patch: readonly JsonValue[],
    schema: SchemaFacts | undefined,
  ): JsonValue[] {
    const plain = patch.filter((item) => !isReplace(item))
    const replaces = plain.length < patch.length
    if (replaces || !(schema?.['x-kubernetes-patch-strategy'] ?? '').split(',').includes('merge'))
      return withoutDirectives(plain) as JsonValue[]
    const keys = mergeKeys(schema!, plain)
    if (keys === undefined) return [...plain.filter((item) => !target.includes(item)), ...target]
    return this.keyed(target, plain, keys, this.resolved(schema)?.items)
  }

  private keyed(
    target: readonly JsonValue[],
    patch: readonly JsonValue[],
    keys: readonly string[],
    schema: SchemaFacts | undefined,
  ): JsonValue[] {
    const same = (a: JsonValue, b: JsonValue): boolean =>
      isObject(a) && isObject(b) && keys.every((key) => a[key] === b[key])
    const changes = patch.filter(isObject)
    const kept = target.flatMap((item): JsonValue[] => {
      const change = changes.find((one) => same(item, one))
      // kyaml leaves an item as it was where the patch has `$patch: replace` in the one that names it.
      if (change === undefined || !isObject(item) || change['$patch'] === 'replace') return [item]
      return asList(this.object(item, change, schema))
    })
    const fresh = changes.filter((one) => !target.some((item) => same(item, one)))
    const added = fresh.flatMap((one): JsonValue[] => asList(this.object({}, one, schema)))
    return [...added, ...kept]
  }

  private resolved(schema: SchemaFacts | undefined): SchemaFacts | undefined {
    const all = schema?.['allOf'] as SchemaFacts[] | undefined
    const reference = schema?.$ref ?? all?.[0]?.$ref
    return reference === undefined ? schema : this.schemas[reference.split('/').at(-1)!]
  }
}

const asList = (value: JsonObject | undefined): JsonValue[] => (value === undefined ? [] : [value])

const isReplace = (item: JsonValue): boolean =>
  isObject(item) && item['$patch'] === 'replace' && Object.keys(item).length === 1

/** The fields that tell items apart; of several, those that an item of the patch has. */
function mergeKeys(schema: SchemaFacts, patch: readonly JsonValue[]): string[] | undefined {
  const single = schema['x-kubernetes-patch-merge-key']
  const several = schema['x-kubernetes-list-map-keys'] ?? (single === undefined ? [] : [single])
  if (several.length === 0 || !patch.every(isObject)) return undefined
  const used = several.filter((key) => patch.some((item) => isObject(item) && Object.hasOwn(item, key)))
  return used.length === 0 ? several : used
}

function withoutDirectives(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutDirectives)
  if (!isObject(value)) return value
  const entries = Object.entries(deepCopy(value)).filter(([key, one]) => key !== '$patch' && one !== null)
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutDirectives(one ?? null)]))
}
