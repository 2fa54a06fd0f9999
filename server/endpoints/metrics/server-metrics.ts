// Upstream: component-base/metrics/prometheus/feature
import { type EndpointAnswer, textAnswer } from '../discovery/endpoint-answer.ts'
import { formatMetrics, type Metric } from './metrics-text.ts'
import type { RequestMetrics } from './request-metrics.ts'
import { type VersionMetricsOptions, versionMetrics } from './version-metrics.ts'

/** A gate as metrics show it; stage '' is GA. */
export interface GateState {
  readonly name: string
  readonly stage: string
  readonly enabled: boolean
}

export interface ServerMetricsOptions extends VersionMetricsOptions {
  readonly gates: () => readonly GateState[]
  readonly requests: RequestMetrics
  /** Milliseconds since the epoch of the process's start. */
  readonly startedAt: number
  /** Stored objects: `pods`, `deployments.apps` → number. */
  readonly storedObjects?: () => ReadonlyMap<string, number>
}

function gateMetric(states: readonly GateState[]): Metric {
  const samples = states
    .filter((g) => g.stage !== 'PRE-ALPHA')
    .map((g) => ({ labels: { name: g.name, stage: g.stage }, value: g.enabled ? 1 : 0 }))
  return {
    name: 'kubernetes_feature_enabled',
    help: '[BETA] This metric records the data about the stage and enablement of a k8s feature.',
    type: 'gauge',
    samples,
  }
}

function processMetrics(options: ServerMetricsOptions): Metric[] {
  const gauge = (name: string, help: string, value: number): Metric => ({
    name,
    help,
    type: 'gauge',
    samples: [{ value }],
  })
  const { user, system } = process.cpuUsage()
  return [
    gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', process.memoryUsage.rss()),
    gauge(
      'process_start_time_seconds',
      'Start time of the process since unix epoch in seconds.',
      options.startedAt / 1000,
    ),
    {
      name: 'process_cpu_seconds_total',
      help: 'Total user and system CPU time spent in seconds.',
      type: 'counter',
      samples: [{ value: (user + system) / 1e6 }],
    },
  ]
}

function storageMetrics(options: ServerMetricsOptions): Metric[] {
  const counts = options.storedObjects?.()
  if (counts === undefined || counts.size === 0) return []
  const help =
    '[STABLE] Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.'
  return [
    {
      name: 'apiserver_storage_objects',
      help,
      type: 'gauge',
      samples: [...counts].map(([resource, value]) => ({ labels: { resource }, value })),
    },
  ]
}

const contentType = (minor: number): string => {
  const escaping = minor >= 33 ? '; escaping=underscores' : minor >= 31 ? '; escaping=values' : ''
  return `text/plain; version=0.0.4; charset=utf-8${escaping}`
}

/** /metrics */
export function metricsAnswer(options: ServerMetricsOptions): EndpointAnswer {
  const metrics = [
    gateMetric(options.gates()),
    ...versionMetrics(options),
    ...processMetrics(options),
    ...storageMetrics(options),
    ...options.requests.metrics(),
  ]
  return textAnswer(200, formatMetrics(metrics), contentType(options.minor))
}

/** /metrics/slis: one gauge for each health check. */
export function slisAnswer(
  options: ServerMetricsOptions,
  checks: readonly { name: string; type: string; ok: boolean }[],
): EndpointAnswer {
  const samples = checks.map(({ name, type, ok }) => ({ labels: { name, type }, value: ok ? 1 : 0 }))
  const metrics: Metric[] = [
    {
      name: 'kubernetes_healthcheck',
      help: '[STABLE] This metric records the result of a single healthcheck.',
      type: 'gauge',
      samples,
    },
  ]
  return textAnswer(200, formatMetrics(metrics), contentType(options.minor))
}
