// Upstream: pkg/proxy/metrics/metrics.go
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FeatureGate } from '../../featuregates/feature-gate.ts'
import type { IPFamily } from '../startup/node-ips.ts'
import { type MetricDefinition, metricDefinitions } from './metric-definitions.ts'

/** The measurements of a sync, from which the metrics of syncs are counted. */
export interface SyncSample {
  family: IPFamily
  seconds: number
  /** Of everything, of what changed only, or undefined where the mode does not tell. */
  extent: 'full' | 'partial' | undefined
  /** Seconds since the epoch. */
  at: number
  /** Rules by iptables table; undefined in other modes. */
  tables?: Readonly<Record<string, number>>
  /** Services with a Local policy and no endpoint on the node. */
  noLocal?: { internal: number; external: number }
  /** Seconds from what caused a change to its being programmed. */
  programmingSeconds: readonly number[]
  /** Connections of UDP ports were looked through. */
  conntrackCleanup: boolean
}

/** The metrics of sync loops and health checks. Metrics that the release does not register in the mode take no samples. */
export class SyncMetrics {
  private readonly registry = new Registry()
  private readonly metrics: ReadonlyMap<string, Counter | Gauge | Histogram>
  private readonly definitions: readonly MetricDefinition[]

  constructor(minor: number, mode: string) {
    this.definitions = metricDefinitions(minor, mode)
    this.metrics = new Map(this.definitions.map((d) => [d.name, this.create(d)]))
  }

  /** The text of /metrics: as Go's client, sorted and without what has no samples. */
  async text(): Promise<string> {
    const metrics = await this.registry.getMetricsAsJSON()
    const named = metrics.filter(({ values }) => values.length > 0).map(({ name }) => name)
    const texts = named.sort().map(async (name) => `${await this.registry.getSingleMetricAsString(name)}\n`)
    return (await Promise.all(texts)).join('')
  }

  /** Upstream: component-base/metrics/prometheus/feature. */
  showGates(gates: Pick<FeatureGate, 'getAll' | 'enabled'>): void {
    const gauge = new Gauge({
      name: 'kubernetes_feature_enabled',
      help: '[BETA] This metric records the data about the stage and enablement of a k8s feature.',
      labelNames: ['name', 'stage'],
      registers: [this.registry],
    })
    const sorted = [...gates.getAll()].sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [name, { preRelease: stage }] of sorted)
      gauge.set({ name, stage }, gates.enabled(name) ? 1 : 0)
  }

  /** @param pending what the family waits for; endpoints are counted one by one */
  changed(what: 'service' | 'endpoint', pending?: number): void {
    this.add(`sync_proxy_rules_${what}_changes_total`, {})
    const gauge = `sync_proxy_rules_${what}_changes_pending`
    if (pending === undefined) this.add(gauge, {})
    else this.set(gauge, {}, pending)
  }

  queued(family: IPFamily, at: number): void {
    this.set('sync_proxy_rules_last_queued_timestamp_seconds', { ip_family: family }, at)
  }

  asked(path: 'healthz' | 'livez', code: number): void {
    this.add(`proxy_${path}_total`, { code: String(code) })
  }

  synced(sample: SyncSample): void {
    const labels = { ip_family: sample.family }
    this.observe('sync_proxy_rules_duration_seconds', labels, sample.seconds)
    if (sample.extent !== undefined)
      this.observe(`sync_${sample.extent}_proxy_rules_duration_seconds`, labels, sample.seconds)
    this.set('sync_proxy_rules_last_timestamp_seconds', labels, sample.at)
    for (const what of ['service', 'endpoint']) this.set(`sync_proxy_rules_${what}_changes_pending`, {}, 0)
    for (const seconds of sample.programmingSeconds)
      this.observe('network_programming_duration_seconds', labels, seconds)
    for (const policy of ['internal', 'external'] as const) {
      const count = sample.noLocal?.[policy] ?? 0
      this.set('sync_proxy_rules_no_local_endpoints_total', { ...labels, traffic_policy: policy }, count)
    }
    for (const [table, count] of Object.entries(sample.tables ?? {}))
      for (const metric of ['last', 'total'])
        this.set(`sync_proxy_rules_iptables_${metric}`, { ...labels, table }, count)
    if (sample.conntrackCleanup) this.reconciled(labels)
  }

  /** @note A simulated node has no connections. */
  private reconciled(labels: Labels): void {
    this.observe('conntrack_reconciler_sync_duration_seconds', labels, 0)
    this.add('conntrack_reconciler_deleted_entries_total', labels, 0)
  }

  private create({ name, type, help, labels = [], buckets = [] }: MetricDefinition) {
    const options = {
      name: nameOf(name),
      help: `[ALPHA] ${help}`,
      labelNames: [...labels],
      registers: [this.registry],
    }
    if (type === 'histogram') return new Histogram({ ...options, buckets: [...buckets] })
    return type === 'gauge' ? new Gauge(options) : new Counter(options)
  }

  private set(name: string, labels: Labels, value: number): void {
    const metric = this.metrics.get(name)
    if (metric instanceof Gauge) metric.set(this.own(name, labels), value)
  }

  private add(name: string, labels: Labels, value = 1): void {
    const metric = this.metrics.get(name)
    if (metric instanceof Gauge || metric instanceof Counter) metric.inc(this.own(name, labels), value)
  }

  private observe(name: string, labels: Labels, value: number): void {
    const metric = this.metrics.get(name)
    if (metric instanceof Histogram) metric.observe(this.own(name, labels), value)
  }

  /** The labels that the metric has in the release, in their order. */
  private own(name: string, labels: Labels): Labels {
    const { labels: names = [] } = this.definitions.find((d) => d.name === name)!
    return Object.fromEntries(names.map((label) => [label, labels[label]!]))
  }
}

type Labels = Record<string, string>
const nameOf = (own: string): string => `kubeproxy_${own}`
