// Metrics of components in releases to come.
import { MetricFamily } from '../../component-base/metrics/metric-registry.ts'
import type { Labels, Metric, MetricType } from '../../component-base/metrics/metrics-text.ts'
import { hiddenSince } from '../../component-base/metrics/recorded-metrics.ts'
import { minorOf } from '../../component-base/minor.ts'

/** The types that a metric of a plan can have. */
export const plannedMetricTypes = ['counter', 'gauge', 'histogram'] as const satisfies readonly MetricType[]
/** The stability levels of metrics. Upstream: component-base/metrics/opts.go */
export const metricStabilities = ['INTERNAL', 'ALPHA', 'BETA', 'STABLE'] as const

/** A new metric, or the changes to a recorded metric. */
export interface PlannedMetricLife {
  readonly component: string
  readonly name: string
  /** The first release with a new metric; undefined: the metric is recorded. */
  readonly from?: string
  readonly type?: (typeof plannedMetricTypes)[number]
  readonly stability?: (typeof metricStabilities)[number]
  readonly help?: string
  /** Its labels with the values that it has series for from the start, each at 0. */
  readonly labels?: Readonly<Record<string, readonly string[]>>
  /** Upper bounds of a histogram, rising. */
  readonly buckets?: readonly number[]
  /** The gate that has to be on for a new metric to be shown. */
  readonly gate?: string
  readonly renamed?: { readonly to: string; readonly from: string }
  /** The first release that shows it as deprecated. Upstream's rule hides it later. */
  readonly deprecated?: { readonly from: string }
  /** The first release that does not have the metric: `1.40`. */
  readonly removedIn?: string
}

/** Upstream: prometheus.DefBuckets */
const defaultBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The metrics of a component in a minor release, as its plan has them. @param shown those that the component has by itself */
export function plannedMetrics(
  lives: readonly PlannedMetricLife[],
  { minor, enabled }: { readonly minor: number; readonly enabled: (gate: string) => boolean },
  shown: readonly Metric[],
): readonly Metric[] {
  if (lives.length === 0) return shown
  const reached = (release: string | undefined): boolean => release !== undefined && minor >= minorOf(release)
  const laid = (life: PlannedMetricLife | undefined, metric: Metric): Metric[] => {
    if (life === undefined) return [metric]
    const { renamed, deprecated, removedIn, gate } = life
    if (reached(removedIn) || (gate !== undefined && !enabled(gate))) return []
    const name = reached(renamed?.from) ? renamed!.to : metric.name
    if (!reached(deprecated?.from)) return [{ ...metric, name }]
    const help = metric.help.replace(/^(\[\w+\] )?/, `$1(Deprecated since ${deprecated!.from}.0) `)
    return hiddenSince(help, minor) ? [] : [{ ...metric, name, help }]
  }
  const byName = new Map(lives.map((life) => [life.name, life]))
  return [
    ...shown.flatMap((metric) => laid(byName.get(metric.name), metric)),
    ...lives.filter(({ from }) => reached(from)).flatMap((life) => laid(life, atStart(life))),
  ]
}

/** A new metric with its series at 0: nothing that it would count is simulated. */
function atStart({
  name,
  type,
  stability,
  help,
  labels = {},
  buckets = defaultBuckets,
}: PlannedMetricLife): Metric {
  const family = new MetricFamily({
    name,
    help: `[${stability ?? 'ALPHA'}] ${help}`,
    type: type!,
    labels: Object.keys(labels),
    ...(type === 'histogram' ? { buckets } : {}),
  })
  for (const series of seriesOf(Object.entries(labels))) family.with(series)
  return family.metric()!
}

/** Every combination of the labels' values. */
const seriesOf = (labels: readonly (readonly [string, readonly string[]])[]): Labels[] =>
  labels.reduce<Labels[]>(
    (found, [name, values]) => found.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
