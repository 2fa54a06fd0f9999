// Upstream: component-base/metrics (KubeRegistry, CounterVec, GaugeVec, HistogramVec)
import { formatMetrics, type Labels, type Metric, type MetricType, type Sample } from './metrics-text.ts'

/** A metric to be registered, with the labels that its samples have. */
export interface MetricDefinition {
  readonly name: string
  /** With its stability: `[ALPHA] …`. */
  readonly help: string
  readonly type: MetricType
  /** Names of its labels. One that has none has a value from the start. */
  readonly labels?: readonly string[]
  /** Upper bounds of a histogram. */
  readonly buckets?: readonly number[]
}

interface Series {
  readonly labels: Labels
  /** The sum, of a histogram. */
  value: number
  /** Of a histogram: what was observed, at most each bound, and in all. */
  readonly counts: number[]
  count: number
}

/** What tells the series of a metric apart: made for every observation. */
function keyOf(names: readonly string[] | undefined, given: Labels): string {
  if (names === undefined) return JSON.stringify(given)
  let key = ''
  for (const name of names) {
    const value = given[name] ?? ''
    key += `${value.length}:${value}`
  }
  return key
}

/** A metric with a series for each set of labels. */
export class MetricFamily {
  private readonly series = new Map<string, Series>()
  readonly definition: MetricDefinition
  constructor(definition: MetricDefinition) {
    this.definition = definition
    if (definition.labels?.length === 0) this.at({})
  }

  add(labels: Labels, by = 1): void {
    this.at(labels).value += by
  }

  set(labels: Labels, value: number): void {
    this.at(labels).value = value
  }

  /** Forgets the series that have these labels, whatever their others are. */
  remove(labels: Labels): void {
    for (const [key, one] of this.series)
      if (Object.entries(labels).every(([name, value]) => one.labels[name] === value)) this.series.delete(key)
  }

  observe(labels: Labels, value: number): void {
    const series = this.at(labels)
    for (const [i, bound] of this.bounds.entries()) if (value <= bound) series.counts[i]!++
    series.value += value
    series.count++
  }

  /** Undefined while nothing was counted. */
  metric(): Metric | undefined {
    const { name, help, type } = this.definition
    if (this.series.size === 0) return undefined
    const samples = [...this.series.values()].flatMap((one) => this.samples(one))
    return { name, help, type, samples }
  }

  private get bounds(): readonly number[] {
    return this.definition.buckets ?? []
  }

  /** Labels that the metric does not have do not count. */
  private at(given: Labels): Series {
    const names = this.definition.labels
    const key = keyOf(names, given)
    const there = this.series.get(key)
    if (there !== undefined) return there
    const labels =
      names === undefined ? given : Object.fromEntries(names.map((name) => [name, given[name] ?? '']))
    const made = { labels, value: 0, counts: this.bounds.map(() => 0), count: 0 }
    this.series.set(key, made)
    return made
  }

  private samples({ labels, value, counts, count }: Series): Sample[] {
    if (this.definition.type !== 'histogram') return [{ labels, value }]
    const bucket = (le: string, of: number): Sample => ({
      labels: { ...labels, le },
      value: of,
      suffix: '_bucket',
    })
    return [
      ...this.bounds.map((bound, i) => bucket(String(bound), counts[i]!)),
      bucket('+Inf', count),
      { labels, value, suffix: '_sum' },
      { labels, value: count, suffix: '_count' },
    ]
  }
}

/** The metrics of one component. */
export class MetricRegistry {
  private readonly families: MetricFamily[] = []

  register(definition: MetricDefinition): MetricFamily {
    const family = new MetricFamily(definition)
    this.families.push(family)
    return family
  }

  /** Those that have samples. */
  metrics(): Metric[] {
    return this.families.flatMap((family) => family.metric() ?? [])
  }

  /** Of /metrics. @param more metrics that are counted elsewhere */
  text(more: readonly Metric[] = []): string {
    return formatMetrics([...this.metrics(), ...more])
  }
}
