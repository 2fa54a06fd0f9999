// Annotations of a version of the API that are fields of Kubernetes' own types, which a form without a version does not have.
// Upstream: pkg/apis/apps/v1/conversion.go, pkg/apis/autoscaling/v1/conversion.go
import type { KubeObject, ObjectMeta } from '../../apimachinery/json.ts'
import { autoscalerAnnotations } from '../../apimachinery/scheme/conversion/horizontal-pod-autoscaler.ts'
import { templateGenerationKey } from '../registry/daemonset/template-generation.ts'

const fields: Readonly<Record<string, readonly string[]>> = {
  'apps/v1 DaemonSet': [templateGenerationKey],
  'autoscaling/v1 HorizontalPodAutoscaler': autoscalerAnnotations,
}

/** The metadata as the server itself sees them; annotations that stand for fields are not among them. */
export function internalMetadata({ apiVersion, kind, metadata }: KubeObject): ObjectMeta {
  const type = `${apiVersion} ${kind}`
  const own = Object.hasOwn(fields, type) ? fields[type]! : []
  const { annotations, ...rest } = metadata
  if (annotations === undefined || !own.some((key) => Object.hasOwn(annotations, key))) return metadata
  const left = Object.entries(annotations).filter(([key]) => !own.includes(key))
  return left.length === 0 ? rest : { ...metadata, annotations: Object.fromEntries(left) }
}
