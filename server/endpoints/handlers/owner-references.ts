// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go (dedupOwnerReferencesAndAddWarning)
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { ApiCall } from '../api-call.ts'

/** Drops owner references that stand there twice, with upstream's warning. */
export function dedupOwnerReferences(object: KubeObject, call: ApiCall, afterAdmission: boolean): void {
  const references = object.metadata.ownerReferences
  if (references === undefined || references.length < 2) return
  const seen = new Set<string>()
  const duplicates: string[] = []
  const kept = references.filter((reference) => {
    const text = JSON.stringify([
      reference.apiVersion,
      reference.kind,
      reference.name,
      reference.uid,
      reference.controller,
      reference.blockOwnerDeletion,
    ])
    if (!seen.has(text)) return seen.add(text)
    duplicates.push(reference.uid)
    return false
  })
  if (duplicates.length === 0) return
  object.metadata.ownerReferences = kept
  const list = duplicates.join(', ')
  call.warn(
    afterAdmission
      ? `.metadata.ownerReferences contains duplicate entries after mutating admission happens; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${list}`
      : `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${list}`,
  )
}
