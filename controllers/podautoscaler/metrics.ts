// Upstream: pkg/controller/podautoscaler/horizontal.go (computeReplicasForMetrics)
import type { KubeObject } from '../../apimachinery/json.ts'
import { Quantity } from '../../apimachinery/quantity.ts'
import { calculateReplicas, type Proposal, type Tolerances } from './replica-calculator.ts'
import { type Metric, unavailableCause } from './unavailable-metrics.ts'
import type { UsageSource } from './usage-source.ts'

/** The number of replicas that all metrics together ask for. */
export interface Computed {
  replicas: number
  /** The metric that asks for the most replicas: `cpu resource utilization (percentage of request)`. */
  metric: string
  statuses: object[]
}
/** Metrics that could not be read, in the texts of the autoscaler's condition, event and log line. */
export interface Failure {
  /** The reason of the condition and of the Event. */
  reason: string
  cause: string
  error: string
}

/** The replicas that there are, and what usage may differ by without scaling. */
interface Standing {
  readonly current: number
  readonly tolerances: Tolerances
}

/** The largest number of replicas that a metric asks for, or why none can be computed. @param pods of the target's selector */
export async function computeReplicas(
  metrics: readonly Metric[],
  pods: readonly KubeObject[],
  source: UsageSource,
  { current, tolerances }: Standing,
): Promise<Computed | Failure> {
  const statuses: object[] = []
  const failures: Omit<Failure, 'error'>[] = []
  const errors: string[] = []
  let best: Proposal | undefined
  let name = ''
  for (const metric of metrics) {
    try {
      const proposal = await proposalOf(metric, pods, source, { current, tolerances })
      statuses.push(statusOf(metric, proposal))
      if (best !== undefined && proposal.replicas <= best.replicas) continue
      best = proposal
      name = nameOf(metric)
    } catch (error) {
      const cause = (error as Error).message
      failures.push({ reason: `FailedGet${metric.type}Metric`, cause })
      errors.push(`failed to get ${whatOf(metric)} metric value: ${cause}`)
    }
  }
  const [failed] = failures
  if (failed !== undefined && (best === undefined || best.replicas < current))
    return {
      ...failed,
      error: `invalid metrics (${failures.length} invalid out of ${metrics.length}), first error is: ${errors[0]}`,
    }
  return { replicas: best?.replicas ?? 0, metric: name, statuses }
}

const sourceOf = ({ resource, containerResource }: Metric) => resource ?? containerResource

function whatOf(metric: Metric): string {
  const { type, resource, containerResource, external } = metric
  if (containerResource !== undefined) return `${containerResource.container} container`
  if (resource !== undefined) return `${resource.name} resource`
  return external === undefined ? type.toLowerCase() : `${external.metric?.name} external`
}

const nameOf = (metric: Metric): string => {
  const { name, target } = sourceOf(metric)!
  if (target?.averageValue !== undefined) return `${name} resource`
  const of = metric.containerResource === undefined ? '' : 'container '
  return `${name} ${of}resource utilization (percentage of request)`
}

async function proposalOf(
  metric: Metric,
  pods: readonly KubeObject[],
  usage: UsageSource,
  { current, tolerances }: Standing,
): Promise<Proposal> {
  const source = sourceOf(metric)
  const { name = '', target = {} } = source ?? {}
  if (source === undefined) throw new Error(unavailableCause(metric))
  const average = target.averageValue
  const container = metric.containerResource?.container
  try {
    return calculateReplicas(
      pods,
      await usage.of(name, container).catch(told(name)),
      current,
      {
        resource: name,
        container,
        utilization: target.averageUtilization,
        average: average === undefined ? undefined : Number(Quantity.parse(average).milliValue()),
      },
      tolerances,
    )
  } catch (error) {
    const what = average === undefined ? 'utilization' : 'usage'
    throw new Error(`failed to get ${name} ${what}: ${(error as Error).message}`)
  }
}

const told =
  (resource: string) =>
  ({ message }: Error): never => {
    throw new Error(`unable to get metrics for resource ${resource}: ${message}`)
  }

function statusOf(metric: Metric, { average, utilization }: Proposal): object {
  const { name } = sourceOf(metric)!
  const averageValue = Quantity.of(average, name === 'memory' ? 'BinarySI' : 'DecimalSI', -3).toString()
  const current = { averageValue, ...(utilization === undefined ? {} : { averageUtilization: utilization }) }
  return metric.containerResource === undefined
    ? { type: 'Resource', resource: { name, current } }
    : {
        type: 'ContainerResource',
        containerResource: { name, container: metric.containerResource.container, current },
      }
}
