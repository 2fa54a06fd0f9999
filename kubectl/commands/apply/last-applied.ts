// The annotation in which kubectl keeps what was applied.
// Upstream: kubectl/pkg/util/apply.go

import { goJson } from '../../../apimachinery/go-print/json-values.ts'
import type { JsonObject, KubeObject } from '../../../apimachinery/json.ts'
import { lastAppliedAnnotation } from '../../../apimachinery/last-applied.ts'

/** The object that was applied last, from the annotation; undefined where an object has none. */
export function originalConfiguration(object: KubeObject): JsonObject | undefined {
  const text = object.metadata.annotations?.[lastAppliedAnnotation]
  return text === undefined || text === '' ? undefined : (JSON.parse(text) as JsonObject)
}

/** The object without the last-applied annotation; `annotations` stays, even if empty. */
export function withoutLastApplied(object: KubeObject): KubeObject {
  const { [lastAppliedAnnotation]: _old, ...annotations } = object.metadata.annotations ?? {}
  return { ...object, metadata: { ...object.metadata, annotations } }
}

/** The object with itself in the last-applied annotation. */
export function withLastApplied(object: KubeObject): KubeObject {
  const bare = withoutLastApplied(object)
  const annotations = { ...bare.metadata.annotations, [lastAppliedAnnotation]: `${goJson(bare)}\n` }
  return { ...bare, metadata: { ...bare.metadata, annotations } }
}

/** The object with the last-applied annotation, where `save` (--save-config) is set or it has one already. */
export function updateLastApplied(object: KubeObject, save: boolean): KubeObject {
  return save || originalConfiguration(object) !== undefined ? withLastApplied(object) : object
}

/** As {@link updateLastApplied}, of an object that kubectl made by its type: annotations that it has not are not in the annotation. */
export function updateLastAppliedOfMade(object: KubeObject, save: boolean): KubeObject {
  if (object.metadata.annotations !== undefined) return updateLastApplied(object, save)
  if (!save) return object
  const annotations = { [lastAppliedAnnotation]: `${goJson(object)}\n` }
  return { ...object, metadata: { ...object.metadata, annotations } }
}
