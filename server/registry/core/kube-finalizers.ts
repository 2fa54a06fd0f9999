// Upstream: pkg/apis/core/validation/validation.go (validateKubeFinalizerName)
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { ObjectMeta } from '../../../apimachinery/json.ts'

const standard = new Set(['kubernetes', 'orphan', 'foregroundDeletion'])

/** A finalizer without a domain must be one that Kubernetes itself knows. */
export function validateKubeFinalizerName(name: string, path: FieldPath): FieldError[] {
  if (name.includes('/') || standard.has(name)) return []
  return [field.invalid(path, name, 'name is neither a standard finalizer name nor is it fully qualified')]
}

/** What the core kinds check of `metadata` beyond the common rules. */
export function validateKubeFinalizers(meta: ObjectMeta): FieldError[] {
  const path = FieldPath.of('metadata', 'finalizers')
  return (meta.finalizers ?? []).flatMap((name, i) => validateKubeFinalizerName(name, path.index(i)))
}
