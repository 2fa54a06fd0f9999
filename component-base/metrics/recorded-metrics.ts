// What the metrics of a release's kube-apiserver are called, say and are told apart by; recorded by scripts/record-metrics.ts from
// real servers, and of releases that none was asked of from the lists that the published sources hold.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minorOf, spanOf } from '../minor.ts'
import { packageRoot } from '../package-root.ts'
import { type MetricDefinition, MetricFamily, MetricRegistry } from './metric-registry.ts'
import type { Metric, MetricType } from './metrics-text.ts'

/** A metric as the releases from `from` to `to` (`1.36`) have it. `help` begins with its stability; `buckets` is empty of others. */
export interface RecordedMetric {
  readonly from: string
  readonly to: string
  readonly type: string
  readonly help: string
  readonly labels: readonly string[]
  readonly buckets?: readonly number[]
}

/** releases/apiserver-metrics.json: by name, the oldest release first. */
export type RecordedMetrics = Readonly<Record<string, readonly RecordedMetric[]>>

let recorded: RecordedMetrics | undefined
let span: readonly [oldest: number, newest: number] | undefined

function read(): RecordedMetrics {
  const file = join(packageRoot, 'releases', 'apiserver-metrics.json')
  recorded ??= JSON.parse(readFileSync(file, 'utf8')) as RecordedMetrics
  return recorded
}

function recordedSpan(): readonly [number, number] {
  span ??= spanOf(
    Object.values(read())
      .flat()
      .flatMap(({ from, to }) => [from, to]),
  )
  return span
}

/**
 * Whether a minor release hides a metric, by what its help says: deprecated ones are shown for three more releases if they are
 * stable, and for that of their deprecation otherwise. Upstream: component-base/metrics/registry.go (shouldHide)
 */
export function hiddenSince(help: string, minor: number): boolean {
  const [, stage, since] = /^\[(\w+)\] \(Deprecated since (\d+\.\d+)/.exec(help) ?? []
  return since !== undefined && minor >= minorOf(since) + (stage === 'STABLE' ? 3 : 1)
}

/**
 * The metric of a kube-apiserver of a minor release (36): undefined where that has none of the name. Releases before the oldest
 * recorded one have its metrics, later ones those of the newest.
 */
export function recordedMetric(name: string, minor: number): MetricDefinition | undefined {
  const [oldest, newest] = recordedSpan()
  const at = Math.max(oldest, Math.min(minor, newest))
  const ranges = read()[name] ?? []
  // What no list tells of is known of the releases that were asked; between two of them it is as in the older one.
  const before = ranges.findLast(({ from }) => minorOf(from) <= at)
  const isThere = before !== undefined && (minorOf(before.to) >= at || before !== ranges.at(-1))
  const found = isThere && !hiddenSince(before.help, minor) ? before : undefined
  if (found === undefined) return undefined
  const { type, help, labels, buckets } = found
  return { name, help, type: type as MetricType, labels, ...(buckets === undefined ? {} : { buckets }) }
}

/** The metrics of one server, by the names that are recorded of its release. */
export class RecordedRegistry extends MetricRegistry {
  private readonly minor: number
  private readonly byName = new Map<string, MetricFamily>()
  private readonly others: { metrics(): Metric[] }[] = []

  /** @param minor of the release */
  constructor(minor: number) {
    super()
    this.minor = minor
  }

  /** A metric. One that the release does not have is counted, and shown nowhere. */
  family(name: string): MetricFamily {
    const there = this.byName.get(name)
    if (there !== undefined) return there
    const definition = recordedMetric(name, this.minor)
    const made =
      definition === undefined
        ? new MetricFamily({ name, help: '', type: 'counter', labels: [] })
        : this.register(definition)
    this.byName.set(name, made)
    return made
  }

  /** Metrics that another part counts, or makes when it is asked, which are shown with these. */
  include(other: { metrics(): Metric[] }): void {
    this.others.push(other)
  }

  override metrics(): Metric[] {
    // Some set what is registered here when they are asked.
    const more = this.others.flatMap((other) => other.metrics())
    return [...super.metrics(), ...more]
  }
}
