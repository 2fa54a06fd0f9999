// Upstream: pkg/apis/apps/v1/conversion.go (Convert_apps_DaemonSet_To_v1_DaemonSet)
import type { KubeObject, ObjectMeta } from '../../../apimachinery/json.ts'

/** A field of a version long gone, which outside is an annotation. */
const key = 'deprecated.daemonset.template.generation'

/** The template generation of a DaemonSet, which the API keeps in an annotation; 0 without one. */
export const templateGeneration = (object: KubeObject): number =>
  Number(object.metadata.annotations?.[key] ?? 0)

/** Sets the annotation with the template generation, in place. */
export function setTemplateGeneration(object: KubeObject, value: number): void {
  object.metadata.annotations = { ...object.metadata.annotations, [key]: String(value) }
}

/** Whether the annotation with the template generation is present. */
export const hasTemplateGeneration = (object: KubeObject): boolean =>
  object.metadata.annotations?.[key] !== undefined

/** The metadata as the server itself sees them: the field is none of the annotations. */
export function internalMetadata({ metadata }: KubeObject): ObjectMeta {
  if (metadata.annotations?.[key] === undefined) return metadata
  const { [key]: _, ...annotations } = metadata.annotations
  const { annotations: __, ...rest } = metadata
  return Object.keys(annotations).length === 0 ? rest : { ...metadata, annotations }
}
