// Upstream: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (CreateTwoWayMergePatch)
import type { SchemaFacts } from '../../../component-base/release-facts.ts'
import { getOwn, isObject, type JsonObject, type JsonValue, setOwn } from '../json.ts'
import type { SchemaLookup } from '../scheme/schema-lookup.ts'

/** The strategic merge patch that makes `modified` of `original`. Both are objects of the type `typeName`; neither is changed. */
export function createTwoWayMergePatch(
  original: JsonObject,
  modified: JsonObject,
  typeName: string,
  lookup: SchemaLookup,
): JsonObject {
  return new Differ(lookup).diffMaps(original, modified, { $ref: typeName })
}

class Differ {
  private readonly lookup: SchemaLookup
  constructor(lookup: SchemaLookup) {
    this.lookup = lookup
  }

  diffMaps(original: JsonObject, modified: JsonObject, schema: SchemaFacts | undefined): JsonObject {
    const patch: JsonObject = {}
    for (const key of Object.keys(original)) {
      if (getOwn(modified, key) === undefined && getOwn(original, key) !== undefined) setOwn(patch, key, null)
    }
    for (const key of Object.keys(modified)) {
      const value = getOwn(modified, key)
      if (value !== undefined)
        this.diffField(patch, key, getOwn(original, key), value, this.property(schema, key))
    }
    return patch
  }

  private diffField(
    patch: JsonObject,
    key: string,
    before: JsonValue | undefined,
    after: JsonValue,
    schema: SchemaFacts | undefined,
  ): void {
    const strategies = (schema?.['x-kubernetes-patch-strategy'] ?? '').split(',')
    if (
      before === undefined ||
      before === null ||
      typeof before !== typeof after ||
      Array.isArray(before) !== Array.isArray(after)
    ) {
      if (!equal(before ?? null, after)) setOwn(patch, key, after)
    } else if (Array.isArray(before) && Array.isArray(after) && strategies.includes('merge')) {
      this.diffLists(patch, key, before, after, schema)
    } else if (isObject(before) && isObject(after) && !strategies.includes('replace')) {
      const inner = this.diffMaps(before, after, schema)
      if (strategies.includes('retainKeys') && Object.keys(inner).length > 0)
        inner['$retainKeys'] = Object.keys(after).sort()
      if (Object.keys(inner).length > 0) setOwn(patch, key, inner)
    } else if (!equal(before, after)) setOwn(patch, key, after)
  }

  private diffLists(
    patch: JsonObject,
    key: string,
    before: JsonValue[],
    after: JsonValue[],
    schema: SchemaFacts | undefined,
  ): void {
    const mergeKey = schema?.['x-kubernetes-patch-merge-key']
    if (mergeKey === undefined) {
      diffPrimitives(patch, key, before, after)
      return
    }
    const changes: JsonObject[] = []
    const old = new Map(before.filter(isObject).map((item) => [item[mergeKey], item]))
    const items = after.filter(isObject)
    for (const item of items) {
      const previous = old.get(item[mergeKey])
      if (previous === undefined) changes.push(item)
      else {
        const inner = this.diffMaps(previous, item, schema?.items)
        if (Object.keys(inner).length > 0) changes.push({ ...inner, [mergeKey]: item[mergeKey] })
      }
    }
    const kept = new Set(items.map((item) => item[mergeKey]))
    for (const gone of old.keys()) if (!kept.has(gone)) changes.push({ $patch: 'delete', [mergeKey]: gone })
    const order = items.map((item): JsonObject => ({ [mergeKey]: item[mergeKey] }))
    const moved = !equal(
      before
        .filter(isObject)
        .map((i) => i[mergeKey] ?? null)
        .filter((k) => kept.has(k)),
      order.map((i) => i[mergeKey] ?? null).filter((k) => old.has(k)),
    )
    if (changes.length > 0) patch[key] = changes
    if ((changes.length > 0 || moved) && order.length > 0) patch[`$setElementOrder/${key}`] = order
  }

  private property(schema: SchemaFacts | undefined, key: string): SchemaFacts | undefined {
    const resolved = schema?.$ref === undefined ? schema : this.lookup.schema(schema.$ref)
    return getOwn(resolved?.properties, key) ?? resolved?.additionalProperties
  }
}

function diffPrimitives(patch: JsonObject, key: string, before: JsonValue[], after: JsonValue[]): void {
  const added = after.filter((v) => !before.includes(v))
  const removed = before.filter((v) => !after.includes(v))
  if (removed.length > 0) patch[`$deleteFromPrimitiveList/${key}`] = removed
  if (added.length > 0) patch[key] = added
  if (added.length + removed.length > 0 && after.length > 0) patch[`$setElementOrder/${key}`] = after
}

/** Equality of JSON data, without upstream's leniency about empty values. */
function equal(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => equal(item, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
  )
}
