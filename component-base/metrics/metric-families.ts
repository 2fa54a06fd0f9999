import { hasMetric } from '../metric-names.ts'
import { type MetricDefinition, MetricFamily } from './metric-registry.ts'

/** The families of definitions by their keys. What a release (36) does not have is counted, and not shown. */
export function metricFamilies<K extends string>(
  definitions: Readonly<Record<K, MetricDefinition>>,
  minor: number,
  registry: { register(definition: MetricDefinition): MetricFamily },
): Readonly<Record<K, MetricFamily>> {
  const families = Object.entries<MetricDefinition>(definitions).map(([key, definition]) => [
    key,
    hasMetric(definition.name, minor) ? registry.register(definition) : new MetricFamily(definition),
  ])
  return Object.fromEntries(families) as Record<K, MetricFamily>
}
