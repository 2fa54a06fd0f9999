// The Prometheus text format.

/** The labels of a sample by name; values are not escaped yet. */
export type Labels = Readonly<Record<string, string>>
/** The types of metrics, as the line `# TYPE` has them. */
export type MetricType = 'gauge' | 'counter' | 'histogram'
/** A line of a metric. */
export interface Sample {
  readonly labels?: Labels
  readonly value: number
  /** Of a histogram's lines: `_bucket`. */
  readonly suffix?: string
}
/** What a component says of itself when it is asked. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: MetricType
  readonly samples: readonly Sample[]
}

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
/** A bucket's bound stands last. */
const labelText = (labels: Labels): string => {
  const names = Object.keys(labels).sort()
  const keys = names.includes('le') ? [...names.filter((name) => name !== 'le'), 'le'] : names
  return keys.length === 0 ? '' : `{${keys.map((k) => `${k}="${escapeLabel(labels[k]!)}"`).join(',')}}`
}

/** Metrics in order of their names, samples in order of their labels. */
export function formatMetrics(metrics: readonly Metric[]): string {
  let out = ''
  for (const metric of [...metrics].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    out += `# HELP ${metric.name} ${metric.help}\n# TYPE ${metric.name} ${metric.type}\n`
    const lines = metric.samples.map(
      (s) => `${metric.name}${s.suffix ?? ''}${labelText(s.labels ?? {})} ${s.value}\n`,
    )
    out += (metric.type === 'histogram' ? lines : lines.sort()).join('')
  }
  return out
}
