// Upstream: pkg/apis/autoscaling/v1/conversion.go; the form of v2 is the hub. What v1 has no fields for travels in annotations.

import { lowerFirst, upperFirst } from '../../../component-base/first-letter.ts'
import { minorOf } from '../../../component-base/minor.ts'
import { apimachineryDialect } from '../../dialect.ts'
import { goJSON } from '../../go-print/marshal.ts'
import { DecodeError } from '../decode-error.ts'
import type { Scheme } from '../scheme.ts'
import { convertMetric } from './autoscaling-metric.ts'
import type { Conversion, Fields } from './conversion.ts'

const prefix = 'autoscaling.alpha.kubernetes.io/'
const annotation = {
  metrics: `${prefix}metrics`,
  behavior: `${prefix}behavior`,
  current: `${prefix}current-metrics`,
  conditions: `${prefix}conditions`,
}
/** The annotations of v1 that hold fields of the hub. */
export const autoscalerAnnotations: readonly string[] = Object.values(annotation)
const defaultCpuUtilization = 80

interface Autoscaler {
  metadata: { annotations?: Record<string, string> }
  spec: Fields & { metrics?: Fields[] | null; behavior?: Fields }
  status: Fields & { currentMetrics?: Fields[] | null; conditions?: Fields[] }
}

const cpu = (utilization: unknown): Fields => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: utilization } },
})
const resourceOf = (metric: Fields): Fields | undefined =>
  metric['type'] === 'Resource' && (metric['resource'] as Fields | undefined)?.['name'] === 'cpu'
    ? (metric['resource'] as Fields)
    : undefined
const utilization = (metric: Fields, key: 'target' | 'current'): unknown =>
  (resourceOf(metric)?.[key] as Fields | undefined)?.['averageUtilization']

/** The list of a type of v1 that an annotation holds; undefined for what json.Unmarshal refuses, which upstream passes over. */
function listIn(text: string | undefined, type: string, scheme: Scheme): Fields[] | undefined {
  const value = text === undefined ? undefined : parse(text)
  if (!Array.isArray(value)) return undefined
  const items = value.map((item) => decoded(`io.k8s.api.autoscaling.v1.${type}`, item ?? {}, scheme))
  return items.every((item) => item !== undefined) ? items : undefined
}
function decoded(type: string, value: unknown, scheme: Scheme): Fields | undefined {
  try {
    return scheme.decodeType(type, value).value as Fields
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Upstream writes the behavior with the field names of its internal Go type. */
function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rename(key), renameKeys(item, rename)]),
  )
}
function behaviorText(behavior: Fields, scheme: Scheme): string {
  const { convertsTolerance } = apimachineryDialect(minorOf(scheme.minor))
  const rules = (value: unknown): Fields | null => {
    if (value === undefined || value === null) return null
    const from = value as Fields
    const fields = [
      'stabilizationWindowSeconds',
      'selectPolicy',
      'policies',
      ...(convertsTolerance ? ['tolerance'] : []),
    ]
    return Object.fromEntries(fields.map((field) => [field, from[field] ?? null]))
  }
  return goJSON(
    renameKeys({ scaleUp: rules(behavior['scaleUp']), scaleDown: rules(behavior['scaleDown']) }, upperFirst),
  )
}

function dropAnnotations(object: Autoscaler): void {
  const { annotations } = object.metadata
  if (annotations !== undefined) for (const key of autoscalerAnnotations) delete annotations[key]
}

function takeBehavior({ metadata, spec }: Autoscaler, scheme: Scheme): void {
  const text = metadata.annotations?.[annotation.behavior]
  const written = text === undefined ? undefined : renameKeys(parse(text), lowerFirst)
  if (typeof written !== 'object' || written === null) return
  const type = 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerBehavior'
  if (decoded(type, written, scheme) !== undefined) spec.behavior = written as Fields
}

const changeMetrics = (
  list: Fields[] | null | undefined,
  how: Parameters<typeof convertMetric>[0],
): Fields[] | null | undefined => list?.map((metric) => convertMetric(how, metric))

/** v2beta1 has the metrics of the annotations of v1 as fields, and the behavior in an annotation. */
function fromV2beta1(object: Autoscaler, scheme: Scheme): void {
  object.spec.metrics = changeMetrics(object.spec.metrics, 'sourceToV2') ?? null
  object.status.currentMetrics = changeMetrics(object.status.currentMetrics, 'statusToV2') ?? null
  takeBehavior(object, scheme)
  dropAnnotations(object)
}

function toV2beta1(object: Autoscaler, scheme: Scheme): void {
  const { spec, status, metadata } = object
  dropAnnotations(object)
  spec.metrics = changeMetrics(spec.metrics, 'sourceToV1') ?? null
  status.currentMetrics = changeMetrics(status.currentMetrics, 'statusToV1') ?? null
  if (spec.behavior === undefined) return
  metadata.annotations = {
    ...metadata.annotations,
    [annotation.behavior]: behaviorText(spec.behavior, scheme),
  }
  delete spec.behavior
}

/** Converts an autoscaler from v1 to v2: metrics, behavior and conditions come from annotations, which are then dropped. */
export const autoscalerToHub: Conversion = (fields, apiVersion, scheme) => {
  const object = fields as unknown as Autoscaler
  if (apiVersion === 'autoscaling/v2beta1') fromV2beta1(object, scheme)
  if (apiVersion !== 'autoscaling/v1') return
  const { spec, status } = object
  const annotations = object.metadata.annotations ?? {}
  const own =
    spec['targetCPUUtilizationPercentage'] == null ? [] : [cpu(spec['targetCPUUtilizationPercentage'])]
  const others = listIn(annotations[annotation.metrics], 'MetricSpec', scheme) ?? []
  spec.metrics = [...others.map((metric) => convertMetric('sourceToV2', metric)), ...own]
  if (spec.metrics.length === 0) spec.metrics = [cpu(defaultCpuUtilization)]
  takeBehavior(object, scheme)
  const current = listIn(annotations[annotation.current], 'MetricStatus', scheme)
  if (current !== undefined)
    status.currentMetrics = current.map((metric) => convertMetric('statusToV2', metric))
  else if (status['currentCPUUtilizationPercentage'] != null) {
    const averageUtilization = status['currentCPUUtilizationPercentage']
    status.currentMetrics = [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization } } }]
  }
  const conditions = listIn(annotations[annotation.conditions], 'HorizontalPodAutoscalerCondition', scheme)
  if (conditions !== undefined) status.conditions = conditions
  dropAnnotations(object)
}

/** Converts an autoscaler from autoscaling/v2 to v1: what v1 has no fields for goes into annotations. */
export const autoscalerFromHub: Conversion = (fields, apiVersion, scheme) => {
  const object = fields as unknown as Autoscaler
  if (apiVersion === 'autoscaling/v2beta1') toV2beta1(object, scheme)
  if (apiVersion !== 'autoscaling/v1') return
  const { spec, status } = object
  dropAnnotations(object)
  const added: Record<string, string> = {}
  const text = (type: string, items: readonly Fields[]): string =>
    goJSON(items.map((item) => scheme.decodeType(`io.k8s.api.autoscaling.v1.${type}`, item).value))
  const metrics = spec.metrics ?? []
  const others = metrics.filter((metric) => utilization(metric, 'target') == null)
  if (others.length > 0)
    added[annotation.metrics] = text(
      'MetricSpec',
      others.map((metric) => convertMetric('sourceToV1', metric)),
    )
  const current = status.currentMetrics ?? []
  if (current.length > 0)
    added[annotation.current] = text(
      'MetricStatus',
      current.map((metric) => convertMetric('statusToV1', metric)),
    )
  if (spec.behavior !== undefined) added[annotation.behavior] = behaviorText(spec.behavior, scheme)
  const conditions = status.conditions ?? []
  if (conditions.length > 0)
    added[annotation.conditions] = text('HorizontalPodAutoscalerCondition', conditions)
  if (Object.keys(added).length > 0)
    object.metadata.annotations = { ...object.metadata.annotations, ...added }
  const first = metrics.find((metric) => utilization(metric, 'target') != null)
  if (first !== undefined) spec['targetCPUUtilizationPercentage'] = utilization(first, 'target')
  for (const metric of current) {
    const value = utilization(metric, 'current')
    if (value != null) status['currentCPUUtilizationPercentage'] = value
  }
}
