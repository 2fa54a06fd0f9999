// Upstream: k8s.io/apimachinery pkg/util/managedfields/internal/capmanagers.go
import { union } from './field-set.ts'
import { type Managed, managerId } from './managed.ts'

const maxUpdateManagers = 10
const oldUpdatesManager = 'ancient-changes'

/** Merges the oldest updates, version by version, until no more than ten managers of updates are left. Changes `managed`. */
export function capManagers(managed: Managed): void {
  if (managed.fields.size <= maxUpdateManagers) return
  const seconds = (id: string): number =>
    Math.floor(Date.parse(managed.times.get(id) ?? '1970-01-01T00:00:00Z') / 1000)
  const updaters = [...managed.fields].filter(([, owner]) => !owner.applied).map(([id]) => id)
  if (updaters.length <= maxUpdateManagers) return
  updaters.sort((a, b) => seconds(a) - seconds(b) || (a < b ? -1 : 1))
  const firstOfVersion = new Map<string, string>()
  let left = updaters.length
  for (const id of updaters) {
    if (left <= maxUpdateManagers) return
    const owner = managed.fields.get(id)!
    const first = firstOfVersion.get(owner.apiVersion)
    if (first === undefined) {
      firstOfVersion.set(owner.apiVersion, id)
      continue
    }
    const bucket = managerId({
      manager: oldUpdatesManager,
      operation: 'Update',
      apiVersion: owner.apiVersion,
    })
    const merged = managed.fields.get(bucket) ?? managed.fields.get(first)!
    if (!managed.fields.has(bucket)) managed.fields.delete(first)
    managed.fields.delete(id)
    managed.fields.set(bucket, { ...owner, set: union(owner.set, merged.set) })
    const time = managed.times.get(id)
    if (time === undefined) managed.times.delete(bucket)
    else managed.times.set(bucket, time)
    left--
  }
}
