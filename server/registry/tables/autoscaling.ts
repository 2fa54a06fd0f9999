// Upstream: pkg/printers/internalversion/printers.go (printHorizontalPodAutoscaler)
import type { JsonObject, JsonValue } from '../../../apimachinery/json.ts'
import { age, at, int, list, name, type Printer, text } from './cells.ts'
import { tablesDialect } from './dialect.ts'

/** Cells of autoscalers: name, reference, targets, bounds, replicas, age. */
export const printHorizontalPodAutoscaler: Printer = (o, options) => [
  name(o),
  `${text(o, 'spec', 'scaleTargetRef', 'kind')}/${text(o, 'spec', 'scaleTargetRef', 'name')}`,
  metricsText(list(o, 'spec', 'metrics'), list(o, 'status', 'currentMetrics'), options.minor),
  at(o, 'spec', 'minReplicas') === undefined ? '<unset>' : String(int(o, 'spec', 'minReplicas')),
  int(o, 'spec', 'maxReplicas'),
  int(o, 'status', 'currentReplicas'),
  age(o, options),
]

function metricsText(given: readonly JsonObject[], current: readonly JsonObject[], minor: number): string {
  if (given.length === 0) return '<none>'
  const shown = given.map((spec, i) => metricText(spec, current[i], minor))
  return shown.length > 2 ? `${shown.slice(0, 2).join(', ')} + ${shown.length - 2} more...` : shown.join(', ')
}

function metricText(spec: JsonObject, status: JsonObject | undefined, minor: number): string {
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
      return `${resourceName(spec, key, minor)}${resourceText(target, at(status, key), value)}`
    default:
      return '<unknown type>'
  }
}

const resourceName = (spec: JsonObject, key: string, minor: number): string =>
  tablesDialect(minor).namesResourceMetrics ? `${text(spec, key, 'name')}: ` : ''

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
