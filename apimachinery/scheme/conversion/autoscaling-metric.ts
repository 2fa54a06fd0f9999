// Upstream: pkg/apis/autoscaling/v1/conversion.go (the metrics)
import type { Fields } from './conversion.ts'

/** Copies without what is not there. */
const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
const part = (object: Fields, key: string): Fields => (object[key] as Fields | undefined) ?? {}
const metric = (v1: Fields, selector = 'selector'): Fields =>
  defined({ name: v1['metricName'], selector: v1[selector] })
const isZero = (quantity: unknown): boolean => quantity === undefined || quantity === '0'

type Convert = (source: Fields) => Fields

const resourceToV2: Convert = (s) => {
  const target = defined({
    type: s['targetAverageUtilization'] == null ? 'AverageValue' : 'Utilization',
    averageValue: s['targetAverageValue'],
    averageUtilization: s['targetAverageUtilization'],
  })
  return defined({ name: s['name'], container: s['container'], target })
}
const resourceToV1: Convert = (s) => {
  const target = part(s, 'target')
  return defined({
    name: s['name'],
    container: s['container'],
    targetAverageUtilization: target['averageUtilization'],
    targetAverageValue: target['averageValue'],
  })
}

const sourceToV2: Readonly<Record<string, Convert>> = {
  object(s) {
    const average = s['averageValue']
    const value = average == null || !isZero(s['targetValue']) ? (s['targetValue'] ?? '0') : undefined
    const target = defined({ type: average == null ? 'Value' : 'AverageValue', value, averageValue: average })
    return { describedObject: s['target'], target, metric: metric(s) }
  },
  pods: (s) => ({
    metric: metric(s),
    target: { type: 'AverageValue', averageValue: s['targetAverageValue'] ?? '0' },
  }),
  resource: resourceToV2,
  containerResource: resourceToV2,
  external: (s) => ({
    metric: metric(s, 'metricSelector'),
    target: defined({
      type: s['targetValue'] == null ? 'AverageValue' : 'Value',
      value: s['targetValue'],
      averageValue: s['targetAverageValue'],
    }),
  }),
}

const sourceToV1: Readonly<Record<string, Convert>> = {
  object(s) {
    const [target, named] = [part(s, 'target'), part(s, 'metric')]
    return defined({
      target: s['describedObject'],
      metricName: named['name'],
      targetValue: target['value'] ?? '0',
      selector: named['selector'],
      averageValue: target['averageValue'],
    })
  },
  pods(s) {
    const named = part(s, 'metric')
    return defined({
      metricName: named['name'],
      targetAverageValue: part(s, 'target')['averageValue'] ?? '0',
      selector: named['selector'],
    })
  },
  resource: resourceToV1,
  containerResource: resourceToV1,
  external(s) {
    const [target, named] = [part(s, 'target'), part(s, 'metric')]
    return defined({
      metricName: named['name'],
      metricSelector: named['selector'],
      targetValue: target['value'],
      targetAverageValue: target['averageValue'],
    })
  },
}

const currentOf = (s: Fields): Fields =>
  defined({ value: s['currentValue'], averageValue: s['currentAverageValue'] ?? s['averageValue'] })
const resourceStatusToV2: Convert = (s) =>
  defined({
    name: s['name'],
    container: s['container'],
    current: defined({
      averageValue: s['currentAverageValue'] ?? '0',
      averageUtilization: s['currentAverageUtilization'],
    }),
  })
const resourceStatusToV1: Convert = (s) => {
  const current = part(s, 'current')
  return defined({
    name: s['name'],
    container: s['container'],
    currentAverageUtilization: current['averageUtilization'],
    currentAverageValue: current['averageValue'] ?? '0',
  })
}

const statusToV2: Readonly<Record<string, Convert>> = {
  object: (s) => ({
    describedObject: s['target'],
    metric: metric(s),
    current: { value: '0', ...currentOf(s) },
  }),
  pods: (s) => ({ metric: metric(s), current: { averageValue: s['currentAverageValue'] ?? '0' } }),
  resource: resourceStatusToV2,
  containerResource: resourceStatusToV2,
  external: (s) => ({ metric: metric(s, 'metricSelector'), current: { value: '0', ...currentOf(s) } }),
}

const statusToV1: Readonly<Record<string, Convert>> = {
  object(s) {
    const [current, named] = [part(s, 'current'), part(s, 'metric')]
    return defined({
      target: s['describedObject'],
      metricName: named['name'],
      currentValue: current['value'] ?? '0',
      selector: named['selector'],
      averageValue: current['averageValue'],
    })
  },
  pods(s) {
    const named = part(s, 'metric')
    return defined({
      metricName: named['name'],
      currentAverageValue: part(s, 'current')['averageValue'] ?? '0',
      selector: named['selector'],
    })
  },
  resource: resourceStatusToV1,
  containerResource: resourceStatusToV1,
  external(s) {
    const [current, named] = [part(s, 'current'), part(s, 'metric')]
    return defined({
      metricName: named['name'],
      metricSelector: named['selector'],
      currentValue: current['value'] ?? '0',
      currentAverageValue: current['averageValue'],
    })
  },
}

const tables = { sourceToV1, sourceToV2, statusToV1, statusToV2 }

/** A metric of an autoscaler, or the status of a metric, in the other version's form. */
export function convertMetric(how: keyof typeof tables, value: Fields): Fields {
  const out: Fields = { type: value['type'] }
  for (const [key, change] of Object.entries(tables[how])) {
    if (value[key] !== undefined && value[key] !== null) out[key] = change(value[key] as Fields)
  }
  return out
}
