// Upstream: pkg/registry/rbac/helpers.go (IsOnlyMutatingGCFields)
import type { KubeObject } from '../../apimachinery/json.ts'
import { sameSpec } from '../registry/core/semantic-equal.ts'

/** Whether an update changes at most what the garbage collector writes: owners and finalizers. */
export function changesOnlyGarbageCollection(object: KubeObject, old: KubeObject | undefined): boolean {
  if (old === undefined) return false
  const { ownerReferences: _o, finalizers: _f, managedFields: _m, ...metadata } = object.metadata
  const { ownerReferences: _p, finalizers: _g, managedFields: _n, ...before } = old.metadata
  return sameSpec({ ...object, metadata }, { ...old, metadata: before })
}
