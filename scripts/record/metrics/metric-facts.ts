// Which metrics a kube-apiserver has, as releases/apiserver-metrics.json holds them: of a scrape, and of the lists that the published
// sources hold (test/instrumentation/documentation/documentation-list.yaml of k8s.io/kubernetes).
import type { RecordedMetric, RecordedMetrics } from '../../../component-base/metrics/recorded-metrics.ts'
import type { ReadMetric } from '../../../component-base/metrics/testing/read-metrics.ts'
import { minorOf } from '../../../component-base/minor.ts'
import { parse } from '../../../component-base/yaml.ts'

/** A metric of one release. */
export type MetricFacts = Omit<RecordedMetric, 'from' | 'to'>
/** The metrics of one release by name. */
export type FactsByName = ReadonlyMap<string, MetricFacts>

interface DocumentedMetric {
  namespace?: string
  subsystem?: string
  name: string
  help?: string
  type: string
  deprecatedVersion?: string
  stabilityLevel: string
  labels?: string[]
  buckets?: number[]
  componentEndpoints?: { component: string }[]
}

const nameOf = ({ namespace, subsystem, name }: DocumentedMetric): string =>
  [namespace, subsystem, name].filter((part) => part !== undefined && part !== '').join('_')

/** Those that a list says kube-apiserver has; lists before 1.36 tell of no component. */
export const namesOfServers = (list: string): string[] =>
  (parse(list) as DocumentedMetric[])
    .filter(({ componentEndpoints = [] }) =>
      componentEndpoints.some((one) => one.component === 'kube-apiserver'),
    )
    .map(nameOf)

/** The runtime of Go has its own, which say nothing of Kubernetes. */
const isOfGo = (name: string): boolean => name.startsWith('go_')

/** What a scrape tells; labels and bounds are those of its samples. */
export function factsOfScrape(metrics: ReadonlyMap<string, ReadMetric>): FactsByName {
  const own = [...metrics.values()].filter(({ name }) => !isOfGo(name))
  return new Map(own.map((metric) => [metric.name, factsOf(metric)]))
}

function factsOf({ type, help, samples }: ReadMetric): MetricFacts {
  const labels = [...new Set(samples.flatMap((one) => Object.keys(one.labels)))]
  const own = labels.filter((name) => name !== 'le' && name !== 'quantile').sort()
  const bounds = samples.flatMap(({ labels: { le } }) =>
    le === undefined || le === '+Inf' ? [] : [Number(le)],
  )
  const buckets = [...new Set(bounds)].sort((a, b) => a - b)
  return { type, help, labels: own, ...(buckets.length === 0 ? {} : { buckets }) }
}

const typesOfLists: Readonly<Record<string, string>> = {
  Counter: 'counter',
  Gauge: 'gauge',
  Histogram: 'histogram',
}

/** What a list documents, but metrics of types that lists do not tell. */
export function factsOfList(list: string): FactsByName {
  const entries = (parse(list) as DocumentedMetric[]).flatMap((one): [string, MetricFacts][] => {
    const type = typesOfLists[one.type]
    if (type === undefined) return []
    const deprecated =
      one.deprecatedVersion === undefined ? '' : `(Deprecated since ${one.deprecatedVersion}) `
    const facts = {
      type,
      help: `[${one.stabilityLevel}] ${deprecated}${(one.help ?? '').replace(/^`(.*)`$/, '$1')}`,
      labels: [...(one.labels ?? [])].sort(),
      ...(one.buckets === undefined ? {} : { buckets: one.buckets }),
    }
    return [[nameOf(one), facts]]
  })
  return new Map(entries)
}

/** What scrapes told is more than what lists say of the same release; `names`: those of servers, where a list has all components'. */
export const merged = (listed: FactsByName, scraped: FactsByName, names: ReadonlySet<string>): FactsByName =>
  new Map([...[...listed].filter(([name]) => names.has(name)), ...scraped])

/** The file of all releases. @param releases by `1.36` */
export function metricsFile(releases: ReadonlyMap<string, FactsByName>): RecordedMetrics {
  const ordered = [...releases.keys()].sort((a, b) => minorOf(a) - minorOf(b))
  const names = [...new Set([...releases.values()].flatMap((facts) => [...facts.keys()]))].sort()
  return Object.fromEntries(
    names.map((name) => [
      name,
      rangesOf(ordered.map((release) => [release, releases.get(release)!.get(name)])),
    ]),
  )
}

function rangesOf(lives: readonly (readonly [string, MetricFacts | undefined])[]): RecordedMetric[] {
  const ranges: RecordedMetric[] = []
  let before: string | undefined
  for (const [release, facts] of lives) {
    const text = facts === undefined ? undefined : JSON.stringify(facts)
    if (facts !== undefined && text !== before) ranges.push({ from: release, to: release, ...facts })
    else if (facts !== undefined) ranges.push({ ...ranges.pop()!, to: release })
    before = text
  }
  return ranges
}
