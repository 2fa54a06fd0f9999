// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go

import {
  type MetricDefinition,
  type MetricFamily,
  MetricRegistry,
} from '../../../component-base/metrics/metric-registry.ts'
import type { Labels, Metric } from '../../../component-base/metrics/metrics-text.ts'
import { endpointsDialect } from '../dialect.ts'

const buckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
]

/** What a metric tells of a request. */
export type RequestLabels = Readonly<
  Record<'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'scope', string>
>

const watchListBuckets = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60]

/** What of a request most metrics tell. */
const ofRequest = ['component', 'group', 'resource', 'scope', 'subresource', 'verb', 'version']

const definitions = (minor: number) =>
  ({
    inFlight: {
      name: 'apiserver_current_inflight_requests',
      help: '[STABLE] Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
      type: 'gauge',
      labels: ['request_kind'],
    },
    requests: {
      name: 'apiserver_request_total',
      help: '[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
      type: 'counter',
      labels: [...ofRequest, 'code', 'dry_run'],
    },
    deprecated: {
      name: 'apiserver_requested_deprecated_apis',
      help: '[STABLE] Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
      type: 'gauge',
      labels: ['group', 'version', 'resource', 'subresource', 'removed_release'],
    },
    watches: {
      name: 'apiserver_longrunning_requests',
      help: '[STABLE] Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.',
      type: 'gauge',
      labels: ofRequest,
    },
    durations: {
      name: 'apiserver_request_duration_seconds',
      help: '[STABLE] Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
      type: 'histogram',
      labels: [...ofRequest, 'dry_run'],
      buckets,
    },
    watchLists: {
      name: 'apiserver_watch_list_duration_seconds',
      help: `[${endpointsDialect(minor).watchListStage}] Response latency distribution in seconds for watch list requests broken by group, version, resource and scope.`,
      type: 'histogram',
      labels: ['group', 'version', 'resource', 'scope'],
      buckets: watchListBuckets,
    },
  }) satisfies Record<string, MetricDefinition>

type Counted = keyof ReturnType<typeof definitions>

/** Counts requests of one server. */
export class RequestMetrics {
  private readonly registry = new MetricRegistry()
  private readonly families: Readonly<Record<Counted, MetricFamily>>
  private readonly others: { metrics(): Metric[] }[] = []

  /** @param minor of the release */
  constructor(minor: number) {
    const entries = Object.entries(definitions(minor))
    this.families = Object.fromEntries(
      entries.map(([key, definition]) => [key, this.registry.register(definition)]),
    ) as Record<Counted, MetricFamily>
    for (const request_kind of ['readOnly', 'mutating']) this.families.inFlight.set({ request_kind }, 0)
  }

  /** A metric of another part, which is shown with these. */
  register(definition: MetricDefinition): MetricFamily {
    return this.registry.register(definition)
  }
  /** An answer that went out. @param seconds since the request came */
  observe(request: RequestLabels, code: number, seconds: number, dryRun = ''): void {
    const labels = { ...request, component: 'apiserver', dry_run: dryRun }
    this.families.requests.add({ ...labels, code: String(code) })
    this.families.durations.observe(labels, seconds)
  }
  /** The initial events of a watch have gone out. @param seconds since the request came */
  watchListed(labels: Labels, seconds: number): void {
    this.families.watchLists.observe(labels, seconds)
  }
  /** A request of an API that a later release removes. @param labels with removed_release */
  deprecatedRequest(labels: Labels): void {
    this.families.deprecated.set(labels, 1)
  }
  watching(labels: Labels, by: 1 | -1): void {
    this.families.watches.add({ ...labels, component: 'apiserver', verb: 'WATCH' }, by)
  }
  entered(mutating: boolean, by: 1 | -1): void {
    this.families.inFlight.add({ request_kind: mutating ? 'mutating' : 'readOnly' }, by)
  }
  /** Metrics that another part counts, which are shown with these. */
  include(other: { metrics(): Metric[] }): void {
    this.others.push(other)
  }
  metrics(): Metric[] {
    return [...this.registry.metrics(), ...this.others.flatMap((other) => other.metrics())]
  }
}
