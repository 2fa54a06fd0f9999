// The frame of controllers whose objects own others, as workloads own their pods.
// Upstream: the informer handlers and the sync loop of each (pkg/controller/*)
import type { LabelSelector } from '../api/meta-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import type { Informer } from '../client/informer.ts'
import { ConsistencyStore } from './consistency.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from './controller.ts'
import { matchesLabelSelector } from './label-selector.ts'
import { controls, ownerKey } from './owner-references.ts'
import { controllerOf } from './pods.ts'

/** The collections of a controller's owners and of their objects, and the sync of an owner. */
export interface OwningOptions {
  /** The kind of the owners: `ReplicaSet`. */
  kind: string
  /** The collection of the owners in all namespaces. */
  path: string
  /** The collection of the owned objects in all namespaces. */
  ownedPath: string
  /** Syncs an owner that is there, even where it is being deleted. */
  sync: (owner: KubeObject, key: string) => Promise<void>
  /** The selector of an owner, which is looked at when an object of these labels has no controller. Default: nothing. */
  selectorOf?: (owner: KubeObject) => LabelSelector | undefined
}

/** Syncs each owner that changed, or whose objects did, once its informers have seen its own last writes. */
export class OwningController implements Controller {
  readonly owners: Informer
  readonly owned: Informer
  private readonly kind: string
  private readonly queue: ReconcileQueue
  private readonly consistency = new ConsistencyStore()

  constructor(context: ControllerContext, options: OwningOptions) {
    const { kind, path, ownedPath, sync } = options
    this.kind = kind
    this.queue = new ReconcileQueue(context, kind.toLowerCase(), async (key) => {
      await this.consistency.ready(key)
      const owner = this.owners.items.get(key)
      if (owner !== undefined) await sync(owner, key)
    })
    const changed = (object: KubeObject, old?: KubeObject): void => {
      this.addOwnerOf(object)
      const before = old && controllerOf(old)?.uid
      if (before !== undefined && before !== controllerOf(object)?.uid) this.addOwnerOf(old!)
      if (controllerOf(object) === undefined && options.selectorOf !== undefined)
        this.addSelecting(object, options.selectorOf)
    }
    this.owners = context.informers.on(path, { onChange: (owner) => this.queue.add(keyOf(owner)) })
    this.owned = context.informers.on(ownedPath, { onChange: changed, onDelete: (object) => changed(object) })
  }

  private addSelecting({ metadata }: KubeObject, selectorOf: NonNullable<OwningOptions['selectorOf']>): void {
    if (metadata.deletionTimestamp !== undefined) return
    for (const [key, owner] of this.owners.items)
      if (
        owner.metadata.namespace === metadata.namespace &&
        matchesLabelSelector(selectorOf(owner), metadata.labels)
      )
        this.queue.add(key)
  }

  add(key: string): void {
    this.queue.add(key)
  }

  addAfter(key: string, delayMs: number): void {
    this.queue.addAfter(key, delayMs)
  }

  addAll(): void {
    for (const key of this.owners.items.keys()) this.queue.add(key)
  }

  addOwnerOf(object: KubeObject): void {
    const key = ownerKey(object, this.kind)
    if (key !== undefined) this.queue.add(key)
  }

  ownedBy(owner: KubeObject): KubeObject[] {
    return [...this.owned.items.values()].filter((object) => controls(owner, object))
  }

  /** The owner is not looked at again before the informer knows of this. @param object as the server answered it */
  wroteAt(key: string, informer: Informer, object: KubeObject): void {
    this.consistency.wroteAt(key, informer, object)
  }

  stop(): Promise<void> {
    return this.queue.stop()
  }
}
