// Upstream: pkg/scheduler (the part that a simulated cluster needs)

import type { PodSpec } from '../api/core-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { referenceTo } from '../client/events/event-recorder.ts'
import { SeriesRecorder } from '../client/events/series-recorder.ts'
import type { Informer } from '../client/informer.ts'
import { toTime } from '../component-base/clock.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue, splitKey } from './controller.ts'
import { misfit } from './node-fit.ts'
import { podActive, podCondition } from './pods.ts'
import { type PlacedPod, spreadMisfits, spreads } from './topology-spread.ts'
import { claimsOfPod } from './volume/protection.ts'
import { VolumeScheduling } from './volume/scheduling.ts'

/** Of the scheduler's clients: clientConnection.qps and burst. */
const clientRate = { perSecond: 50, burst: 100 }

/** Binds each pending pod to the node with the fewest pods among those that it fits; of several to the first by name. */
export const startScheduler = (context: ControllerContext): Controller => new Scheduler(context)

class Scheduler implements Controller {
  private readonly context: ControllerContext
  private readonly nodes: Informer
  private readonly pods: Informer
  private readonly volumes: VolumeScheduling
  private readonly events: SeriesRecorder
  private readonly queue: ReconcileQueue
  /** Key of a pod → the node that it was bound to here, which the informer may not have told yet. */
  private readonly bound = new Map<string, string>()

  constructor(context: ControllerContext) {
    this.context = context
    this.nodes = context.informers.on('/api/v1/nodes', { onChange: () => this.considerAll(() => true) })
    this.pods = context.informers.on('/api/v1/pods', {
      onChange: (pod) => this.changed(pod),
      onDelete: (pod) => this.deleted(pod),
    })
    this.volumes = new VolumeScheduling(context, (claim) => this.considerClaims(claim))
    this.events = new SeriesRecorder(context, 'default-scheduler', 'localhost', clientRate)
    this.queue = new ReconcileQueue(context, 'scheduler', (key) => this.schedule(key))
  }

  async stop(): Promise<void> {
    await this.queue.stop()
    await this.events.stop()
  }

  private changed(pod: KubeObject): void {
    this.consider(pod)
    if (!podActive(pod) || pod.metadata.deletionTimestamp !== undefined) this.considerSpread()
  }

  private deleted(pod: KubeObject): void {
    this.bound.delete(keyOf(pod))
    this.considerSpread()
  }

  private consider(pod: KubeObject): void {
    if (isPending(pod)) this.queue.add(keyOf(pod))
  }

  private considerAll(concerned: (pod: KubeObject) => boolean): void {
    for (const pod of this.pods.items.values()) if (concerned(pod)) this.consider(pod)
  }

  /** A pod that is gone leaves room for others to be spread evenly. */
  private considerSpread(): void {
    this.considerAll(spreads)
  }

  /** @param claim undefined: all pods with claims */
  private considerClaims(claim: string | undefined): void {
    this.considerAll((pod) => {
      const claims = claimsOfPod(pod)
      return claim === undefined ? claims.length > 0 : claims.includes(claim)
    })
  }

  private async schedule(key: string): Promise<void> {
    const pod = this.pods.items.get(key)
    if (pod === undefined || ((pod['spec'] as PodSpec).nodeName ?? '') !== '') return
    const all = this.nodesByLoad()
    const blocked = all.length === 0 ? undefined : this.volumes.blocked(pod, this.pods.items.values())
    if (blocked !== undefined) return this.unschedulable(pod, all.length, blocked)
    const uneven = spreadMisfits(pod, all, this.placed())
    const reasons = all.map(
      (node) => misfit(pod['spec'] as PodSpec, node) ?? this.volumes.misfit(pod, node) ?? uneven(node),
    )
    const chosen = all[reasons.indexOf(undefined)]
    if (chosen === undefined) return this.unschedulable(pod, all.length, counted(reasons as string[]))
    // It is looked at again when its claims are bound.
    if (await this.volumes.prepare(pod, chosen)) await this.bind(key, pod, chosen.metadata.name!)
  }

  private async bind(key: string, pod: KubeObject, node: string): Promise<void> {
    const [namespace, name] = splitKey(key)
    this.bound.set(key, node)
    await this.context.client.create(`/api/v1/namespaces/${namespace}/pods/${name}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace },
      target: { apiVersion: 'v1', kind: 'Node', name: node },
    })
    this.events.record(referenceTo(pod), 'Binding', {
      type: 'Normal',
      reason: 'Scheduled',
      message: `Successfully assigned ${key} to ${node}`,
    })
  }

  private unschedulable(pod: KubeObject, nodes: number, details: string): Promise<void> {
    return markUnschedulable(this.context, this.events, pod, nodes, details)
  }

  /** The one with the fewest pods first. */
  private nodesByLoad(): KubeObject[] {
    const load = new Map<string, number>()
    for (const { pod, node } of this.placed()) if (podActive(pod)) load.set(node, (load.get(node) ?? 0) + 1)
    return [...this.nodes.items.values()].sort(
      (a, b) =>
        (load.get(a.metadata.name!) ?? 0) - (load.get(b.metadata.name!) ?? 0) ||
        (a.metadata.name! < b.metadata.name! ? -1 : 1),
    )
  }

  /** What the informer has not told yet is taken from our own bindings. */
  private *placed(): Generator<PlacedPod> {
    for (const [key, pod] of this.pods.items) {
      const node = (pod['spec'] as PodSpec).nodeName || this.bound.get(key)
      if (node !== undefined) yield { pod, node }
    }
  }
}

/** Whether a pod waits for this scheduler. */
function isPending({ metadata, ...pod }: KubeObject): boolean {
  const spec = pod['spec'] as PodSpec
  return (
    (spec.nodeName ?? '') === '' &&
    metadata.deletionTimestamp === undefined &&
    (spec.schedulingGates ?? []).length === 0 &&
    (spec.schedulerName ?? 'default-scheduler') === 'default-scheduler'
  )
}

/** `1 node(s) were unschedulable, 2 …` */
function counted(reasons: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const r of reasons) counts.set(r, (counts.get(r) ?? 0) + 1)
  return [...counts]
    .map(([reason, n]) => `${n} ${reason}`)
    .sort()
    .join(', ')
}

async function markUnschedulable(
  { client, clock }: ControllerContext,
  events: SeriesRecorder,
  pod: KubeObject,
  nodes: number,
  details: string,
): Promise<void> {
  const available = `0/${nodes} nodes are available`
  const message =
    nodes === 0
      ? 'no nodes available to schedule pods'
      : `${available}: ${details}. preemption: ${available}: ${nodes} Preemption is not helpful for scheduling.`
  if (podCondition(pod, 'PodScheduled')?.message === message) return
  events.record(referenceTo(pod), 'Scheduling', { type: 'Warning', reason: 'FailedScheduling', message })
  const condition = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message,
    lastProbeTime: null,
    lastTransitionTime: toTime(clock.now()),
  }
  await client.patch(`/api/v1/namespaces/${pod.metadata.namespace}/pods/${pod.metadata.name}/status`, {
    status: { conditions: [condition] },
  })
}
