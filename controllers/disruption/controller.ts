// Upstream: pkg/controller/disruption/disruption.go

import type { PodDisruptionBudgetSpec, PodDisruptionBudgetStatus } from '../../api/policy-v1.ts'
import { transitionTime } from '../../apimachinery/conditions.ts'
import { type KubeObject, semanticEqual } from '../../apimachinery/json.ts'
import { toTime } from '../../component-base/clock.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { EventOnce } from '../event-once.ts'
import { matchesLabelSelector } from '../label-selector.ts'
import { controllerOf, podReady } from '../pods.ts'
import { scaledValue } from '../scaled-value.ts'

type Budget = KubeObject & { spec: PodDisruptionBudgetSpec; status: PodDisruptionBudgetStatus }

/** The milliseconds for which a pod whose eviction was granted counts as disrupted. */
const evictionTimeoutMs = 120_000

/** Keeps the status of PodDisruptionBudgets: how many pods may be evicted. */
export function startDisruption(context: ControllerContext): Controller {
  return new DisruptionController(context)
}

class DisruptionController implements Controller {
  private readonly context: ControllerContext
  private readonly queue: ReconcileQueue
  private readonly events: EventOnce
  private readonly budgets
  private readonly pods
  private readonly scales: ReadonlyMap<string, { items: ReadonlyMap<string, KubeObject> }>

  constructor(context: ControllerContext) {
    this.context = context
    this.events = new EventOnce(context, 'controllermanager')
    this.queue = new ReconcileQueue(context, 'disruption', (key) => this.sync(key))
    this.budgets = context.informers.on('/apis/policy/v1/poddisruptionbudgets', {
      onChange: (budget) => this.queue.add(keyOf(budget)),
    })
    const around = (pod: KubeObject): void => this.podChanged(pod)
    this.pods = context.informers.on('/api/v1/pods', { onChange: around, onDelete: around })
    const scale = (path: string) =>
      context.informers.on(path, { onChange: ({ metadata }) => this.enqueueNamespace(metadata.namespace) })
    this.scales = new Map([
      ['ReplicaSet', scale('/apis/apps/v1/replicasets')],
      ['Deployment', scale('/apis/apps/v1/deployments')],
      ['StatefulSet', scale('/apis/apps/v1/statefulsets')],
      ['ReplicationController', scale('/api/v1/replicationcontrollers')],
    ])
  }

  stop(): Promise<void> {
    return this.queue.stop()
  }

  private enqueueNamespace(namespace: string | undefined): void {
    for (const [key, { metadata }] of this.budgets.items)
      if (metadata.namespace === namespace) this.queue.add(key)
  }

  private podChanged({ metadata }: KubeObject): void {
    for (const [key, budget] of this.budgets.items)
      if (
        budget.metadata.namespace === metadata.namespace &&
        matchesLabelSelector((budget as Budget).spec.selector, metadata.labels)
      )
        this.queue.add(key)
  }

  private async sync(key: string): Promise<void> {
    const budget = this.budgets.items.get(key) as Budget | undefined
    if (budget === undefined || budget.metadata.deletionTimestamp !== undefined) return
    const pods = [...this.pods.items.values()].filter(
      ({ metadata }) =>
        metadata.namespace === budget.metadata.namespace &&
        matchesLabelSelector(budget.spec.selector, metadata.labels),
    )
    if (pods.length === 0) this.events.normal(budget, 'NoPods', 'No matching pods found')
    const { disrupted, recheckMs } = this.disruptedPods(budget, pods)
    if (recheckMs !== undefined) this.queue.addAfter(key, recheckMs)
    const { expected, desired } = this.desired(budget, pods)
    const healthy = pods.filter(
      (pod) =>
        pod.metadata.deletionTimestamp === undefined &&
        !Object.hasOwn(disrupted, pod.metadata.name!) &&
        podReady(pod),
    ).length
    await this.writeStatus(budget, { expected, desired, healthy, disrupted })
  }

  /** Pods that an eviction was granted for, until they are deleted, or not deleted after all. */
  private disruptedPods(
    { status }: Budget,
    pods: readonly KubeObject[],
  ): { disrupted: Record<string, string>; recheckMs: number | undefined } {
    const now = this.context.clock.now()
    const living = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    const waits = living.flatMap(({ metadata }) => {
      const since = status.disruptedPods?.[metadata.name!]
      const left = since === undefined ? 0 : Date.parse(since) + evictionTimeoutMs - now
      return since === undefined || left <= 0 ? [] : [{ name: metadata.name!, since, left }]
    })
    return {
      disrupted: Object.fromEntries(waits.map(({ name, since }) => [name, since])),
      recheckMs: waits.length === 0 ? undefined : Math.min(...waits.map(({ left }) => left)),
    }
  }

  /** The number of pods that a budget expects, and how many of them must be healthy. */
  private desired({ spec }: Budget, pods: readonly KubeObject[]): { expected: number; desired: number } {
    const { maxUnavailable, minAvailable } = spec
    if (maxUnavailable !== undefined) {
      const expected = this.expectedScale(pods)
      return { expected, desired: Math.max(0, expected - scaledValue(maxUnavailable, expected, 'up')) }
    }
    const expected = typeof minAvailable === 'string' ? this.expectedScale(pods) : pods.length
    return { expected, desired: scaledValue(minAvailable ?? 1, expected, 'up') }
  }

  /** The sum of the replicas that the pods' controllers are scaled to, each counted once. */
  private expectedScale(pods: readonly KubeObject[]): number {
    const scales = new Map(
      pods.flatMap((pod) => this.scaleOf(pod) ?? []).map(({ uid, replicas }) => [uid, replicas]),
    )
    return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0)
  }

  private scaleOf(object: KubeObject): { uid: string; replicas: number } | undefined {
    const owner = controllerOf(object)
    const found = this.scales.get(owner?.kind ?? '')?.items.get(`${object.metadata.namespace}/${owner?.name}`)
    if (found === undefined || found.metadata.uid !== owner?.uid) return undefined
    return (
      this.scaleOf(found) ?? {
        uid: owner!.uid,
        replicas: (found['spec'] as { replicas?: number }).replicas ?? 1,
      }
    )
  }

  private async writeStatus(
    budget: Budget,
    counts: { expected: number; desired: number; healthy: number; disrupted: Record<string, string> },
  ): Promise<void> {
    const { expected, desired, healthy, disrupted } = counts
    const disruptionsAllowed = expected <= 0 ? 0 : Math.max(0, healthy - desired)
    const allowed = disruptionsAllowed > 0
    const status = {
      currentHealthy: healthy,
      desiredHealthy: desired,
      disruptionsAllowed,
      expectedPods: expected,
      observedGeneration: budget.metadata.generation,
      ...(Object.keys(disrupted).length === 0 ? {} : { disruptedPods: disrupted }),
      conditions: [this.condition(budget, allowed)],
    }
    if (semanticEqual(status, budget.status)) return
    const { namespace, name } = budget.metadata
    await this.context.client.update(
      `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets/${name}/status`,
      {
        ...budget,
        status,
      },
    )
  }

  private condition(budget: Budget, allowed: boolean): object {
    const status = allowed ? 'True' : 'False'
    const type = 'DisruptionAllowed'
    const now = toTime(this.context.clock.now())
    return {
      type,
      status,
      observedGeneration: budget.metadata.generation,
      lastTransitionTime: transitionTime(budget.status.conditions, { type, status }, now),
      reason: allowed ? 'SufficientPods' : 'InsufficientPods',
      message: '',
    }
  }
}
