import type { MetricSpec } from '../../api/autoscaling-v2.ts'
import type { With } from '../../apimachinery/with.ts'
// Upstream: pkg/controller/podautoscaler/{horizontal,replica_calculator}.go, metrics/client.go
/** autoscaling/v2 MetricSpec. */
export type Metric = With<MetricSpec, 'type'>

const resourceAPI =
  'unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)'
const customAPI =
  'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered'
const externalAPI =
  'unable to fetch metrics from external metrics API: no external metrics API (external.metrics.k8s.io) registered'

/** The error about a metric that nothing measures. */
export function unavailableCause({ resource, containerResource, pods, object, external }: Metric): string {
  const source = resource ?? containerResource
  if (source !== undefined) {
    const what = source.target?.averageValue === undefined ? 'utilization' : 'usage'
    return `failed to get ${source.name} ${what}: unable to get metrics for resource ${source.name}: ${resourceAPI}`
  }
  if (external !== undefined) return `unable to get external metric ${external.metric?.name}: ${externalAPI}`
  return `unable to get metric ${(pods ?? object)?.metric?.name}: ${customAPI}`
}
