// Upstream: pkg/apis/apps/v1/conversion.go (Convert_apps_DaemonSet_To_v1_DaemonSet)
import type { KubeObject } from '../../../apimachinery/json.ts'

/** A field of a version long gone, which outside is an annotation. */
export const templateGenerationKey = 'deprecated.daemonset.template.generation'

/** The template generation of a DaemonSet, which the API keeps in an annotation; 0 without one. */
export const templateGeneration = (object: KubeObject): number =>
  Number(object.metadata.annotations?.[templateGenerationKey] ?? 0)

/** Sets the annotation with the template generation, in place. */
export function setTemplateGeneration(object: KubeObject, value: number): void {
  object.metadata.annotations = { ...object.metadata.annotations, [templateGenerationKey]: String(value) }
}

/** Whether the annotation with the template generation is present. */
export const hasTemplateGeneration = (object: KubeObject): boolean =>
  object.metadata.annotations?.[templateGenerationKey] !== undefined
