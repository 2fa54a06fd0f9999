// Upstream: kubectl/pkg/describe/describe.go (describeHorizontalPodAutoscalerV2, printDirectionBehavior)
import type {
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
  HPAScalingRules,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '../../../api/autoscaling-v2.ts'
import { goQuote } from '../../../component-base/go/quote.ts'
import type { Describer } from './describer.ts'
import { annotationsText, labelsText, longTime } from './parts.ts'

type Amount = 'value' | 'averageValue'
const pair = (current: string | undefined, target: string | undefined): string =>
  `\t${current ?? '<unknown>'} / ${target ?? '<nil>'}\n`
/** What a metric is now; Go prints `<nil>` where its status has no such amount. */
const told = (now: MetricValueStatus | undefined, amount: Amount): string | undefined =>
  now === undefined ? undefined : (now[amount] ?? '<nil>')
const titles: Readonly<Record<Amount, string>> = {
  value: 'target value',
  averageValue: 'target average value',
}

/** Of a resource of pods, or of one container in them. */
function resourceLine(of: string, target: MetricTarget, now: MetricValueStatus | undefined): string {
  if (target.averageValue !== undefined)
    return `  ${of}:${pair(told(now, 'averageValue'), target.averageValue)}`
  const used =
    now?.averageUtilization === undefined
      ? undefined
      : `${now.averageUtilization}% (${now.averageValue ?? '<nil>'})`
  const wanted = target.averageUtilization === undefined ? '<auto>' : `${target.averageUtilization}%`
  return `  ${of}  (as a percentage of request):${pair(used, wanted)}`
}

function metricLine(metric: MetricSpec, now: MetricStatus | undefined): string {
  const { external, pods, object, resource, containerResource } = metric
  if (metric.type === 'External' && external?.target !== undefined) {
    const { target } = external
    const amount = target.averageValue === undefined ? 'value' : 'averageValue'
    const current = now?.external?.current
    const is = amount === 'value' ? told(current, amount) : current?.averageValue
    return `  ${goQuote(external.metric?.name ?? '')} (${titles[amount]}):${pair(is, target[amount])}`
  }
  if (metric.type === 'Pods' && pods?.target !== undefined)
    return `  ${goQuote(pods.metric?.name ?? '')} on pods:${pair(told(now?.pods?.current, 'averageValue'), pods.target.averageValue)}`
  if (metric.type === 'Object' && object?.target !== undefined) {
    const { target, describedObject: of } = object
    const amount = target.type === 'AverageValue' ? 'averageValue' : 'value'
    return `  "${object.metric?.name ?? ''}" on ${of?.kind ?? ''}/${of?.name ?? ''} (${titles[amount]}):${pair(told(now?.object?.current, amount), target[amount])}`
  }
  if (metric.type === 'Resource' && resource?.target !== undefined)
    return resourceLine(`resource ${resource.name} on pods`, resource.target, now?.resource?.current)
  if (metric.type === 'ContainerResource' && containerResource?.target !== undefined)
    return resourceLine(
      `resource ${containerResource.name} of container "${containerResource.container}" on pods`,
      containerResource.target,
      now?.containerResource?.current,
    )
  return `  <unknown metric type ${goQuote(metric.type ?? '')}>\n`
}

function rulesText(direction: string, rules: HPAScalingRules | undefined): string {
  if (rules === undefined) return ''
  const { stabilizationWindowSeconds: window, selectPolicy = 'Max', policies = [] } = rules
  return [
    `  ${direction}:\n`,
    window === undefined ? '' : `    Stabilization Window: ${window} seconds\n`,
    policies.length === 0 ? '' : `    Select Policy: ${selectPolicy}\n    Policies:\n`,
    ...policies.map(
      (p) => `      - Type: ${p.type}\tValue: ${p.value}\tPeriod: ${p.periodSeconds} seconds\n`,
    ),
  ].join('')
}

/** Describes a HorizontalPodAutoscaler. */
export const describeAutoscaler: Describer = (_session, object) => {
  const { name = '', namespace = '', labels, annotations, creationTimestamp } = object.metadata
  const spec = object['spec'] as HorizontalPodAutoscalerSpec
  const status = (object['status'] ?? {}) as HorizontalPodAutoscalerStatus
  const metrics = (spec.metrics ?? []).map((metric, i) => metricLine(metric, status.currentMetrics?.[i]))
  const rows = (status.conditions ?? []).map(
    (c) => `  ${c.type}\t${c.status}\t${c.reason ?? ''}\t${c.message ?? ''}\n`,
  )
  const { behavior } = spec
  return [
    `Name:\t${name}\nNamespace:\t${namespace}\n`,
    labelsText(labels),
    annotationsText('Annotations', annotations),
    `CreationTimestamp:\t${longTime(creationTimestamp)}\n`,
    `Reference:\t${spec.scaleTargetRef?.kind}/${spec.scaleTargetRef?.name}\n`,
    `Metrics:\t( current / target )\n${metrics.join('')}`,
    `Min replicas:\t${spec.minReplicas ?? '<unset>'}\nMax replicas:\t${spec.maxReplicas}\n`,
    behavior === undefined
      ? ''
      : `Behavior:\n${rulesText('Scale Up', behavior.scaleUp)}${rulesText('Scale Down', behavior.scaleDown)}`,
    `${spec.scaleTargetRef?.kind} pods:\t${status.currentReplicas ?? 0} current / ${status.desiredReplicas ?? 0} desired\n`,
    rows.length === 0
      ? ''
      : `Conditions:\n  Type\tStatus\tReason\tMessage\n  ----\t------\t------\t-------\n${rows.join('')}`,
  ].join('')
}
