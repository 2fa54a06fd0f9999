// Upstream: staging/src/k8s.io/apiserver/pkg/server/routes/metrics.go

import {
  type ComponentMetricsOptions,
  componentMetrics,
  type HealthcheckState,
  metricsContentType,
  sliMetrics,
} from '../../../component-base/metrics/component-metrics.ts'
import { formatMetrics, type Metric } from '../../../component-base/metrics/metrics-text.ts'
import type { RecordedRegistry } from '../../../component-base/metrics/recorded-metrics.ts'
import type { PlanExtension } from '../../../component-base/plan-extension.ts'
import { type EndpointAnswer, textAnswer } from '../discovery/endpoint-answer.ts'

/** The state that a server's metrics are computed from at each scrape. */
export interface ServerMetricsOptions extends ComponentMetricsOptions {
  readonly metrics: RecordedRegistry
  /** The metrics of the authorizers. */
  readonly authorization: { metrics(): Metric[] }
  /** Changes all metrics by a plan; undefined: there is none. */
  readonly planned: PlanExtension['metrics'] | undefined
}

/** /metrics */
export function metricsAnswer(options: ServerMetricsOptions): EndpointAnswer {
  const metrics = [
    ...componentMetrics(options),
    ...options.metrics.metrics(),
    ...options.authorization.metrics(),
  ]
  return metricsText(options, options.planned?.(metrics) ?? metrics)
}

const metricsText = ({ release }: ServerMetricsOptions, metrics: readonly Metric[]): EndpointAnswer => ({
  ...textAnswer(200, formatMetrics([...metrics]), metricsContentType(release.minor)),
  sniffable: true,
  chunked: true,
  gzip: true,
})

/** /metrics/slis */
export const slisAnswer = (
  options: ServerMetricsOptions,
  checks: readonly HealthcheckState[],
): EndpointAnswer => metricsText(options, sliMetrics(checks, options.startedAt))
