// Upstream: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (diffMaps)
import type { SchemaFacts } from '../../component-base/release-facts.ts'
import { getOwn, isObject, type JsonObject, type JsonValue, setOwn } from '../json.ts'
import type { SchemaLookup } from '../scheme/schema-lookup.ts'

/** The parts of a diff that are left out of the patch. */
export interface DiffOptions {
  /** Fields that `modified` lacks are not deleted. */
  ignoreDeletions?: boolean
  /** Only deletions of fields that `modified` lacks are in the patch. */
  ignoreChangesAndAdditions?: boolean
}

/** Computes strategic merge patches between two objects. */
export class StrategicDiffer {
  private readonly lookup: Pick<SchemaLookup, 'schema'>
  private readonly deletes: boolean
  private readonly changes: boolean
  constructor(lookup: Pick<SchemaLookup, 'schema'>, options: DiffOptions = {}) {
    this.lookup = lookup
    this.deletes = options.ignoreDeletions !== true
    this.changes = options.ignoreChangesAndAdditions !== true
  }

  diffMaps(original: JsonObject, modified: JsonObject, schema: SchemaFacts | undefined): JsonObject {
    const patch: JsonObject = {}
    for (const key of Object.keys(original)) {
      if (this.deletes && getOwn(modified, key) === undefined && getOwn(original, key) !== undefined)
        setOwn(patch, key, null)
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
      if (this.changes && !equal(before ?? null, after)) setOwn(patch, key, after)
    } else if (Array.isArray(before) && Array.isArray(after) && strategies.includes('merge')) {
      this.diffLists(patch, key, before, after, schema)
    } else if (isObject(before) && isObject(after) && !strategies.includes('replace')) {
      const inner = this.diffMaps(before, after, schema)
      if (strategies.includes('retainKeys') && (Object.keys(inner).length > 0 || hasMore(before, after)))
        inner['$retainKeys'] = Object.keys(after).sort()
      if (Object.keys(inner).length > 0) setOwn(patch, key, inner)
    } else if (this.changes && !equal(before, after)) setOwn(patch, key, after)
  }

  private diffLists(
    patch: JsonObject,
    key: string,
    before: JsonValue[],
    after: JsonValue[],
    schema: SchemaFacts | undefined,
  ): void {
    if (before.length === 0) {
      if (after.length > 0 && this.changes) patch[key] = after
      return
    }
    const mergeKey = schema?.['x-kubernetes-patch-merge-key']
    if (mergeKey === undefined) this.diffPrimitives(patch, key, before, after)
    else this.diffItems(patch, key, before.filter(isObject), after.filter(isObject), mergeKey, schema?.items)
  }

  private diffItems(
    patch: JsonObject,
    key: string,
    before: JsonObject[],
    after: JsonObject[],
    mergeKey: string,
    schema: SchemaFacts | undefined,
  ): void {
    const changed: JsonObject[] = []
    const old = new Map(before.map((item) => [item[mergeKey], item]))
    for (const item of after) {
      const previous = old.get(item[mergeKey])
      if (previous === undefined) {
        if (this.changes) changed.push(item)
        continue
      }
      const inner = this.diffMaps(previous, item, schema)
      if (Object.keys(inner).length > 0) changed.push({ ...inner, [mergeKey]: item[mergeKey] })
    }
    const kept = new Set(after.map((item) => item[mergeKey]))
    if (this.deletes)
      for (const gone of old.keys()) if (!kept.has(gone)) changed.push({ $patch: 'delete', [mergeKey]: gone })
    const order = after.map((item): JsonObject => ({ [mergeKey]: item[mergeKey] }))
    const moved = !equal(
      before.map((item) => item[mergeKey] ?? null),
      order.map((item) => item[mergeKey] ?? null),
    )
    if (changed.length > 0) patch[key] = changed
    const ordered = (this.changes && (changed.length > 0 || moved)) || (this.deletes && changed.length > 0)
    if (ordered && order.length > 0) patch[`$setElementOrder/${key}`] = order
  }

  private diffPrimitives(patch: JsonObject, key: string, before: JsonValue[], after: JsonValue[]): void {
    const added = this.changes ? after.filter((v) => !before.includes(v)) : []
    const removed = this.deletes ? before.filter((v) => !after.includes(v)) : []
    if (removed.length > 0) patch[`$deleteFromPrimitiveList/${key}`] = removed
    if (added.length > 0) patch[key] = added
    const ordered = removed.length > 0 || (this.changes && !equal(before, after))
    if (ordered && after.length > 0) patch[`$setElementOrder/${key}`] = after
  }

  private property(schema: SchemaFacts | undefined, key: string): SchemaFacts | undefined {
    const resolved = this.resolve(schema)
    return getOwn(resolved?.properties, key) ?? resolved?.additionalProperties
  }

  private resolve(schema: SchemaFacts | undefined): SchemaFacts | undefined {
    const target = schema?.$ref ?? (schema?.['allOf'] as SchemaFacts[] | undefined)?.[0]?.$ref
    return target === undefined ? schema : this.lookup.schema(target)
  }
}

const hasMore = (before: JsonObject, after: JsonObject): boolean =>
  Object.keys(before).some((key) => !Object.hasOwn(after, key))

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
