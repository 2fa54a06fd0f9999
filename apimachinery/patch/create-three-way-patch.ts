// Upstream: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (CreateThreeWayMergePatch),
// pkg/util/jsonmergepatch/patch.go (CreateThreeWayJSONMergePatch)
import { deepCopy, getOwn, isObject, type JsonObject, type JsonValue, setOwn } from '../json.ts'
import type { SchemaLookup } from '../scheme/schema-lookup.ts'
import { StrategicDiffer } from './strategic-diff.ts'

/** The three objects of `kubectl apply`: as applied before, as to be applied now, and as the server has it. */
export interface ThreeWay {
  original: JsonObject
  modified: JsonObject
  current: JsonObject
}

/**
 * The strategic merge patch that takes `current` to `modified`: changes and additions from `current`, deletions of what
 * `original` had and `modified` lacks. What others added stays.
 */
export function createThreeWayMergePatch(
  { original, modified, current }: ThreeWay,
  typeName: string,
  lookup: Pick<SchemaLookup, 'schema'>,
): JsonObject {
  const schema = { $ref: typeName }
  const delta = new StrategicDiffer(lookup, { ignoreDeletions: true }).diffMaps(current, modified, schema)
  const deletions = new StrategicDiffer(lookup, { ignoreChangesAndAdditions: true }).diffMaps(
    original,
    modified,
    schema,
  )
  return joined(deletions, delta)
}

/** As {@link createThreeWayMergePatch}, but a JSON merge patch, for types without a schema: lists are whole. */
export function createThreeWayJsonMergePatch({ original, modified, current }: ThreeWay): JsonObject {
  const lists = { schema: () => undefined }
  const delta = new StrategicDiffer(lists, { ignoreDeletions: true }).diffMaps(current, modified, undefined)
  const deletions = new StrategicDiffer(lists, { ignoreChangesAndAdditions: true }).diffMaps(
    original,
    modified,
    undefined,
  )
  return joined(deletions, delta)
}

/** Both patches as one. They never name the same thing in different ways: `deletions` adds nothing, `delta` deletes nothing. */
function joined(deletions: JsonObject, delta: JsonObject): JsonObject {
  const patch = deepCopy(deletions)
  for (const key of Object.keys(delta)) {
    const [one, two] = [getOwn(patch, key), getOwn(delta, key)!]
    const directive = key.startsWith('$')
    if (isObject(one) && isObject(two)) setOwn(patch, key, joined(one, two))
    else if (!directive && Array.isArray(one) && Array.isArray(two)) {
      const order = getOwn(patch, `$setElementOrder/${key}`) ?? getOwn(delta, `$setElementOrder/${key}`)
      setOwn(patch, key, joinedItems(one, two, order))
    } else setOwn(patch, key, deepCopy(two))
  }
  return patch
}

/** Items that both patches change are joined by their merge key, which the order of the elements tells. */
function joinedItems(one: JsonValue[], two: JsonValue[], order: JsonValue | undefined): JsonValue[] {
  const first = Array.isArray(order) ? order[0] : undefined
  const mergeKey = isObject(first) ? Object.keys(first)[0] : undefined
  if (mergeKey === undefined) return [...two, ...one]
  const rest = [...one]
  const changed = two.map((item) => {
    const at = rest.findIndex((o) => isObject(o) && isObject(item) && o[mergeKey] === item[mergeKey])
    const [other] = at < 0 ? [] : rest.splice(at, 1)
    return isObject(other) && isObject(item) ? joined(other, item) : item
  })
  return [...changed, ...rest]
}
