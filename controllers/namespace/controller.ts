// Upstream: pkg/controller/namespace/namespace_controller.go, deletion/namespaced_resources_deleter.go

import type { NamespaceStatus } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { toTime } from '../../component-base/clock.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from '../controller.ts'
import { namespaceConditions } from './conditions.ts'
import {
  type Collection,
  deleteCollection,
  type Found,
  isPods,
  namespacedCollections,
  nothingFound,
  podsRemain,
} from './content.ts'

/** How soon what is left of a namespace is looked at again, if nothing tells of its end before; later each time. */
const firstLookMs = 200
/** The number of namespaces that are emptied at once. Upstream: --concurrent-namespace-syncs */
const workers = 10

/** Empties a namespace that is being deleted, its pods first, then finalizes it. */
export function startNamespaces(context: ControllerContext): Controller {
  return new NamespaceController(context)
}

/** The content of a namespace that was left when it was last looked at. */
interface Remains {
  left: Collection[]
  /** Milliseconds until the namespace is looked at again. */
  ms: number
}

class NamespaceController implements Controller {
  private readonly context: ControllerContext
  private readonly queue: ReconcileQueue
  private readonly namespaces
  private readonly pods
  private readonly remains = new Map<string, Remains>()

  constructor(context: ControllerContext) {
    this.context = context
    this.queue = new ReconcileQueue(context, 'namespace', (name) => this.sync(name), workers)
    this.namespaces = context.informers.on('/api/v1/namespaces', {
      onChange: ({ metadata }, old) => {
        // Its own words about what is left are no news.
        const known = old?.metadata.deletionTimestamp !== undefined && this.remains.has(metadata.name!)
        if (metadata.deletionTimestamp !== undefined && !known) this.queue.add(metadata.name!)
      },
      onDelete: ({ metadata }) => this.remains.delete(metadata.name!),
    })
    this.pods = context.informers.on('/api/v1/pods', {
      onDelete: ({ metadata: { namespace = '' } }) => {
        if (this.isLeaving(namespace) && !this.hasPods(namespace)) this.queue.add(namespace)
      },
    })
  }

  stop(): Promise<void> {
    return this.queue.stop()
  }

  private isLeaving(name: string): boolean {
    return this.namespaces.items.get(name)?.metadata.deletionTimestamp !== undefined
  }

  private hasPods(name: string): boolean {
    return [...this.pods.items.values()].some(({ metadata }) => metadata.namespace === name)
  }

  private async sync(name: string): Promise<void> {
    const namespace = this.namespaces.items.get(name)
    if (namespace === undefined || !this.isLeaving(name)) return
    if (!finalizersOf(namespace).includes('kubernetes')) return
    const before = this.remains.get(name)
    // What was empty stays empty, since nothing can be created: the whole is looked at once more in the end.
    let found = await this.deleteContent(namespace, before?.left)
    if (before !== undefined && found.left.length === 0)
      found = await this.deleteContent(namespace, undefined)
    const current = await this.updateStatus(namespace, found)
    if (found.left.length === 0 && found.undiscovered.length === 0) {
      await this.finalize(current)
      this.remains.delete(name)
      return
    }
    const longest = 1000 * (Math.floor(found.seconds / 2) + 1)
    // The end of the last pod queues the namespace: until then there is nothing to look for.
    const ms = this.hasPods(name) ? longest : Math.min(before?.ms ?? firstLookMs, longest)
    this.remains.set(name, { left: found.left, ms: 2 * ms })
    this.queue.addAfter(name, ms)
  }

  /** @param only collections that may have something; undefined: all */
  private async deleteContent(namespace: KubeObject, only: Collection[] | undefined): Promise<Found> {
    const { context } = this
    const { name, deletionTimestamp } = namespace.metadata
    const found = nothingFound()
    const collections = only ?? (await namespacedCollections(context, name!, found))
    const age = (context.clock.now() - Date.parse(deletionTimestamp!)) / 1000
    const podsFirst = gateEnabled(context.gates, 'OrderedNamespaceDeletion')
    const pods = podsFirst ? collections.filter(isPods) : []
    for (const collection of pods) await deleteCollection(context, collection, age, found)
    const others = collections.filter((one) => !pods.includes(one))
    // What is left is told only when the pods are gone, as upstream has it.
    if (pods.length > 0 && podsRemain(found))
      return { ...found, left: [...found.left, ...others], remaining: new Map(), finalizers: new Map() }
    for (const collection of others) await deleteCollection(context, collection, age, found)
    return found
  }

  /** @returns the namespace as it is then */
  private async updateStatus(namespace: KubeObject, found: Found): Promise<KubeObject> {
    const { client, clock } = this.context
    const status = (namespace['status'] ?? {}) as NamespaceStatus
    const conditions = namespaceConditions(status.conditions, found, toTime(clock.now()))
    if (conditions === status.conditions) return namespace
    return client.update<KubeObject>(`/api/v1/namespaces/${namespace.metadata.name}/status`, {
      ...namespace,
      status: { ...status, conditions },
    })
  }

  private async finalize(namespace: KubeObject): Promise<void> {
    const { metadata } = namespace
    const finalizers = finalizersOf(namespace).filter((name) => name !== 'kubernetes')
    await this.context.client.update(`/api/v1/namespaces/${metadata.name}/finalize`, {
      ...namespace,
      spec: { ...(namespace['spec'] as object), finalizers },
    })
  }
}

const finalizersOf = (namespace: KubeObject): string[] =>
  (namespace['spec'] as { finalizers?: string[] } | undefined)?.finalizers ?? []
