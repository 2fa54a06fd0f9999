// Upstream: pkg/scheduler (the part that a simulated cluster needs)

import type { PodSpec } from '../api/core-v1.ts'
import { noFreePorts, takesHostPorts, wantsTakenPort } from '../apimachinery/host-ports.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { referenceTo } from '../client/events/event-recorder.ts'
import { SeriesRecorder } from '../client/events/series-recorder.ts'
import type { Informer } from '../client/informer.ts'
import { type ApiError, isConflict } from '../client/rest-client.ts'
import { toTime } from '../component-base/clock.ts'
import { gateEnabled } from '../featuregates/reader.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue, splitKey } from './controller.ts'
import { DeviceScheduling } from './device/scheduling.ts'
import { controllersDialect } from './dialect.ts'
import { misfit } from './node-fit.ts'
import { affinityMisfits, repelled, repels, tooNear } from './pod-affinity.ts'
import { podActive, podCondition, podEnded } from './pods.ts'
import { NodeRoom, requestsOf, type Shortage } from './resource-fit.ts'
import { type PlacedPod, spreadMisfits, unequal } from './topology-spread.ts'
import { claimsOfPod } from './volume/protection.ts'
import { VolumeScheduling } from './volume/scheduling.ts'

/** The request rate of the scheduler's clients: the defaults of clientConnection.qps and burst. */
const clientRate = { perSecond: 50, burst: 100 }

/** Binds each pending pod to the node with the fewest pods among those that it fits; of several to the first by name. */
export const startScheduler = (context: ControllerContext): Controller => new Scheduler(context)

class Scheduler implements Controller {
  private readonly context: ControllerContext
  private readonly nodes: Informer
  private readonly pods: Informer
  private readonly volumes: VolumeScheduling
  private readonly devices: DeviceScheduling
  private readonly events: SeriesRecorder
  private readonly queue: ReconcileQueue
  /** The nodes of pods; also of pods that were bound here, which the informer may not have seen yet. */
  private readonly room: NodeRoom
  private readonly namespaces: Informer
  /** Keys of pods that fitted no node when they were last looked at. */
  private readonly refused = new Set<string>()
  /** Keys of pods that are not to be near some others. */
  private readonly repelling = new Set<string>()

  constructor(context: ControllerContext) {
    this.context = context
    this.room = new NodeRoom(context.gates)
    this.nodes = context.informers.on('/api/v1/nodes', { onChange: () => this.considerAll(() => true) })
    this.pods = context.informers.on('/api/v1/pods', {
      onChange: (pod, old) => this.changed(pod, old),
      onDelete: (pod) => this.deleted(pod),
    })
    this.namespaces = context.informers.on('/api/v1/namespaces', { onChange: () => this.considerRefused() })
    this.volumes = new VolumeScheduling(context, (claim) => this.considerClaims(claim))
    this.devices = new DeviceScheduling(context, (concerned) => this.considerAll(concerned))
    this.events = new SeriesRecorder(context, 'default-scheduler', 'localhost', clientRate)
    this.queue = new ReconcileQueue(context, 'scheduler', (key) => this.schedule(key))
  }

  async stop(): Promise<void> {
    await this.queue.stop()
    await this.events.stop()
  }

  private changed(pod: KubeObject, old: KubeObject | undefined): void {
    const key = keyOf(pod)
    // A list tells of another pod of that name, and not that the one before is gone.
    const isOther = old !== undefined && old.metadata.uid !== pod.metadata.uid
    if (isOther) this.forget(key, old)
    const node = podEnded(pod) ? undefined : this.nodeOf(key, pod)
    const leavesRoom = this.room.place(key, pod, node)
    if (repels(pod)) this.repelling.add(key)
    this.consider(pod)
    // One that has a node now may be what others are to be near.
    const arrives = old !== undefined && !hasNode(old) && hasNode(pod)
    if (isOther || leavesRoom || arrives || !podActive(pod)) this.considerRefused()
  }

  private deleted(pod: KubeObject): void {
    this.forget(keyOf(pod), pod)
    this.considerRefused()
  }

  private forget(key: string, pod: KubeObject): void {
    this.room.place(key, pod, undefined)
    this.repelling.delete(key)
    this.refused.delete(key)
  }

  private consider(pod: KubeObject): void {
    if (isPending(pod, this.context.gates)) this.queue.add(keyOf(pod))
  }

  private considerAll(concerned: (pod: KubeObject) => boolean): void {
    for (const pod of this.pods.items.values()) if (concerned(pod)) this.consider(pod)
  }

  /** A pod that is gone leaves its ports and what it asked for, and room for others to be spread evenly. */
  private considerRefused(): void {
    for (const key of this.refused) {
      const pod = this.pods.items.get(key)
      if (pod !== undefined) this.consider(pod)
    }
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
    if (pod === undefined || this.nodeOf(key, pod) !== undefined) return
    this.refused.delete(key)
    if (this.devices.waits(pod)) return
    const all = this.nodesByLoad()
    const blocked = all.length === 0 ? undefined : this.volumes.blocked(pod, this.pods.items.values())
    if (blocked !== undefined)
      return this.unschedulable(
        pod,
        all.map(() => refusal(blocked)),
        blocked,
      )
    const uneven = spreadMisfits(pod, all, this.running())
    const near = affinityMisfits(pod, all, {
      all: () => this.running(),
      repelling: () => this.running(this.repelling),
      labelsOf: (namespace) => {
        const found = this.namespaces.items.get(namespace)
        return found && (found.metadata.labels ?? {})
      },
    })
    const taken = this.portsTaken(pod)
    const requests = requestsOf(pod, this.context.gates)
    const refusalOf = (node: KubeObject): Refusal | undefined => {
      const before = misfit(pod['spec'] as PodSpec, node) ?? taken(node)
      if (before !== undefined) return refusal(before)
      const shortages = this.room.shortages(requests, node)
      if (shortages.length > 0) return shortOf(shortages, this.context.minor)
      const behind = this.volumes.misfit(pod, node) ?? this.devices.misfit(pod) ?? uneven(node) ?? near(node)
      return behind === undefined ? undefined : refusal(behind)
    }
    const refusals: Refusal[] = []
    const chosen = all.find((node) => {
      const refused = refusalOf(node)
      if (refused !== undefined) refusals.push(refused)
      return refused === undefined
    })
    if (chosen === undefined) return this.unschedulable(pod, refusals)
    // It is looked at again when its claims are bound.
    if (await this.volumes.prepare(pod, chosen)) await this.bind(key, pod, chosen.metadata.name!)
  }

  private async bind(key: string, pod: KubeObject, node: string): Promise<void> {
    const [namespace, name] = splitKey(key)
    this.room.place(key, pod, node)
    const binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace },
      target: { apiVersion: 'v1', kind: 'Node', name: node },
    }
    await this.context.client
      .create(`/api/v1/namespaces/${namespace}/pods/${name}/binding`, binding)
      .catch(async (error: unknown) => {
        // It takes no room there, when it is looked at again.
        this.room.place(key, pod, undefined)
        const now = this.pods.items.get(key)
        if (isConflict(error) && now !== undefined && isPending(now, this.context.gates))
          await this.notBound(now, error as ApiError)
        throw error
      })
    this.events.record(referenceTo(pod), 'Binding', {
      type: 'Normal',
      reason: 'Scheduled',
      message: `Successfully assigned ${key} to ${node}`,
    })
  }

  /** A server refuses pods whose scheduling gates the scheduler does not know of. */
  private notBound(pod: KubeObject, { message }: ApiError): Promise<void> {
    return markFailed(this.context, this.events, pod, {
      reason: 'SchedulerError',
      message: `running Bind plugin "DefaultBinder": ${message}`,
    })
  }

  /** @param refusals of each node. @param blocked why none was looked at */
  private unschedulable(pod: KubeObject, refusals: readonly Refusal[], blocked?: string): Promise<void> {
    this.refused.add(keyOf(pod))
    return markFailed(this.context, this.events, pod, {
      reason: 'Unschedulable',
      message: unschedulableText(this.context, refusals, blocked),
    })
  }

  /** For each node whether a port that the pod wants is taken there, in the scheduler's words. */
  private portsTaken(pod: KubeObject): (node: KubeObject) => string | undefined {
    const { minor } = this.context
    if (!takesHostPorts(pod['spec'] as PodSpec, minor)) return () => undefined
    const byNode = new Map<string, PodSpec[]>()
    for (const { pod: other, node } of this.running())
      byNode.set(node, [...(byNode.get(node) ?? []), other['spec'] as PodSpec])
    return ({ metadata }) =>
      wantsTakenPort(pod['spec'] as PodSpec, byNode.get(metadata.name!) ?? [], minor)
        ? noFreePorts
        : undefined
  }

  /** The nodes sorted by their number of pods, the fewest first, then by name. */
  private nodesByLoad(): KubeObject[] {
    const { room } = this
    return [...this.nodes.items.values()].sort(
      (a, b) =>
        room.podsOn(a.metadata.name!) - room.podsOn(b.metadata.name!) ||
        (a.metadata.name! < b.metadata.name! ? -1 : 1),
    )
  }

  /** The node that a pod is on, or is about to be on; bindings that the informer has not seen yet count. */
  private nodeOf(key: string, pod: KubeObject): string | undefined {
    return (pod['spec'] as PodSpec).nodeName || this.room.nodeOf(key)
  }

  /** Those of the pods that have a node and have not ended. */
  private *running(keys: Iterable<string> = this.pods.items.keys()): Generator<PlacedPod> {
    for (const key of keys) {
      const pod = this.pods.items.get(key)
      const node = pod && this.nodeOf(key, pod)
      if (pod !== undefined && node !== undefined && !podEnded(pod)) yield { pod, node }
    }
  }
}

const hasNode = ({ spec }: KubeObject): boolean => ((spec as PodSpec).nodeName ?? '') !== ''

/** Whether a pod waits for this scheduler, which knows of scheduling gates by its own feature gate only. */
function isPending({ metadata, ...pod }: KubeObject, gates: ControllerContext['gates']): boolean {
  const spec = pod['spec'] as PodSpec
  return (
    (spec.nodeName ?? '') === '' &&
    metadata.deletionTimestamp === undefined &&
    ((spec.schedulingGates ?? []).length === 0 || !gateEnabled(gates, 'PodSchedulingReadiness')) &&
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

/** Why a node is not for a pod. */
interface Refusal {
  readonly reasons: readonly string[]
  /** Whether the pod would find room there if others went. */
  readonly isResolvable: boolean
}

const resolvable: readonly string[] = [noFreePorts, unequal, tooNear, repelled]

const refusal = (reason: string): Refusal => ({
  reasons: [reason],
  isResolvable: resolvable.includes(reason),
})

const shortOf = (shortages: readonly Shortage[], minor: number): Refusal => ({
  reasons: shortages.map(({ reason }) => reason),
  isResolvable:
    !controllersDialect(minor).tellsWhatPreemptionCannotGive ||
    shortages.every(({ isHopeless }) => !isHopeless),
})

/**
 * What the scheduler says of a pod that fits no node. Deviates: pods are not preempted, and no victims are looked for.
 * @param blocked why no node was looked at
 */
function unschedulableText(
  { gates, minor }: ControllerContext,
  refusals: readonly Refusal[],
  blocked?: string,
): string {
  if (refusals.length === 0) return 'no nodes available to schedule pods'
  const available = `0/${refusals.length} nodes are available`
  const text = `${available}: ${blocked ?? counted(refusals.flatMap(({ reasons }) => reasons))}.`
  const tellsClaims =
    controllersDialect(minor).tellsOfNoClaims && gateEnabled(gates, 'DynamicResourceAllocation')
  // The claims of a pod that was refused before anybody looked at them are what is not found.
  if (tellsClaims && blocked !== undefined) return `${text} not found`
  const preemption = refusals.map(({ isResolvable }) =>
    isResolvable
      ? 'No preemption victims found for incoming pod'
      : 'Preemption is not helpful for scheduling',
  )
  const claims = tellsClaims ? 'no new claims to deallocate, ' : ''
  return `${text} ${claims}preemption: ${available}: ${counted(preemption)}.`
}

/** Upstream: handleSchedulingFailure. */
async function markFailed(
  { client, clock }: ControllerContext,
  events: SeriesRecorder,
  pod: KubeObject,
  { reason, message }: { reason: 'Unschedulable' | 'SchedulerError'; message: string },
): Promise<void> {
  if (podCondition(pod, 'PodScheduled')?.message === message) return
  events.record(referenceTo(pod), 'Scheduling', { type: 'Warning', reason: 'FailedScheduling', message })
  const condition = {
    type: 'PodScheduled',
    status: 'False',
    reason,
    message,
    lastProbeTime: null,
    lastTransitionTime: toTime(clock.now()),
  }
  await client.patch(`/api/v1/namespaces/${pod.metadata.namespace}/pods/${pod.metadata.name}/status`, {
    status: { conditions: [condition] },
  })
}
