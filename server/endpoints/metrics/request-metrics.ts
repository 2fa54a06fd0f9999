// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go

import type { Labels, Metric } from '../../../component-base/metrics/metrics-text.ts'
import { endpointsDialect } from '../dialect.ts'

const buckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
]

export interface RequestLabels {
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly scope: string
}

class Counters {
  private readonly values = new Map<string, { labels: Labels; value: number }>()
  add(labels: Labels, by = 1): void {
    const key = JSON.stringify(labels)
    const there = this.values.get(key)
    if (there === undefined) this.values.set(key, { labels, value: by })
    else there.value += by
  }
  set(labels: Labels, value: number): void {
    this.values.set(JSON.stringify(labels), { labels, value })
  }
  samples(): { labels: Labels; value: number }[] {
    return [...this.values.values()]
  }
}

interface Histogram {
  labels: Labels
  counts: number[]
  sum: number
  count: number
}

/** Counts requests of one server. */
export class RequestMetrics {
  private readonly requests = new Counters()
  private readonly deprecated = new Counters()
  private readonly inFlight = { readOnly: 0, mutating: 0 }
  private readonly watches = new Counters()
  private readonly durations = new Map<string, Histogram>()
  private readonly watchLists = new Map<string, Histogram>()

  /** An answer that went out. @param seconds since the request came */
  observe(request: RequestLabels, code: number, seconds: number, dryRun = ''): void {
    const { verb, group, version, resource, subresource, scope } = request
    const labels = { component: 'apiserver', group, resource, scope, subresource, verb, version }
    this.requests.add({ ...labels, code: String(code), dry_run: dryRun })
    const key = JSON.stringify(labels)
    let histogram = this.durations.get(key)
    if (histogram === undefined) {
      histogram = { labels: { ...labels, dry_run: dryRun }, counts: buckets.map(() => 0), sum: 0, count: 0 }
      this.durations.set(key, histogram)
    }
    add(histogram, buckets, seconds)
  }
  /** The initial events of a watch have gone out. @param seconds since the request came */
  watchListed(
    labels: { group: string; version: string; resource: string; scope: string },
    seconds: number,
  ): void {
    const key = JSON.stringify(labels)
    let histogram = this.watchLists.get(key)
    if (histogram === undefined) {
      histogram = { labels, counts: watchListBuckets.map(() => 0), sum: 0, count: 0 }
      this.watchLists.set(key, histogram)
    }
    add(histogram, watchListBuckets, seconds)
  }
  /** A request of an API that a later release removes. */
  deprecatedRequest(labels: {
    group: string
    version: string
    resource: string
    subresource: string
    removed_release: string
  }): void {
    this.deprecated.set(labels, 1)
  }
  watching(labels: { group: string; version: string; resource: string; scope: string }, by: 1 | -1): void {
    this.watches.add({ ...labels, component: 'apiserver', subresource: '', verb: 'WATCH' }, by)
  }
  entered(mutating: boolean, by: 1 | -1): void {
    this.inFlight[mutating ? 'mutating' : 'readOnly'] += by
  }
  /** @param minor of the release */
  metrics(minor: number): Metric[] {
    const out: Metric[] = [
      {
        name: 'apiserver_current_inflight_requests',
        help: '[STABLE] Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
        type: 'gauge',
        samples: Object.entries(this.inFlight).map(([request_kind, value]) => ({
          labels: { request_kind },
          value,
        })),
      },
    ]
    const addIf = (
      name: string,
      help: string,
      type: 'gauge' | 'counter',
      samples: { labels: Labels; value: number }[],
    ): void => {
      if (samples.length > 0) out.push({ name, help, type, samples })
    }
    addIf(
      'apiserver_request_total',
      '[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
      'counter',
      this.requests.samples(),
    )
    addIf(
      'apiserver_requested_deprecated_apis',
      '[STABLE] Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
      'gauge',
      this.deprecated.samples(),
    )
    addIf(
      'apiserver_longrunning_requests',
      '[STABLE] Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.',
      'gauge',
      this.watches.samples(),
    )
    if (this.durations.size > 0)
      out.push({
        name: 'apiserver_request_duration_seconds',
        help: '[STABLE] Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
        type: 'histogram',
        samples: [...this.durations.values()].flatMap((one) => histogramSamples(one, buckets)),
      })
    if (this.watchLists.size > 0)
      out.push({
        name: 'apiserver_watch_list_duration_seconds',
        help: `[${endpointsDialect(minor).watchListStage}] Response latency distribution in seconds for watch list requests broken by group, version, resource and scope.`,
        type: 'histogram',
        samples: [...this.watchLists.values()].flatMap((one) => histogramSamples(one, watchListBuckets)),
      })
    return out
  }
}

const watchListBuckets = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60]

function add(histogram: Histogram, bounds: readonly number[], seconds: number): void {
  for (let i = 0; i < bounds.length; i++) if (seconds <= bounds[i]!) histogram.counts[i]!++
  histogram.sum += seconds
  histogram.count++
}

function histogramSamples(
  h: Histogram,
  bounds: readonly number[],
): { labels: Labels; value: number; suffix: string }[] {
  return [
    ...bounds.map((le, i) => ({
      labels: { ...h.labels, le: String(le) },
      value: h.counts[i]!,
      suffix: '_bucket',
    })),
    { labels: { ...h.labels, le: '+Inf' }, value: h.count, suffix: '_bucket' },
    { labels: h.labels, value: h.sum, suffix: '_sum' },
    { labels: h.labels, value: h.count, suffix: '_count' },
  ]
}
