// Upstream: k8s.io/apimachinery pkg/util/managedfields/scalehandler.go
import type { ManagedFieldsEntry } from '../json.ts'
import { difference, has, isEmpty, setOf } from './field-set.ts'
import { type Managed, ManagedFieldsCodec, newManaged, type VersionedSet } from './managed.ts'
import { fieldElement } from './path-element.ts'

const scaleVersion = 'autoscaling/v1'
const scaleReplicas = ['spec', 'replicas'].map(fieldElement)

/** The path of the replicas in each version of the resource: `{ 'apps/v1': ['spec', 'replicas'] }`. */
export type ReplicasPaths = Readonly<Record<string, readonly string[]>>

/** Turns managedFields of a resource into those of its scale subresource, and back. Both throw where entries are malformed. */
export class ScaleHandler {
  private readonly codec = new ManagedFieldsCodec()
  private readonly paths: ReplicasPaths
  private readonly apiVersion: string

  /** @param apiVersion the resource's version of this request */
  constructor(apiVersion: string, paths: ReplicasPaths) {
    this.apiVersion = apiVersion
    this.paths = paths
  }

  /** The managedFields of the resource's scale: the managers that own its replicas. */
  toSubresource(parent: readonly ManagedFieldsEntry[] | undefined): ManagedFieldsEntry[] | undefined {
    const managed = this.codec.decode(parent)
    const out = newManaged()
    for (const [id, owner] of managed.fields) {
      const path = this.pathAt(owner.apiVersion)
      if (path === undefined || !has(owner.set, path)) continue
      keep(out, managed, id, { set: setOf(scaleReplicas), apiVersion: scaleVersion, applied: owner.applied })
    }
    return this.codec.encode(out)
  }

  /** The managedFields of the resource after a write to its scale. */
  toParent(
    parent: readonly ManagedFieldsEntry[] | undefined,
    scale: readonly ManagedFieldsEntry[] | undefined,
  ): ManagedFieldsEntry[] | undefined {
    const before = this.codec.decode(parent)
    const scaled = this.codec.decode(scale)
    const out = newManaged()
    for (const [id, owner] of before.fields) {
      const path = this.pathAt(owner.apiVersion)
      if (path === undefined) continue
      if (!has(owner.set, path) || scaled.fields.has(id)) {
        keep(out, before, id, owner)
        if (has(owner.set, path)) scaled.fields.delete(id)
      } else {
        const set = difference(owner.set, setOf(path))
        if (!isEmpty(set)) keep(out, before, id, { ...owner, set })
      }
    }
    const own = this.pathAt(this.apiVersion)
    for (const [id, { set, applied }] of scaled.fields) {
      if (own === undefined || !has(set, scaleReplicas)) continue
      // Upstream looks for the time among the entries of the parent, so a manager that is new there has none.
      keep(out, before, id, { set: setOf(own), apiVersion: this.apiVersion, applied })
    }
    return this.codec.encode(out)
  }

  private pathAt(apiVersion: string): readonly string[] | undefined {
    return Object.hasOwn(this.paths, apiVersion) ? this.paths[apiVersion]!.map(fieldElement) : undefined
  }
}

function keep(out: Managed, from: Managed, id: string, owner: VersionedSet): void {
  out.fields.set(id, owner)
  const time = from.times.get(id)
  if (time !== undefined) out.times.set(id, time)
}
