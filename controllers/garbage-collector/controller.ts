// Upstream: pkg/controller/garbagecollector/garbagecollector.go

import type { KubeObject, OwnerReference } from '../../apimachinery/json.ts'
import { isNotFound } from '../../client/rest-client.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from '../controller.ts'
import { recordEvent } from '../event-recorder.ts'
import {
  foregroundFinalizer,
  isDeletingDependents,
  isLeaving,
  isOrphaning,
  type Node,
  OwnerGraph,
  orphanFinalizer,
  ownersOf,
} from './graph.ts'
import { itemPath, WatchedResources } from './resources.ts'

/** Deletes objects that have lost all their owners, and carries out foreground and orphan deletion. */
export function startGarbageCollector(context: ControllerContext): Controller {
  return new GarbageCollector(context)
}

/** An owner that is there (`solid`), is gone, waits for its dependents to go, or is of a kind that nobody serves. */
type OwnerState = 'solid' | 'dangling' | 'waiting' | 'unknown'

class GarbageCollector implements Controller {
  private readonly context: ControllerContext
  private readonly graph = new OwnerGraph()
  private readonly resources: WatchedResources
  private readonly queue: ReconcileQueue
  /** Uids of objects with an owner of a kind that nobody serves. */
  private readonly unknown = new Set<string>()

  constructor(context: ControllerContext) {
    this.context = context
    this.queue = new ReconcileQueue(context, 'garbagecollector', (uid) => this.process(uid))
    const enqueue = (uids: Iterable<string>): void => {
      for (const uid of uids) this.queue.add(uid)
    }
    this.resources = new WatchedResources(context, {
      onChange: (object, path, isCustom) => enqueue(this.graph.observe({ object, path, isCustom })),
      onDelete: ({ metadata }) => enqueue(this.graph.forget(metadata.uid!)),
      onKinds: () => enqueue([...this.unknown]),
    })
  }

  async stop(): Promise<void> {
    await this.resources.stop()
    await this.queue.stop()
  }

  private async process(uid: string): Promise<void> {
    await this.resources.hasSynced()
    this.unknown.delete(uid)
    const node = this.graph.get(uid)
    if (node === undefined || isLeaving(node)) return
    if (isOrphaning(node)) await this.orphan(node)
    else if (isDeletingDependents(node)) await this.awaitDependents(node)
    else await this.collect(node)
  }

  private async orphan(node: Node): Promise<void> {
    const { uid } = node.object.metadata
    for (const dependent of this.graph.dependentsOf(uid!)) await this.removeOwners(dependent, [uid!])
    await this.removeFinalizer(node, orphanFinalizer)
  }

  private async awaitDependents(node: Node): Promise<void> {
    const blocking = this.graph.blockingDependentsOf(node.object.metadata.uid!)
    if (blocking.length === 0) return this.removeFinalizer(node, foregroundFinalizer)
    for (const dependent of blocking)
      if (!isDeletingDependents(dependent)) this.queue.add(dependent.object.metadata.uid!)
  }

  /** Deletes an object that has owners, none of which is there to stay. */
  private async collect(node: Node): Promise<void> {
    const owners = ownersOf(node)
    if (owners.length === 0) return
    const states = new Map<OwnerReference, OwnerState>()
    for (const owner of owners) states.set(owner, await this.stateOf(node, owner))
    const inState = (state: OwnerState): OwnerReference[] => owners.filter((o) => states.get(o) === state)
    if (inState('unknown').length > 0) return void this.unknown.add(node.object.metadata.uid!)
    const waiting = inState('waiting')
    if (inState('solid').length > 0) {
      const gone = [...inState('dangling'), ...waiting].map(({ uid }) => uid)
      return gone.length === 0 ? undefined : this.removeOwners(node, gone)
    }
    const dependents = this.graph.dependentsOf(node.object.metadata.uid!)
    if (waiting.length === 0 || dependents.length === 0) return this.delete(node, policyOf(node))
    // Two that wait for each other would wait for ever.
    if (dependents.some(isDeletingDependents)) await this.unblockOwners(node)
    await this.delete(node, 'Foreground')
  }

  /** Asks the server itself before anything counts as gone: an informer may be behind, or not look at the owner's kind. */
  private async stateOf({ object }: Node, owner: OwnerReference): Promise<OwnerState> {
    const { namespace } = object.metadata
    const known = this.graph.get(owner.uid)
    const at = known?.object.metadata.namespace
    if (known !== undefined && (at === undefined || at === namespace))
      return isDeletingDependents(known) ? 'waiting' : 'solid'
    if (known !== undefined) this.tellWrongNamespace(object, owner, at!)
    const kind = await this.resources.of(owner.apiVersion, owner.kind)
    // A namespaced owner of an object without a namespace can never be found: the object stays.
    if (kind === undefined || (kind.namespaced && namespace === undefined)) return 'unknown'
    const metadata = { name: owner.name, ...(kind.namespaced ? { namespace: namespace! } : {}) }
    try {
      const found = await this.context.client.get(itemPath(kind.path, { metadata } as KubeObject))
      if (found.metadata.uid !== owner.uid) return 'dangling'
      const there = { object: found, path: '', isCustom: false }
      return isDeletingDependents(there) ? 'waiting' : 'solid'
    } catch (error) {
      if (isNotFound(error)) return 'dangling'
      throw error
    }
  }

  private tellWrongNamespace(object: KubeObject, owner: OwnerReference, at: string): void {
    const { apiVersion, kind, name, uid } = owner
    recordEvent(this.context, 'garbage-collector-controller', object, {
      type: 'Warning',
      reason: 'OwnerRefInvalidNamespace',
      message: `ownerRef [${apiVersion}/${kind}, namespace: ${at}, name: ${name}, uid: ${uid}] does not exist in namespace "${object.metadata.namespace ?? ''}"`,
    })
  }

  private async delete({ object, path }: Node, propagationPolicy: string): Promise<void> {
    const { uid, resourceVersion } = object.metadata
    await this.ignoringGone(() =>
      this.context.client.delete(path, {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        propagationPolicy,
        // Its owners have been looked at as of this version.
        preconditions: { uid, resourceVersion },
      }),
    )
  }

  private async removeOwners(node: Node, uids: readonly string[]): Promise<void> {
    const kept = ownersOf(node).filter((owner) => !uids.includes(owner.uid))
    const removed = uids.map((uid) => ({ $patch: 'delete', uid }))
    await this.patchOwners(node, removed, kept)
  }

  private async unblockOwners(node: Node): Promise<void> {
    const owners = ownersOf(node)
    const unblocked = owners.map((owner) => ({ ...owner, blockOwnerDeletion: false }))
    await this.patchOwners(node, unblocked, unblocked)
  }

  /** @param merged what a strategic merge patch says. @param whole the owners as they are to be */
  private async patchOwners(
    { object, path, isCustom }: Node,
    merged: readonly object[],
    whole: readonly OwnerReference[],
  ): Promise<void> {
    const { uid, resourceVersion } = object.metadata
    const { client } = this.context
    const ownerReferences = whole.length === 0 ? null : whole
    await this.ignoringGone(() =>
      isCustom
        ? client.patch(
            path,
            { metadata: { uid, resourceVersion, ownerReferences } },
            'application/merge-patch+json',
          )
        : client.patch(path, { metadata: { uid, ownerReferences: merged } }),
    )
  }

  private async removeFinalizer({ object, path }: Node, finalizer: string): Promise<void> {
    const { finalizers = [], resourceVersion } = object.metadata
    const kept = finalizers.filter((one) => one !== finalizer)
    const metadata = { resourceVersion, finalizers: kept.length === 0 ? null : kept }
    await this.ignoringGone(() =>
      this.context.client.patch(path, { metadata }, 'application/merge-patch+json'),
    )
  }

  private async ignoringGone(write: () => Promise<unknown>): Promise<void> {
    try {
      await write()
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
}

/** The propagation policy of a deletion: one that somebody else has begun keeps its policy, which its finalizer tells. */
function policyOf({ object }: Node): string {
  const { finalizers = [] } = object.metadata
  if (finalizers.includes(orphanFinalizer)) return 'Orphan'
  return finalizers.includes(foregroundFinalizer) ? 'Foreground' : 'Background'
}
