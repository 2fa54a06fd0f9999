// Upstream: pkg/controller/podgc/gc_controller.go

import type { NodeSpec, NodeStatus, PodCondition, PodSpec, PodStatus } from '../api/core-v1.ts'
import { conditionOfType, withCondition } from '../apimachinery/conditions.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { isNotFound } from '../client/rest-client.ts'
import { toTime } from '../component-base/clock.ts'
import { gateEnabled } from '../featuregates/reader.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from './controller.ts'
import { podEnded, podPhase } from './pods.ts'

/** Milliseconds between two looks of upstream's collector, which a deleted pod that was never bound is seen for. */
const periodMs = 20_000
/** The milliseconds for which a Node must be missing before its pods are deleted. */
const quarantineMs = 40_000

const nodeOf = (pod: KubeObject): string => (pod['spec'] as PodSpec).nodeName ?? ''

const isUnboundAndDeleted = (pod: KubeObject): boolean =>
  nodeOf(pod) === '' && pod.metadata.deletionTimestamp !== undefined

/** Whether a node was said to be out of service, and is not ready. */
const isOutOfService = (node: KubeObject): boolean =>
  ((node['spec'] as NodeSpec).taints ?? []).some(({ key }) => key === 'node.kubernetes.io/out-of-service') &&
  conditionOfType((node['status'] as NodeStatus | undefined)?.conditions, 'Ready')?.status !== 'True'

/**
 * Deletes pods whose node is gone, that are deleted and were never bound or are on a node that is out of service, and the oldest
 * of too many that have ended.
 * @param maxEnded more are too many; 0: none are
 */
export const startPodGarbageCollector = (context: ControllerContext, maxEnded: number): Controller =>
  new PodGarbageCollector(context, maxEnded)

class PodGarbageCollector implements Controller {
  private readonly context: ControllerContext
  private readonly maxEnded: number
  private readonly queue: ReconcileQueue
  private readonly pods
  private readonly nodes
  /** The times since which Nodes are missing, by name; milliseconds since the epoch. */
  private readonly missing = new Map<string, number>()

  constructor(context: ControllerContext, maxEnded: number) {
    this.context = context
    this.maxEnded = maxEnded
    this.queue = new ReconcileQueue(context, 'podgc', (key) => this.sync(key))
    this.nodes = context.informers.on('/api/v1/nodes', {
      onChange: (node) => {
        this.missing.delete(node.metadata.name!)
        if (isOutOfService(node)) for (const pod of this.pods.items.values()) this.considerLeft(pod)
      },
      onDelete: ({ metadata }) => {
        for (const [key, pod] of this.pods.items) if (nodeOf(pod) === metadata.name) this.queue.add(key)
      },
    })
    this.pods = context.informers.on('/api/v1/pods', {
      onChange: (pod, old) => {
        const ends = podEnded(pod) && (old === undefined || !podEnded(old))
        if (isUnboundAndDeleted(pod)) this.queue.addAfter(keyOf(pod), periodMs)
        else if (this.isOrphan(pod) || (ends && this.pods.items.size > maxEnded)) this.queue.add(keyOf(pod))
        else this.considerLeft(pod)
      },
    })
  }

  stop(): Promise<void> {
    return this.queue.stop()
  }

  private isOrphan(pod: KubeObject): boolean {
    const node = nodeOf(pod)
    return node !== '' && !this.nodes.items.has(node)
  }

  private considerLeft(pod: KubeObject): void {
    if (this.isLeft(pod)) this.queue.addAfter(keyOf(pod), periodMs)
  }

  /** Whether a pod is deleted, and nobody ends it since its node is out of service. */
  private isLeft(pod: KubeObject): boolean {
    if (pod.metadata.deletionTimestamp === undefined) return false
    const node = this.nodes.items.get(nodeOf(pod))
    return (
      node !== undefined &&
      isOutOfService(node) &&
      gateEnabled(this.context.gates, 'NodeOutOfServiceVolumeDetach')
    )
  }

  private async sync(key: string): Promise<void> {
    const pod = this.pods.items.get(key)
    if (pod === undefined) return
    const node = nodeOf(pod)
    if (isUnboundAndDeleted(pod) || this.isLeft(pod)) return this.remove(pod)
    if (node !== '' && !this.nodes.items.has(node)) return this.removeOrphan(key, pod, node)
    if (podEnded(pod)) await this.removeOldest()
  }

  private async removeOrphan(key: string, pod: KubeObject, node: string): Promise<void> {
    const { clock } = this.context
    const since = this.missing.get(node) ?? clock.now()
    this.missing.set(node, since)
    const left = since + quarantineMs - clock.now()
    if (left > 0) return this.queue.addAfter(key, left)
    // The informer may be behind.
    if (await this.exists(node)) return void this.missing.delete(node)
    await this.remove(pod, {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'DeletionByPodGC',
      message: 'PodGC: node no longer exists',
    })
  }

  private async exists(node: string): Promise<boolean> {
    try {
      await this.context.client.get(`/api/v1/nodes/${node}`)
      return true
    } catch (error) {
      if (isNotFound(error)) return false
      throw error
    }
  }

  private async removeOldest(): Promise<void> {
    const ended = [...this.pods.items.values()].filter(podEnded)
    const { maxEnded } = this
    if (maxEnded <= 0 || ended.length <= maxEnded) return
    const created = ({ metadata }: KubeObject): number => Date.parse(metadata.creationTimestamp!)
    const oldest = ended.sort((a, b) => created(a) - created(b)).slice(0, ended.length - maxEnded)
    for (const pod of oldest) await this.remove(pod)
  }

  /** A pod that has not ended has failed by then. */
  private async remove(pod: KubeObject, condition?: PodCondition): Promise<void> {
    const { client, gates, clock } = this.context
    const path = `/api/v1/namespaces/${pod.metadata.namespace}/pods/${pod.metadata.name}`
    const status = pod['status'] as PodStatus
    const failed =
      gateEnabled(gates, 'PodDisruptionConditions') && !['Succeeded', 'Failed'].includes(podPhase(pod))
    const now = toTime(clock.now())
    const conditions =
      condition === undefined
        ? status.conditions
        : withCondition(status.conditions, { ...condition, lastTransitionTime: now })
    try {
      if (failed)
        await client.patch(`${path}/status`, {
          metadata: { uid: pod.metadata.uid },
          status: { phase: 'Failed', ...(conditions === undefined ? {} : { conditions }) },
        })
      await client.delete(path, { gracePeriodSeconds: 0, preconditions: { uid: pod.metadata.uid } })
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
}
