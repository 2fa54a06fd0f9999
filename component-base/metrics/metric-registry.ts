// Upstream: component-base/metrics (KubeRegistry, CounterVec, GaugeVec, HistogramVec)
import {
  formatMetrics,
  goFloat,
  type Labels,
  type Metric,
  type MetricType,
  type Sample,
} from './metrics-text.ts'

/** A metric to be registered, with the labels that its samples have. */
export interface MetricDefinition {
  readonly name: string
  /** The help text with the stability level: `[ALPHA] …`. */
  readonly help: string
  readonly type: MetricType
  /** The names of the labels. A metric without labels has a value from the start. */
  readonly labels?: readonly string[]
  /** Upper bounds of a histogram. */
  readonly buckets?: readonly number[]
}

/** Of all that are no histograms. */
const noCounts: number[] = []

/**
 * One set of labels of a metric. What counts often keeps it: nothing is looked up, and no text is made, when it counts.
 */
export class MetricSeries {
  readonly labels: Labels
  /** The sum, of a histogram. */
  value = 0
  /** The number of observations of a histogram, and of those that fell to each bound and to no bound before it. */
  count = 0
  readonly counts: number[]
  private readonly bounds: readonly number[]

  constructor(labels: Labels, bounds: readonly number[]) {
    this.labels = labels
    this.bounds = bounds
    this.counts = bounds.length === 0 ? noCounts : bounds.map(() => 0)
  }

  add(by = 1): void {
    this.value += by
  }

  set(value: number): void {
    this.value = value
  }

  observe(value: number): void {
    const { bounds } = this
    let i = 0
    while (i < bounds.length && value > bounds[i]!) i++
    if (i < bounds.length) this.counts[i]!++
    this.value += value
    this.count++
  }
}

/** The key of a series in its metric, made for every observation. */
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
  /** Undefined until something is counted: each of many components has many that never are. */
  private series: Map<string, MetricSeries> | undefined
  readonly definition: MetricDefinition
  constructor(definition: MetricDefinition) {
    this.definition = definition
    if (definition.labels?.length === 0) this.with({})
  }

  /** The series of a set of labels, which is shown from now on. Labels that the metric does not have do not count. */
  with(given: Labels): MetricSeries {
    const names = this.definition.labels
    const key = keyOf(names, given)
    const there = this.series?.get(key)
    if (there !== undefined) return there
    const labels =
      names === undefined ? given : Object.fromEntries(names.map((name) => [name, given[name] ?? '']))
    const made = new MetricSeries(labels, this.bounds)
    this.series ??= new Map()
    this.series.set(key, made)
    return made
  }

  add(labels: Labels, by = 1): void {
    this.with(labels).add(by)
  }

  set(labels: Labels, value: number): void {
    this.with(labels).set(value)
  }

  /** Forgets the series that have these labels, whatever their others are. */
  remove(labels: Labels): void {
    for (const [key, one] of this.series ?? [])
      if (Object.entries(labels).every(([name, value]) => one.labels[name] === value))
        this.series!.delete(key)
  }

  observe(labels: Labels, value: number): void {
    this.with(labels).observe(value)
  }

  /** Forgets all series. */
  clear(): void {
    this.series = undefined
  }

  /** The metric with its samples; undefined while nothing was counted. */
  metric(): Metric | undefined {
    const { name, help, type } = this.definition
    if (this.series === undefined || this.series.size === 0) return undefined
    const samples = [...this.series.values()].flatMap((one) => this.samples(one))
    return { name, help, type, samples }
  }

  private get bounds(): readonly number[] {
    return this.definition.buckets ?? []
  }

  private samples({ labels, value, counts, count }: MetricSeries): Sample[] {
    if (this.definition.type !== 'histogram') return [{ labels, value }]
    const bucket = (le: string, of: number): Sample => ({
      labels: { ...labels, le },
      value: of,
      suffix: '_bucket',
    })
    let sum = 0
    const within = counts.map((of) => {
      sum += of
      return sum
    })
    return [
      ...this.bounds.map((bound, i) => bucket(goFloat(bound), within[i]!)),
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

  /** The registered metrics that have samples. */
  metrics(): Metric[] {
    return this.families.flatMap((family) => family.metric() ?? [])
  }

  /** The text of /metrics. @param more metrics that are counted elsewhere */
  text(more: readonly Metric[] = []): string {
    return formatMetrics([...this.metrics(), ...more])
  }
}
