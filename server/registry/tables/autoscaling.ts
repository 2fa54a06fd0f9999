// Upstream: pkg/printers/internalversion/printers.go (printHorizontalPodAutoscaler), pkg/apis/autoscaling/v1/conversion.go
import { isObject, type JsonObject, type JsonValue } from '../../../apimachinery/json.ts'
import { age, at, int, list, name, type Printer, text } from './cells.ts'
import { tablesDialect } from './dialect.ts'

/** Cells of autoscalers: name, reference, targets, bounds, replicas, age. */
export const printHorizontalPodAutoscaler: Printer = (o, options) => [
  name(o),
  `${text(o, 'spec', 'scaleTargetRef', 'kind')}/${text(o, 'spec', 'scaleTargetRef', 'name')}`,
  metricsText(specs(o), statuses(o), tablesDialect(options.minor).namesResourceMetrics),
  at(o, 'spec', 'minReplicas') === undefined ? '<unset>' : String(int(o, 'spec', 'minReplicas')),
  int(o, 'spec', 'maxReplicas'),
  int(o, 'status', 'currentReplicas'),
  age(o, options),
]

/** The metrics of a v2 object, or those that a v1 object stands for: the target of the CPU, then what an annotation holds (where the CPU really stood among these, v1 does not say). */
function specs(o: JsonObject): JsonObject[] {
  if (text(o, 'apiVersion') === 'autoscaling/v2beta1') return inForm(list(o, 'spec', 'metrics'), 'target')
  if (text(o, 'apiVersion') !== 'autoscaling/v1') return list(o, 'spec', 'metrics')
  const cpu = at(o, 'spec', 'targetCPUUtilizationPercentage')
  const own =
    cpu === undefined
      ? []
      : [{ type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: cpu } } }]
  return [...own, ...annotated(o, 'autoscaling.alpha.kubernetes.io/metrics', 'target')]
}

function statuses(o: JsonObject): JsonObject[] {
  if (text(o, 'apiVersion') === 'autoscaling/v2beta1')
    return inForm(list(o, 'status', 'currentMetrics'), 'current')
  if (text(o, 'apiVersion') !== 'autoscaling/v1') return list(o, 'status', 'currentMetrics')
  const cpu = at(o, 'status', 'currentCPUUtilizationPercentage')
  const own =
    cpu === undefined
      ? []
      : [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: cpu } } }]
  return [...own, ...annotated(o, 'autoscaling.alpha.kubernetes.io/current-metrics', 'current')]
}

/** Metrics in the form of v1's annotations (`targetAverageValue`), as v2 has them (`target.averageValue`). */
function annotated(o: JsonObject, annotation: string, side: 'target' | 'current'): JsonObject[] {
  let found: JsonValue
  try {
    found = JSON.parse(text(o, 'metadata', 'annotations', annotation) || '[]') as JsonValue
  } catch {
    return []
  }
  return inForm((Array.isArray(found) ? found : []).filter(isObject), side)
}

/** Metrics in the form of v2beta1, as v2 has them. */
function inForm(metrics: readonly JsonObject[], side: 'target' | 'current'): JsonObject[] {
  const prefix = side === 'target' ? 'target' : 'current'
  return metrics.map((metric) => {
    const out: JsonObject = { type: text(metric, 'type') }
    for (const [source, value] of Object.entries(metric)) {
      if (!isObject(value)) continue
      out[source] = {
        name: value['name'],
        [side]: {
          averageValue: value[`${prefix}AverageValue`] ?? value['averageValue'],
          averageUtilization: value[`${prefix}AverageUtilization`],
          value: value[`${prefix}Value`],
        },
      }
    }
    return out
  })
}

function metricsText(given: readonly JsonObject[], current: readonly JsonObject[], named: boolean): string {
  if (given.length === 0) return '<none>'
  const shown = given.map((spec, i) => metricText(spec, current[i], named))
  return shown.length > 2 ? `${shown.slice(0, 2).join(', ')} + ${shown.length - 2} more...` : shown.join(', ')
}

function metricText(spec: JsonObject, status: JsonObject | undefined, named: boolean): string {
  const type = text(spec, 'type')
  const key = type.slice(0, 1).toLowerCase() + type.slice(1)
  const target = at(spec, key, 'target')
  const value = (field: string): string => quantity(at(status, key), 'current', field)
  switch (type) {
    case 'External':
    case 'Object':
      if (at(target, 'averageValue') === undefined)
        return `${value('value')}/${text(target, 'value') || '<nil>'}`
      return `${at(status, key, 'current', 'averageValue') === undefined ? '<unknown>' : value('averageValue')}/${text(target, 'averageValue')} (avg)`
    case 'Pods':
      return `${value('averageValue')}/${text(target, 'averageValue') || '<nil>'}`
    case 'Resource':
    case 'ContainerResource':
      return `${named ? `${text(spec, key, 'name')}: ` : ''}${resourceText(target, at(status, key), value)}`
    default:
      return '<unknown type>'
  }
}

function resourceText(
  target: JsonValue | undefined,
  status: JsonValue | undefined,
  value: (field: string) => string,
): string {
  if (at(target, 'averageValue') !== undefined)
    return `${value('averageValue')}/${text(target, 'averageValue')}`
  const percent = (side: JsonValue | undefined, none: string): string =>
    at(side, 'averageUtilization') === undefined ? none : `${int(side, 'averageUtilization')}%`
  return `${percent(at(status, 'current'), '<unknown>')}/${percent(target, '<auto>')}`
}

const quantity = (status: JsonValue | undefined, ...path: string[]): string =>
  status === undefined ? '<unknown>' : text(status, ...path) || '<nil>'
