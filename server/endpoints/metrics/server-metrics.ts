// Upstream: component-base/metrics/{prometheus/feature,version}, component-base/compatibility
import { releaseFacts } from '../../../component-base/release-facts.ts'
import { type EndpointAnswer, textAnswer } from '../discovery/endpoint-answer.ts'
import { formatMetrics, type Metric } from './metrics-text.ts'
import type { RequestMetrics } from './request-metrics.ts'

/** A gate as metrics show it; stage '' is GA. */
export interface GateState {
  readonly name: string
  readonly stage: string
  readonly enabled: boolean
}

export interface ServerMetricsOptions {
  readonly minor: number
  /** `1.36` */
  readonly facts: string
  /** `v1.36.3` */
  readonly gitVersion: string
  readonly emulation: number
  readonly minCompatibility: number
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

function versionMetrics(options: ServerMetricsOptions): Metric[] {
  const {
    buildDate = '',
    compiler = '',
    gitCommit = '',
    gitTreeState = '',
    goVersion = '',
    platform = '',
  } = releaseFacts(options.facts, 'version')
  const labels = {
    build_date: buildDate,
    compiler,
    git_commit: gitCommit,
    git_tree_state: gitTreeState,
    git_version: options.gitVersion,
    go_version: goVersion,
    major: '1',
    minor: String(options.minor),
    platform,
  }
  const out: Metric[] = [
    {
      name: 'kubernetes_build_info',
      help: "[ALPHA] A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which Kubernetes was built, and platform on which it is running.",
      type: 'gauge',
      samples: [{ labels, value: 1 }],
    },
  ]
  if (options.minor >= 34)
    out.push({
      name: 'version_info',
      help: '[ALPHA] Provides the compatibility version info of the component. The component label is the name of the component, usually kube, but is relevant for aggregated-apiservers.',
      type: 'gauge',
      samples: [
        {
          labels: {
            binary: options.gitVersion.replace(/^v/, ''),
            component: 'kube',
            emulation: `1.${options.emulation}`,
            min_compat: `1.${options.minCompatibility}`,
          },
          value: 1,
        },
      ],
    })
  return out
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
