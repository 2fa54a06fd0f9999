// Upstream: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/meta.go (ResetObjectMetaForStatus)
import { deepCopy, type KubeObject, type ObjectMeta } from '../../../apimachinery/json.ts'

const keys = [
  'deletionTimestamp',
  'generation',
  'selfLink',
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
] as const

/** A write to a status takes none of this metadata. */
export function resetObjectMetaForStatus(object: KubeObject, old: KubeObject): void {
  const [to, from]: [ObjectMeta, ObjectMeta] = [object.metadata, old.metadata]
  for (const key of keys) {
    if (from[key] === undefined) delete to[key]
    else Object.assign(to, { [key]: deepCopy(from[key]) })
  }
}
