// Reads the Prometheus text format, as tests and recorders get it.

/** A line of a metric: its own name (`x_bucket`), labels and value. */
export interface ReadSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}
/** A metric as its HELP and TYPE lines and its samples tell it. */
export interface ReadMetric {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: readonly ReadSample[]
}

const label = /([A-Za-z_][A-Za-z0-9_]*)="((?:[^"\\]|\\.)*)"/g
const escaped: Readonly<Record<string, string>> = { n: '\n' }
const plainText = (text: string): string => text.replace(/\\(.)/g, (_, c: string) => escaped[c] ?? c)

const numberOf = (text: string): number =>
  text === '+Inf' ? Number.POSITIVE_INFINITY : text === '-Inf' ? Number.NEGATIVE_INFINITY : Number(text)

/** The metrics of a scrape by their names, in its order. Lines that are none are left out. */
export function readMetrics(text: string): ReadonlyMap<string, ReadMetric> {
  const found = new Map<string, ReadMetric & { samples: ReadSample[] }>()
  let last: { samples: ReadSample[] } | undefined
  let help = ''
  for (const line of text.split('\n')) {
    const told = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line)
    if (told?.[1] === 'HELP') help = told[3]!
    else if (told !== null) {
      const [, , name = '', type = ''] = told
      const made = { name, help, type, samples: [] }
      found.set(name, made)
      last = made
    } else {
      const sample = /^([A-Za-z_:][A-Za-z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line)
      if (sample === null) continue
      const labels = [...(sample[2] ?? '').matchAll(label)].map(([, name, value]) => [
        name,
        plainText(value!),
      ])
      last?.samples.push({
        name: sample[1]!,
        labels: Object.fromEntries(labels),
        value: numberOf(sample[3]!),
      })
    }
  }
  return found
}
