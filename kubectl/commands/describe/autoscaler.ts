// Upstream: kubectl/pkg/describe/describe.go (describeHorizontalPodAutoscalerV2)
import type {
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
  MetricSpec,
  ResourceMetricStatus,
} from '../../../api/autoscaling-v2.ts'
import type { Describer } from './describer.ts'
import { annotationsText, labelsText, longTime } from './parts.ts'

function metricLine({ type, resource }: MetricSpec, current: ResourceMetricStatus | undefined): string {
  if (resource === undefined) return `  <unknown metric type "${type}">`
  const { averageUtilization, averageValue } = resource.target ?? {}
  if (averageValue !== undefined)
    return `  resource ${resource.name} on pods:\t${current?.current?.averageValue ?? '<unknown>'} / ${averageValue}\n`
  const now = current?.current
  const used =
    now?.averageUtilization === undefined
      ? '<unknown>'
      : `${now.averageUtilization}% (${now.averageValue ?? ''})`
  return `  resource ${resource.name} on pods  (as a percentage of request):\t${used} / ${averageUtilization ?? '<auto>'}%\n`
}

/** Describes a HorizontalPodAutoscaler. */
export const describeAutoscaler: Describer = (_session, object) => {
  const { name = '', namespace = '', labels, annotations, creationTimestamp } = object.metadata
  const spec = object['spec'] as HorizontalPodAutoscalerSpec
  const status = (object['status'] ?? {}) as HorizontalPodAutoscalerStatus
  const metrics = (spec.metrics ?? []).map((metric) =>
    metricLine(
      metric,
      (status.currentMetrics ?? []).find((c) => c.resource?.name === metric.resource?.name)?.resource,
    ),
  )
  const rows = (status.conditions ?? []).map(
    (c) => `  ${c.type}\t${c.status}\t${c.reason ?? ''}\t${c.message ?? ''}\n`,
  )
  return [
    `Name:\t${name}\nNamespace:\t${namespace}\n`,
    labelsText(labels),
    annotationsText('Annotations', annotations),
    `CreationTimestamp:\t${longTime(creationTimestamp)}\n`,
    `Reference:\t${spec.scaleTargetRef?.kind}/${spec.scaleTargetRef?.name}\n`,
    `Metrics:\t( current / target )\n${metrics.join('')}`,
    `Min replicas:\t${spec.minReplicas ?? '<unset>'}\nMax replicas:\t${spec.maxReplicas}\n`,
    `${spec.scaleTargetRef?.kind} pods:\t${status.currentReplicas ?? 0} current / ${status.desiredReplicas ?? 0} desired\n`,
    rows.length === 0
      ? ''
      : `Conditions:\n  Type\tStatus\tReason\tMessage\n  ----\t------\t------\t-------\n${rows.join('')}`,
  ].join('')
}
