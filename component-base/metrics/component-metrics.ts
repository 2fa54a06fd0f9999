// What every component counts. Upstream: component-base/metrics/{prometheus/feature,version.go,legacyregistry}
// What is there, and what is not: docs/discoveries/metrics.md

import type { FeatureGateReader } from '../../featuregates/reader.ts'
import type { Release } from '../release.ts'
import { metricsDialect } from './dialect.ts'
import type { Metric } from './metrics-text.ts'
import { type VersionMetricsOptions, versionMetrics } from './version-metrics.ts'

/** A gate as metrics show it; the stage of GA gates is the empty text. */
export interface GateState {
  readonly name: string
  readonly stage: string
  readonly enabled: boolean
}

/** A component's gates with their stages, of which `getAll` has all that the component registers. */
export interface KnownGates extends FeatureGateReader {
  getAll(): ReadonlyMap<string, { preRelease: string }>
}

/**
 * The states of all gates that a component knows. @param reader the gates' values, where a plan changes them. Default: the
 * gates
 */
export const gateStates = (gates: KnownGates, reader: FeatureGateReader = gates): GateState[] =>
  [...gates.getAll()].map(([name, { preRelease }]) => ({
    name,
    stage: preRelease,
    enabled: reader.enabled(name),
  }))

/** The state that a component's own metrics are computed from at each scrape. */
export interface ComponentMetricsOptions extends VersionMetricsOptions {
  readonly gates: () => readonly GateState[]
  /** Milliseconds since the epoch of the process's start. */
  readonly startedAt: number
}

/** The metrics that every component has: kubernetes_feature_enabled, the versions, and those of the process. */
export const componentMetrics = (options: ComponentMetricsOptions): Metric[] => [
  ...gateMetrics(options.gates(), options.release.minor),
  ...versionMetrics(options),
  ...processMetrics(options.startedAt),
]

/** Upstream: component-base/metrics/prometheus/feature. */
export function gateMetrics(states: readonly GateState[], minor: number): Metric[] {
  const { servesFeatureGates, featureGateStage } = metricsDialect(minor)
  if (!servesFeatureGates) return []
  const samples = states
    .filter((g) => g.stage !== 'PRE-ALPHA')
    .map((g) => ({ labels: { name: g.name, stage: g.stage }, value: g.enabled ? 1 : 0 }))
  const help = `[${featureGateStage}] This metric records the data about the stage and enablement of a k8s feature.`
  return [{ name: 'kubernetes_feature_enabled', help, type: 'gauge', samples }]
}

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
})

const startTimeHelp = 'Start time of the process since unix epoch in seconds.'
const startTime = (startedAt: number): Metric =>
  gauge('process_start_time_seconds', startTimeHelp, startedAt / 1000)

function processMetrics(startedAt: number): Metric[] {
  const { user, system } = process.cpuUsage()
  return [
    gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', process.memoryUsage.rss()),
    startTime(startedAt),
    {
      name: 'process_cpu_seconds_total',
      help: 'Total user and system CPU time spent in seconds.',
      type: 'counter',
      samples: [{ value: (user + system) / 1e6 }],
    },
  ]
}

/** The metrics of a component that emulates no other release. */
export const releaseMetrics = (
  release: Release,
  gates: () => readonly GateState[],
  startedAt: number,
): Metric[] =>
  componentMetrics({
    release,
    emulation: release.minor,
    minCompatibility: release.minor - 1,
    gates,
    startedAt,
  })

/** The Content-Type of /metrics: the Prometheus text format, in newer releases with the escaping of names. */
export const metricsContentType = (minor: number): string =>
  `text/plain; version=0.0.4; charset=utf-8${metricsDialect(minor).escaping}`

/** The numbers of passed and failed runs of a health check. */
export interface HealthcheckCounts {
  readonly success: number
  readonly error: number
}

/** A health check as /metrics/slis shows it. `type`: the path that asks for it, as `healthz`. */
export interface HealthcheckState {
  readonly name: string
  readonly type: string
  readonly ok: boolean
  /** Undefined where the check was never run, or its runs are not counted. */
  readonly counts?: HealthcheckCounts | undefined
}

/**
 * /metrics/slis: a gauge for each health check, what was counted of it, and when the component started (milliseconds since the
 * epoch). Upstream: component-base/metrics/prometheus/slis
 */
export const sliMetrics = (checks: readonly HealthcheckState[], startedAt: number): Metric[] => [
  ...withSamples({
    name: 'kubernetes_healthcheck',
    help: '[STABLE] This metric records the result of a single healthcheck.',
    type: 'gauge',
    samples: checks.map(({ name, type, ok }) => ({ labels: { name, type }, value: ok ? 1 : 0 })),
  }),
  ...withSamples({
    name: 'kubernetes_healthchecks_total',
    help: '[STABLE] This metric records the results of all healthcheck.',
    type: 'counter',
    samples: checks.flatMap(({ name, type, counts }) =>
      Object.entries(counts ?? {})
        .filter(([, value]) => value > 0)
        .map(([status, value]) => ({ labels: { name, type, status }, value })),
    ),
  }),
  { ...startTime(startedAt), help: `[ALPHA] ${startTimeHelp}` },
]

/** The metric, where it has samples: a metric with labels is not shown without. */
const withSamples = (metric: Metric): Metric[] => (metric.samples.length === 0 ? [] : [metric])
