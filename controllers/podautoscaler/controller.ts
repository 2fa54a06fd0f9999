// Upstream: pkg/controller/podautoscaler/horizontal.go
// Deviates: no metrics API is served in a simulated cluster, so that only the bounds of the replicas are enforced.
import { ApiError } from '../../client/rest-client.ts'
import { toTime } from '../../component-base/clock.ts'
import { type KubeObject, semanticEqual } from '../../server/apimachinery/json.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { EventOnce } from '../event-once.ts'
import { type Metric, unavailable } from './unavailable-metrics.ts'

interface Condition {
  type: string
  status: string
  reason?: string
  message?: string
  lastTransitionTime?: string
}

interface Autoscaler extends KubeObject {
  spec: {
    scaleTargetRef: { apiVersion?: string; kind: string; name: string }
    minReplicas?: number
    maxReplicas: number
    metrics?: Metric[]
  }
  status: {
    currentReplicas?: number
    desiredReplicas?: number
    lastScaleTime?: string
    conditions?: Condition[]
  }
}

interface Scale {
  spec: { replicas?: number }
}

/** Of --horizontal-pod-autoscaler-sync-period. */
const syncMs = 15_000

/** Keeps the replicas of HorizontalPodAutoscalers' targets between their bounds, and says why no more is done. */
export function startHorizontalPodAutoscalers(context: ControllerContext): Controller {
  const events = new EventOnce(context, 'horizontal-pod-autoscaler')
  const autoscalers = context.informers.on('/apis/autoscaling/v2/horizontalpodautoscalers', {
    onChange: (hpa, old) => {
      if (!semanticEqual(old?.['spec'], hpa['spec'])) queue.add(keyOf(hpa))
    },
  })
  const queue: ReconcileQueue = new ReconcileQueue(context, 'horizontalpodautoscaling', async (key) => {
    const hpa = autoscalers.items.get(key) as Autoscaler | undefined
    if (hpa === undefined) return
    queue.addAfter(key, syncMs)
    await reconcile(context, events, hpa)
  })
  return queue
}

async function reconcile(context: ControllerContext, events: EventOnce, hpa: Autoscaler): Promise<void> {
  let target: { path: string; scale: Scale }
  try {
    target = await getScale(context, hpa)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { message } = error
    events.warning(hpa, 'FailedGetScale', message)
    return writeStatus(context, hpa, {}, [
      {
        type: 'AbleToScale',
        status: 'False',
        reason: 'FailedGetScale',
        message: `the HPA controller was unable to get the target's current scale: ${message}`,
      },
    ])
  }
  const current = target.scale.spec.replicas ?? 0
  const able = {
    type: 'AbleToScale',
    status: 'True',
    reason: 'SucceededGetScale',
    message: "the HPA controller was able to get the target's current scale",
  }
  const bound = outOfBounds(hpa, current)
  if (current === 0)
    return writeStatus(context, hpa, { currentReplicas: 0, desiredReplicas: 0 }, [able, disabled])
  if (bound === undefined) {
    const { condition, error } = unavailable(hpa.spec.metrics ?? [])
    events.warning(hpa, 'FailedComputeMetricsReplicas', error)
    return writeStatus(context, hpa, { currentReplicas: current }, [able, condition])
  }
  await context.client.update(target.path, {
    ...target.scale,
    spec: { ...target.scale.spec, replicas: bound.replicas },
  })
  events.normal(hpa, 'SuccessfulRescale', `New size: ${bound.replicas}; reason: ${bound.reason}`)
  const now = toTime(context.clock.now())
  const status = { currentReplicas: current, desiredReplicas: bound.replicas, lastScaleTime: now }
  await writeStatus(context, hpa, status, [
    {
      ...able,
      reason: 'SucceededRescale',
      message: `the HPA controller was able to update the target scale to ${bound.replicas}`,
    },
  ])
}

const disabled: Condition = {
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

async function getScale(
  { client }: ControllerContext,
  { metadata, spec }: Autoscaler,
): Promise<{ path: string; scale: Scale }> {
  const { apiVersion = 'v1', kind, name } = spec.scaleTargetRef
  const base = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`
  const { resources } = await client.get<{ resources: { name: string; kind: string }[] }>(base)
  const plural = resources.find((r) => r.kind === kind && !r.name.includes('/'))?.name
  const path = `${base}/namespaces/${metadata.namespace}/${plural ?? kind.toLowerCase()}/${name}/scale`
  return { path, scale: await client.get<Scale>(path) }
}

/** Conditions of other types stay. */
async function writeStatus(
  { client, clock }: ControllerContext,
  hpa: Autoscaler,
  changes: Partial<Autoscaler['status']>,
  changed: readonly Condition[],
): Promise<void> {
  const conditions = [...(hpa.status.conditions ?? [])]
  for (const condition of changed) {
    const at = conditions.findIndex(({ type }) => type === condition.type)
    const before = conditions[at]
    const lastTransitionTime =
      before?.status === condition.status ? before.lastTransitionTime! : toTime(clock.now())
    conditions.splice(at < 0 ? conditions.length : at, at < 0 ? 0 : 1, { ...condition, lastTransitionTime })
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
