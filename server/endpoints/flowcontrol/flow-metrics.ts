// Upstream: staging/src/k8s.io/apiserver/pkg/util/flowcontrol/metrics/metrics.go, apf_controller.go (the limits of priority levels)
import type { PriorityLevelConfigurationSpec } from '../../../api/flowcontrol-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { MetricSeries } from '../../../component-base/metrics/metric-registry.ts'
import type { Metric } from '../../../component-base/metrics/metrics-text.ts'
import type { RecordedRegistry } from '../../../component-base/metrics/recorded-metrics.ts'
import type { Classification, StoredFlowSchemas } from './stored-flow-schemas.ts'

interface FlowSeries {
  readonly dispatched: MetricSeries
  readonly executing: MetricSeries
  readonly seconds: MetricSeries
  /** Undefined of requests that are exempt from waiting. */
  readonly waited: MetricSeries | undefined
}

/** The seats of a priority level, of those that a server has. */
interface Seats {
  readonly nominal: number
  readonly lower: number
  readonly upper: number
}

/**
 * Counts requests by flow schema and priority level. Nothing waits here and no level borrows from another, so there are no metrics
 * of queues, seats in use and demand.
 */
export class FlowMetrics {
  private readonly registry: RecordedRegistry
  private readonly schemas: Pick<StoredFlowSchemas, 'levels'>
  private readonly seats: number
  private readonly byFlow = new WeakMap<Classification, FlowSeries>()

  /** @param seats of the server: --max-requests-inflight and --max-mutating-requests-inflight together */
  constructor(registry: RecordedRegistry, schemas: Pick<StoredFlowSchemas, 'levels'>, seats: number) {
    this.registry = registry
    this.schemas = schemas
    this.seats = seats
    registry.include({ metrics: () => this.limits() })
  }

  /** Counts a request that begins; the returned function counts its end. */
  begin(flow: Classification): () => void {
    const series = this.byFlow.get(flow) ?? this.seriesOf(flow)
    const started = performance.now()
    series.dispatched.add()
    series.executing.add()
    series.waited?.observe(0)
    return () => {
      series.executing.add(-1)
      series.seconds.observe((performance.now() - started) / 1000)
    }
  }

  private seriesOf(flow: Classification): FlowSeries {
    const labels = { flow_schema: flow.flowSchema, priority_level: flow.priorityLevel }
    const of = (name: string, more = {}) =>
      this.registry.family(`apiserver_flowcontrol_${name}`).with({ ...labels, ...more })
    if (!flow.exempt) of('current_inqueue_requests')
    const made = {
      dispatched: of('dispatched_requests_total'),
      executing: of('current_executing_requests'),
      seconds: of('request_execution_seconds', { type: 'regular' }),
      waited: flow.exempt ? undefined : of('request_wait_duration_seconds', { execute: 'true' }),
    }
    this.byFlow.set(flow, made)
    return made
  }

  /** What the levels have at present: they are objects that anybody may change. */
  private limits(): Metric[] {
    const levels = this.schemas.levels().map((level) => [level, sharesOf(level)] as const)
    const all = levels.reduce((sum, [, shares]) => sum + shares, 0)
    const families = ['nominal', 'lower', 'upper'].map((name) =>
      this.registry.family(`apiserver_flowcontrol_${name}_limit_seats`),
    )
    const older = this.registry.family('apiserver_flowcontrol_request_concurrency_limit')
    for (const family of [...families, older]) family.clear()
    for (const [level, shares] of levels) {
      const seats = seatsOf(level, Math.ceil((this.seats * shares) / all), this.seats)
      const priority_level = level.metadata.name ?? ''
      for (const [i, value] of [seats.nominal, seats.lower, seats.upper].entries())
        families[i]!.set({ priority_level }, value)
      older.set({ priority_level }, seats.nominal)
    }
    return []
  }
}

const specOf = (level: KubeObject) => (level['spec'] ?? {}) as PriorityLevelConfigurationSpec

const sharesOf = (level: KubeObject): number => {
  const { limited, exempt } = specOf(level)
  return (limited ?? exempt)?.nominalConcurrencyShares ?? (limited === undefined ? 0 : 30)
}

function seatsOf(level: KubeObject, nominal: number, all: number): Seats {
  const { limited, exempt } = specOf(level)
  const lent = Math.round((nominal * ((limited ?? exempt)?.lendablePercent ?? 0)) / 100)
  const most = limited?.borrowingLimitPercent
  const borrowed = most === undefined || most === null ? all : Math.round((nominal * most) / 100)
  return { nominal, lower: nominal - lent, upper: nominal + borrowed }
}
