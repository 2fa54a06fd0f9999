// Which metrics the components of releases have, by the list that the published sources hold of them.
import { minorOf } from '../../../component-base/minor.ts'
import { parse } from '../../../component-base/yaml.ts'

/** Name → first release and last release: `["1.30", "1.34"]`. */
export type MetricNames = Record<string, [first: string, last: string]>

interface DocumentedMetric {
  namespace?: string
  subsystem?: string
  name: string
}

/** The names in test/instrumentation/documentation/documentation-list.yaml of k8s.io/kubernetes. */
export const documentedMetrics = (list: string): string[] =>
  (parse(list) as DocumentedMetric[]).map(({ namespace, subsystem, name }) =>
    [namespace, subsystem, name].filter((part) => part !== undefined && part !== '').join('_'),
  )

const earlier = (a: string, b: string): string => (minorOf(a) <= minorOf(b) ? a : b)
const later = (a: string, b: string): string => (minorOf(a) >= minorOf(b) ? a : b)

/** Names with those that a release has. */
export function withMetrics(known: MetricNames, release: string, names: readonly string[]): MetricNames {
  const ranges = new Map(Object.entries(known))
  for (const name of names) {
    const [first, last] = ranges.get(name) ?? [release, release]
    ranges.set(name, [earlier(first, release), later(last, release)])
  }
  return Object.fromEntries([...ranges].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The text of releases/metric-names.json. */
export const metricNamesFile = (names: MetricNames): string =>
  `{\n${Object.entries(names)
    .map(([name, range]) => `  ${JSON.stringify(name)}: ${JSON.stringify(range)}`)
    .join(',\n')}\n}\n`
