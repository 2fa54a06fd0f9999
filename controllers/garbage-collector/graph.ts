// Upstream: pkg/controller/garbagecollector/{graph,graph_builder}.go

import type { KubeObject, OwnerReference } from '../../apimachinery/json.ts'

/** The finalizer of an object that waits for its dependents to be deleted. */
export const foregroundFinalizer = 'foregroundDeletion'
/** The finalizer of an object whose dependents are to lose it as their owner. */
export const orphanFinalizer = 'orphan'

/** An object that is watched, and its path in the API. */
export interface Node {
  readonly object: KubeObject
  readonly path: string
  /** The object is a custom resource, which takes no strategic merge patches. */
  readonly isCustom: boolean
}

/** The owners that an object names. */
export const ownersOf = ({ object }: Node): readonly OwnerReference[] => object.metadata.ownerReferences ?? []

const deleting = ({ object }: Node): boolean => object.metadata.deletionTimestamp !== undefined
const has = ({ object }: Node, finalizer: string): boolean =>
  object.metadata.finalizers?.includes(finalizer) === true

/** Whether an object waits for its dependents to be deleted. */
export const isDeletingDependents = (node: Node): boolean => deleting(node) && has(node, foregroundFinalizer)
/** Whether the dependents of an object that is being deleted are to stay. */
export const isOrphaning = (node: Node): boolean => deleting(node) && has(node, orphanFinalizer)
/** Whether an object is on its way out, with nothing left to do about its dependents. */
export const isLeaving = (node: Node): boolean =>
  deleting(node) && !isDeletingDependents(node) && !isOrphaning(node)

const blocks = ({ blockOwnerDeletion }: OwnerReference): boolean => blockOwnerDeletion === true

/** The owners and dependents of all objects that are watched. */
export class OwnerGraph {
  private readonly nodes = new Map<string, Node>()
  /** Uids of owners, watched or not → uids of their dependents. */
  private readonly dependents = new Map<string, Set<string>>()

  get(uid: string): Node | undefined {
    return this.nodes.get(uid)
  }

  dependentsOf(uid: string): Node[] {
    return [...(this.dependents.get(uid) ?? [])].flatMap((dependent) => this.nodes.get(dependent) ?? [])
  }

  /** The dependents without whose end the owner does not go. */
  blockingDependentsOf(uid: string): Node[] {
    return this.dependentsOf(uid).filter((node) => ownersOf(node).some((o) => o.uid === uid && blocks(o)))
  }

  /** Takes an object as it is now. @returns the uids of those to look at */
  observe(node: Node): string[] {
    const uid = node.object.metadata.uid!
    const before = this.nodes.get(uid)
    this.nodes.set(uid, node)
    const owners = ownersOf(node)
    const lost = (before === undefined ? [] : ownersOf(before)).filter(
      (old) => !owners.some((now) => now.uid === old.uid && blocks(now) === blocks(old)),
    )
    for (const owner of lost) this.unlink(owner.uid, uid)
    for (const owner of owners) this.link(owner.uid, uid)
    const changed = before === undefined || lost.length > 0 || owners.length !== ownersOf(before).length
    const waits = isDeletingDependents(node)
    const beginsToWait = waits && (before === undefined || !isDeletingDependents(before))
    return [
      ...lost.map((owner) => owner.uid).filter((owner) => this.waits(owner)),
      ...(beginsToWait ? (this.dependents.get(uid) ?? []) : []),
      ...(waits || isOrphaning(node) || (changed && owners.length > 0) ? [uid] : []),
    ]
  }

  /** Takes it that an object is gone. @returns the uids of those to look at */
  forget(uid: string): string[] {
    const node = this.nodes.get(uid)
    this.nodes.delete(uid)
    const owners = node === undefined ? [] : ownersOf(node).map((owner) => owner.uid)
    for (const owner of owners) this.unlink(owner, uid)
    return [...(this.dependents.get(uid) ?? []), ...owners.filter((owner) => this.waits(owner))]
  }

  private waits(uid: string): boolean {
    const node = this.nodes.get(uid)
    return node !== undefined && isDeletingDependents(node)
  }

  private link(owner: string, dependent: string): void {
    const dependents = this.dependents.get(owner) ?? new Set()
    this.dependents.set(owner, dependents.add(dependent))
  }

  private unlink(owner: string, dependent: string): void {
    const dependents = this.dependents.get(owner)
    dependents?.delete(dependent)
    if (dependents?.size === 0) this.dependents.delete(owner)
  }
}
