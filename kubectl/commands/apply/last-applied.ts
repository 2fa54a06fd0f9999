// The annotation in which kubectl keeps what was applied.
// Upstream: kubectl/pkg/util/apply.go
import type { JsonObject, KubeObject } from '../../../apimachinery/json.ts'
import { goJson } from '../../printers/go-values.ts'

/** The annotation in which client-side apply keeps the object that it applied. */
export const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** The object that was applied last, from the annotation; undefined where an object has none. */
export function originalConfiguration(object: KubeObject): JsonObject | undefined {
  const text = object.metadata.annotations?.[lastApplied]
  return text === undefined || text === '' ? undefined : (JSON.parse(text) as JsonObject)
}

/** The object without the last-applied annotation; `annotations` stays, even if empty. */
export function withoutLastApplied(object: KubeObject): KubeObject {
  const { [lastApplied]: _old, ...annotations } = object.metadata.annotations ?? {}
  return { ...object, metadata: { ...object.metadata, annotations } }
}

/** The object with itself in the last-applied annotation. */
export function withLastApplied(object: KubeObject): KubeObject {
  const bare = withoutLastApplied(object)
  const annotations = { ...bare.metadata.annotations, [lastApplied]: `${goJson(bare)}\n` }
  return { ...bare, metadata: { ...bare.metadata, annotations } }
}

/** The object with the last-applied annotation, where `save` (--save-config) is set or it has one already. */
export function updateLastApplied(object: KubeObject, save: boolean): KubeObject {
  return save || originalConfiguration(object) !== undefined ? withLastApplied(object) : object
}
