// The Prometheus text format.

/** The labels of a sample by name; values are not escaped yet. */
export type Labels = Readonly<Record<string, string>>
/** The types of metrics, in the words of the line `# TYPE`. */
export type MetricType = 'gauge' | 'counter' | 'histogram'
/** A line of a metric. */
export interface Sample {
  readonly labels?: Labels
  readonly value: number
  /** The suffix of the name in a histogram's lines: `_bucket`. */
  readonly suffix?: string
}
/** A metric with its help, type and samples at a scrape. */
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

/** A number as Go's strconv.FormatFloat(f, 'g', -1, 64) has it, which the text format asks for. */
export function goFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
  if (value === 0) return '0'
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 6) return String(value)
  const sign = power < 0 ? '-' : '+'
  return `${digits}e${sign}${String(Math.abs(power)).padStart(2, '0')}`
}

/** Metrics in order of their names, samples in order of their labels. */
export function formatMetrics(metrics: readonly Metric[]): string {
  let out = ''
  for (const metric of [...metrics].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    out += `# HELP ${metric.name} ${metric.help}\n# TYPE ${metric.name} ${metric.type}\n`
    const lines = metric.samples.map(
      (s) => `${metric.name}${s.suffix ?? ''}${labelText(s.labels ?? {})} ${goFloat(s.value)}\n`,
    )
    out += (metric.type === 'histogram' ? lines : lines.sort()).join('')
  }
  return out
}
