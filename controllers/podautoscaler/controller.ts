// Upstream: pkg/controller/podautoscaler/horizontal.go
// Deviates: where metrics.k8s.io is not served, what pods use is what is said of it, and is known at once rather than at the next scrape.

import type { Scale } from '../../api/autoscaling-v1.ts'
import type {
  CrossVersionObjectReference,
  HorizontalPodAutoscalerCondition,
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
} from '../../api/autoscaling-v2.ts'
import { transitionTime, withCondition } from '../../apimachinery/conditions.ts'
import { type KubeObject, semanticEqual } from '../../apimachinery/json.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import { LabelSelector } from '../../apimachinery/selectors/label-selector.ts'
import type { With } from '../../apimachinery/with.ts'
import { resourceOfKind, servedResources, versionPath } from '../../client/discovery.ts'
import { ApiError } from '../../client/rest-client.ts'
import { toTime } from '../../component-base/clock.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { EventOnce } from '../event-once.ts'
import { computeReplicas } from './metrics.ts'
import type { Tolerances } from './replica-calculator.ts'
import { type Behavior, ScalingHistory } from './scaling-rules.ts'
import type { Metric } from './unavailable-metrics.ts'
import { PodUsage } from './usage-source.ts'

interface Autoscaler extends KubeObject {
  spec: Omit<With<HorizontalPodAutoscalerSpec, 'maxReplicas'>, 'scaleTargetRef' | 'metrics' | 'behavior'> & {
    scaleTargetRef: With<CrossVersionObjectReference, 'kind' | 'name'>
    metrics?: Metric[]
    behavior?: Behavior
  }
  status: HorizontalPodAutoscalerStatus
}

interface Target {
  path: string
  scale: With<Scale, 'spec'>
}

/** The default of --horizontal-pod-autoscaler-sync-period, in milliseconds. */
const syncMs = 15_000

/** Keeps the replicas of HorizontalPodAutoscalers' targets between their bounds and at what their pods' use asks for. */
export function startHorizontalPodAutoscalers(context: ControllerContext): Controller {
  const autoscaling = new Autoscaling(context)
  const autoscalers = context.informers.on('/apis/autoscaling/v2/horizontalpodautoscalers', {
    onChange: (hpa, old) => {
      if (!semanticEqual(old?.['spec'], hpa['spec'])) queue.add(keyOf(hpa))
    },
    onDelete: (hpa) => autoscaling.forget(keyOf(hpa)),
  })
  // Who waits for a pod's use to be seen need not wait for the next period.
  context.informers.on('/api/v1/pods', {
    onChange: ({ metadata }) => {
      for (const hpa of autoscalers.items.values())
        if (hpa.metadata.namespace === metadata.namespace) queue.add(keyOf(hpa))
    },
  })
  const queue: ReconcileQueue = new ReconcileQueue(context, 'horizontalpodautoscaling', async (key) => {
    const hpa = autoscalers.items.get(key) as Autoscaler | undefined
    if (hpa === undefined) return
    queue.addAfter(key, syncMs)
    await autoscaling.reconcile(key, hpa)
  })
  return queue
}

class Autoscaling {
  private readonly context: ControllerContext
  private readonly events: EventOnce
  private readonly failures: EventOnce
  private readonly histories = new Map<string, ScalingHistory>()
  private readonly pods

  constructor(context: ControllerContext) {
    this.context = context
    this.events = new EventOnce(context, 'horizontal-pod-autoscaler')
    this.failures = new EventOnce(context, 'horizontal-pod-autoscaler')
    this.pods = context.informers.on('/api/v1/pods')
  }

  forget(key: string): void {
    this.histories.delete(key)
  }

  async reconcile(key: string, hpa: Autoscaler): Promise<void> {
    const target = await this.target(hpa)
    if (target === undefined) return
    const current = target.scale.spec.replicas ?? 0
    const history = this.histories.get(key) ?? new ScalingHistory()
    this.histories.set(key, history)
    history.begin(current, this.context.clock.now())
    const bound = outOfBounds(hpa, current)
    if (current === 0 && hpa.spec.minReplicas !== 0)
      return this.write(hpa, { currentReplicas: 0, desiredReplicas: 0 }, [able, disabled])
    if (bound === undefined) return this.follow(hpa, target, current, history)
    await this.rescale(hpa, target, { current, ...bound }, history)
    await this.write(hpa, this.scaledStatus(current, bound.replicas), [rescaled(bound.replicas)])
  }

  /** Undefined where there is none, which has been said then. */
  private async target(hpa: Autoscaler): Promise<Target | undefined> {
    try {
      return await getScale(this.context, hpa)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { message } = error
      this.events.warning(hpa, 'FailedGetScale', message)
      await this.write(hpa, {}, [
        {
          type: 'AbleToScale',
          status: 'False',
          reason: 'FailedGetScale',
          message: `the HPA controller was unable to get the target's current scale: ${message}`,
        },
      ])
      return undefined
    }
  }

  /** Sets the replicas that the metrics ask for. */
  private async follow(
    hpa: Autoscaler,
    target: Target,
    current: number,
    history: ScalingHistory,
  ): Promise<void> {
    const { metrics = [], behavior, minReplicas: min = 1, maxReplicas: max } = hpa.spec
    const pods = this.podsOf(hpa, target)
    const selector = target.scale.status?.selector ?? ''
    const usage = new PodUsage(this.context.client, { namespace: hpa.metadata.namespace!, selector, pods })
    const computed = await computeReplicas(metrics, pods, usage, {
      current,
      tolerances: this.tolerances(hpa),
    })
    if ('error' in computed) {
      const { reason, cause, error } = computed
      this.failures.warning(hpa, reason, cause)
      this.events.warning(hpa, 'FailedComputeMetricsReplicas', error)
      const message = `the HPA was unable to compute the replica count: ${cause}`
      const condition = { type: 'ScalingActive', status: 'False', reason, message }
      return this.write(hpa, { currentReplicas: current }, [able, condition])
    }
    const now = this.context.clock.now()
    const {
      replicas,
      able: stable,
      limited,
    } = history.normalize(computed.replicas, { current, min, max }, behavior, now)
    const conditions: HorizontalPodAutoscalerCondition[] = [
      { type: 'AbleToScale', ...stable },
      {
        type: 'ScalingActive',
        status: 'True',
        reason: 'ValidMetricFound',
        message: `the HPA was able to successfully calculate a replica count from ${computed.metric}`,
      },
      { type: 'ScalingLimited', ...limited },
    ]
    const currentMetrics = computed.statuses
    if (replicas === current)
      return this.write(
        hpa,
        { currentReplicas: current, desiredReplicas: current, currentMetrics },
        conditions,
      )
    const above = computed.replicas > current
    const reason = above ? `${computed.metric} above target` : 'All metrics below target'
    await this.rescale(hpa, target, { current, replicas, reason }, history)
    const status = { ...this.scaledStatus(current, replicas), currentMetrics }
    await this.write(hpa, status, [rescaled(replicas), ...conditions.slice(1)])
  }

  private async rescale(
    hpa: Autoscaler,
    { path, scale }: Target,
    { current, replicas, reason }: { current: number; replicas: number; reason: string },
    history: ScalingHistory,
  ): Promise<void> {
    await this.context.client.update(path, { ...scale, spec: { ...scale.spec, replicas } })
    history.scaled(replicas - current, this.context.clock.now())
    this.events.normal(hpa, 'SuccessfulRescale', `New size: ${replicas}; reason: ${reason}`)
  }

  private scaledStatus(currentReplicas: number, desiredReplicas: number): Partial<Autoscaler['status']> {
    return { currentReplicas, desiredReplicas, lastScaleTime: toTime(this.context.clock.now()) }
  }

  private podsOf({ metadata }: Autoscaler, { scale }: Target): KubeObject[] {
    const selector = LabelSelector.parse(scale.status?.selector ?? '', this.context.minor)
    return [...this.pods.items.values()].filter(
      (pod) => pod.metadata.namespace === metadata.namespace && selector.matches(pod.metadata.labels ?? {}),
    )
  }

  /** Of --horizontal-pod-autoscaler-tolerance, or of the autoscaler's own behavior. */
  private tolerances({ spec: { behavior } }: Autoscaler): Tolerances {
    const usual = 0.1
    const configurable = gateEnabled(this.context.gates, 'HPAConfigurableTolerance')
    const own = (given: string | undefined): number =>
      configurable && given !== undefined ? Quantity.parse(given).toNumber() : usual
    return { scaleUp: own(behavior?.scaleUp?.tolerance), scaleDown: own(behavior?.scaleDown?.tolerance) }
  }

  private write(
    hpa: Autoscaler,
    changes: Partial<Autoscaler['status']>,
    conditions: readonly HorizontalPodAutoscalerCondition[],
  ): Promise<void> {
    return writeStatus(this.context, hpa, changes, conditions)
  }
}

const able: HorizontalPodAutoscalerCondition = {
  type: 'AbleToScale',
  status: 'True',
  reason: 'SucceededGetScale',
  message: "the HPA controller was able to get the target's current scale",
}

const rescaled = (replicas: number): HorizontalPodAutoscalerCondition => ({
  type: 'AbleToScale',
  status: 'True',
  reason: 'SucceededRescale',
  message: `the HPA controller was able to update the target scale to ${replicas}`,
})

const disabled: HorizontalPodAutoscalerCondition = {
  type: 'ScalingActive',
  status: 'False',
  reason: 'ScalingDisabled',
  message: 'scaling is disabled since the replica count of the target is zero',
}

function outOfBounds(
  { spec: { minReplicas = 1, maxReplicas } }: Autoscaler,
  current: number,
): { replicas: number; reason: string } | undefined {
  if (current > maxReplicas)
    return { replicas: maxReplicas, reason: 'Current number of replicas above Spec.MaxReplicas' }
  if (current < minReplicas)
    return { replicas: minReplicas, reason: 'Current number of replicas below Spec.MinReplicas' }
  return undefined
}

async function getScale({ client }: ControllerContext, { metadata, spec }: Autoscaler): Promise<Target> {
  const { apiVersion = 'v1', kind, name } = spec.scaleTargetRef
  const base = versionPath(apiVersion)
  const plural = resourceOfKind(await servedResources(client, base), kind)?.name
  const path = `${base}/namespaces/${metadata.namespace}/${plural ?? kind.toLowerCase()}/${name}/scale`
  return { path, scale: await client.get<Target['scale']>(path) }
}

/** Conditions of other types stay. */
async function writeStatus(
  { client, clock }: ControllerContext,
  hpa: Autoscaler,
  changes: Partial<Autoscaler['status']>,
  changed: readonly HorizontalPodAutoscalerCondition[],
): Promise<void> {
  let conditions = hpa.status.conditions ?? []
  for (const condition of changed) {
    const lastTransitionTime = transitionTime(conditions, condition, toTime(clock.now()))
    conditions = withCondition(conditions, { ...condition, lastTransitionTime })
  }
  const status = { desiredReplicas: 0, currentMetrics: null, ...hpa.status, ...changes, conditions }
  if (semanticEqual(status, hpa.status)) return
  const { namespace, name } = hpa.metadata
  await client.update(
    `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers/${name}/status`,
    {
      ...hpa,
      status,
    },
  )
}
