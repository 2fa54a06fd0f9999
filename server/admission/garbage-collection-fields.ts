// Upstream: pkg/registry/rbac/helpers.go (IsOnlyMutatingGCFields)
import type { KubeObject } from '../../apimachinery/json.ts'
import { semanticDeepEqual } from '../registry/core/semantic-deep-equal.ts'

/** Whether an update changes at most what the garbage collector writes: owners and finalizers. */
export function changesOnlyGarbageCollection(object: KubeObject, old: KubeObject | undefined): boolean {
  if (old === undefined) return false
  const { ownerReferences: _o, finalizers: _f, managedFields: _m, ...metadata } = object.metadata
  const { ownerReferences: _p, finalizers: _g, managedFields: _n, ...before } = old.metadata
  return semanticDeepEqual({ ...object, metadata }, { ...old, metadata: before })
}
