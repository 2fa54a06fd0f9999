// Upstream: k8s.io/apiserver pkg/endpoints/handlers/fieldmanager/equality.go
import { type KubeObject, type ManagedFieldsEntry, semanticEqual } from '../json.ts'

/**
 * Undoes changes of times in managedFields when nothing else has changed, so that such a write leaves the stored
 * object (and its resourceVersion) as it is. Runs last before an update is stored. Returns `next` or a copy of it.
 */
export function keepTimesWhenUnchanged(next: KubeObject, old: KubeObject): KubeObject {
  const [before, after] = [old.metadata.managedFields ?? [], next.metadata.managedFields ?? []]
  if (after.length === 0 || before.length !== after.length) return next
  if (after.every((entry, i) => sameTime(entry, before[i]!))) return next
  if (!after.every((entry, i) => semanticEqual(withoutTime(entry), withoutTime(before[i]!)))) return next
  if (!semanticEqual(withoutManagedFields(next), withoutManagedFields(old))) return next
  return { ...next, metadata: { ...next.metadata, managedFields: old.metadata.managedFields } }
}

const sameTime = (a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean => a.time === b.time
const withoutTime = (entry: ManagedFieldsEntry): ManagedFieldsEntry => ({ ...entry, time: undefined })
const withoutManagedFields = (object: KubeObject): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, managedFields: undefined },
})
