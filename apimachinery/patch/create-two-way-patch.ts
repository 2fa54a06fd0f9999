// Upstream: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (CreateTwoWayMergePatch)
import type { JsonObject } from '../json.ts'
import type { SchemaLookup } from '../scheme/schema-lookup.ts'
import { StrategicDiffer } from './strategic-diff.ts'

/** The strategic merge patch that makes `modified` of `original`. Both are objects of the type `typeName`; neither is changed. */
export function createTwoWayMergePatch(
  original: JsonObject,
  modified: JsonObject,
  typeName: string,
  lookup: SchemaLookup,
): JsonObject {
  return new StrategicDiffer(lookup).diffMaps(original, modified, { $ref: typeName })
}
