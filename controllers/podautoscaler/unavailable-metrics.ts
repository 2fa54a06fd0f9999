import type { MetricSpec } from '../../api/autoscaling-v2.ts'
import type { With } from '../../apimachinery/with.ts'
// Upstream: pkg/controller/podautoscaler/{horizontal,replica_calculator}.go, metrics/client.go
/** autoscaling/v2 MetricSpec. */
export type Metric = With<MetricSpec, 'type'>

const customAPI =
  'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered'
const externalAPI =
  'unable to fetch metrics from external metrics API: no external metrics API (external.metrics.k8s.io) registered'

/** The error about a metric that nothing measures. */
export function unavailableCause({ pods, object, external }: Metric): string {
  if (external !== undefined) return `unable to get external metric ${external.metric?.name}: ${externalAPI}`
  return `unable to get metric ${(pods ?? object)?.metric?.name}: ${customAPI}`
}
