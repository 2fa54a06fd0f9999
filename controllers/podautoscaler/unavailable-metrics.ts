// Upstream: pkg/controller/podautoscaler/{horizontal,replica_calculator}.go, metrics/client.go
export interface Metric {
  type: string
  resource?: { name: string; target: { averageValue?: string } }
  containerResource?: { name: string; container: string; target: { averageValue?: string } }
  pods?: { metric: { name: string } }
  object?: { metric: { name: string } }
  external?: { metric: { name: string } }
}

const resourceAPI =
  'unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)'
const customAPI =
  'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered'
const externalAPI =
  'unable to fetch metrics from external metrics API: no external metrics API (external.metrics.k8s.io) registered'

/** Why the first of the metrics cannot be had where no metrics API is served, and what that is an error of. */
export function unavailable(metrics: readonly Metric[]): {
  condition: { type: string; status: string; reason: string; message: string }
  error: string
} {
  const [metric] = metrics
  const { cause, of } = metric === undefined ? { cause: 'no metrics', of: '' } : failure(metric)
  return {
    condition: {
      type: 'ScalingActive',
      status: 'False',
      reason: `FailedGet${metric?.type ?? 'Resource'}Metric`,
      message: `the HPA was unable to compute the replica count: ${cause}`,
    },
    error: `invalid metrics (${metrics.length} invalid out of ${metrics.length}), first error is: failed to get ${of}: ${cause}`,
  }
}

function failure({ type, resource, containerResource, pods, object, external }: Metric): {
  cause: string
  of: string
} {
  const source = resource ?? containerResource
  if (source !== undefined) {
    const what = source.target.averageValue === undefined ? 'utilization' : 'usage'
    const cause = `failed to get ${source.name} ${what}: unable to get metrics for resource ${source.name}: ${resourceAPI}`
    const of =
      containerResource === undefined ? `${source.name} resource` : `${containerResource.container} container`
    return { cause, of: `${of} metric value` }
  }
  if (external !== undefined)
    return {
      cause: `unable to get external metric ${external.metric.name}: ${externalAPI}`,
      of: `${external.metric.name} external metric value`,
    }
  const name = (pods ?? object)?.metric.name
  return { cause: `unable to get metric ${name}: ${customAPI}`, of: `${type.toLowerCase()} metric value` }
}
