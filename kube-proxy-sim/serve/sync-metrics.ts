// Upstream: pkg/proxy/metrics/metrics.go
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { IPFamily } from '../startup/node-ips.ts'

/** 1 ms to 16 s, each twice the one before. */
const buckets = Array.from({ length: 15 }, (_, i) => 0.001 * 2 ** i)
const programmingBuckets = [
  0.25,
  0.5,
  ...Array.from({ length: 59 }, (_, i) => i + 1),
  ...Array.from({ length: 12 }, (_, i) => 60 + 5 * i),
  ...Array.from({ length: 7 }, (_, i) => 120 + 30 * i),
]

export interface SyncSample {
  family: IPFamily
  seconds: number
  full: boolean
  /** Seconds since the epoch. */
  at: number
  /** Rules by iptables table; undefined in other modes. */
  tables?: Readonly<Record<string, number>>
  /** Services with a Local policy and no endpoint on the node. */
  noLocal?: { internal: number; external: number }
}

/** The main metrics of the sync loop. From 1.34 on most of them have the label ip_family. */
export class SyncMetrics {
  readonly registry = new Registry()
  private readonly byFamily: boolean
  private readonly iptables: boolean
  private readonly histograms: Record<'rules' | 'full' | 'partial', Histogram>
  private readonly gauges: Record<'last' | 'queued' | 'services' | 'endpoints' | 'noLocal', Gauge>
  private readonly counters: Record<'services' | 'endpoints' | 'healthz' | 'livez', Counter>
  private readonly tables: Record<'last' | 'total', Gauge>

  constructor(minor: number, mode: string) {
    this.byFamily = minor >= 34
    this.iptables = mode !== 'nftables'
    const family = this.byFamily ? ['ip_family'] : []
    const registers = [this.registry]
    const name = (own: string): string => `kubeproxy_${own}`
    const histogram = (own: string, help: string, limits = buckets): Histogram =>
      new Histogram({
        name: name(own),
        help: `[ALPHA] ${help}`,
        buckets: limits,
        labelNames: family,
        registers,
      })
    const gauge = (own: string, help: string, labelNames: string[] = []): Gauge =>
      new Gauge({ name: name(own), help: `[ALPHA] ${help}`, labelNames, registers })
    const counter = (own: string, help: string, labelNames: string[] = []): Counter =>
      new Counter({ name: name(own), help: `[ALPHA] ${help}`, labelNames, registers })
    this.histograms = {
      rules: histogram('sync_proxy_rules_duration_seconds', 'Latency of SyncProxyRules'),
      full: histogram('sync_full_proxy_rules_duration_seconds', 'Latency of full resyncs'),
      partial: histogram('sync_partial_proxy_rules_duration_seconds', 'Latency of partial resyncs'),
    }
    histogram('network_programming_duration_seconds', 'Time until a change is programmed', programmingBuckets)
    this.gauges = {
      last: gauge('sync_proxy_rules_last_timestamp_seconds', 'Time of the last successful sync', family),
      queued: gauge(
        'sync_proxy_rules_last_queued_timestamp_seconds',
        'Time when a sync was last queued',
        family,
      ),
      services: gauge('sync_proxy_rules_service_changes_pending', 'Pending changes of Services'),
      endpoints: gauge('sync_proxy_rules_endpoint_changes_pending', 'Pending changes of endpoints'),
      noLocal: gauge(
        'sync_proxy_rules_no_local_endpoints_total',
        'Services with a Local traffic policy and no endpoints',
        ['traffic_policy', ...family],
      ),
    }
    this.counters = {
      services: counter('sync_proxy_rules_service_changes_total', 'Changes of Services'),
      endpoints: counter('sync_proxy_rules_endpoint_changes_total', 'Changes of endpoints'),
      healthz: counter('proxy_healthz_total', 'Answers of /healthz', ['code']),
      livez: counter('proxy_livez_total', 'Answers of /livez', ['code']),
    }
    const table = ['table', ...family]
    this.tables = {
      last: gauge('sync_proxy_rules_iptables_last', 'Rules written in the last sync', table),
      total: gauge('sync_proxy_rules_iptables_total', 'Rules owned by kube-proxy', table),
    }
    if (!this.iptables)
      for (const metric of ['last', 'total'])
        this.registry.removeSingleMetric(name(`sync_proxy_rules_iptables_${metric}`))
  }

  /** @param what `services` or `endpoints` */
  changed(what: 'services' | 'endpoints'): void {
    this.counters[what].inc()
    this.gauges[what].inc()
  }

  queued(family: IPFamily, at: number): void {
    this.gauges.queued.set(this.labels(family), at)
  }

  asked(path: 'healthz' | 'livez', code: number): void {
    this.counters[path].inc({ code: String(code) })
  }

  synced(sample: SyncSample): void {
    const labels = this.labels(sample.family)
    this.histograms.rules.observe(labels, sample.seconds)
    this.histograms[sample.full ? 'full' : 'partial'].observe(labels, sample.seconds)
    this.gauges.last.set(labels, sample.at)
    this.gauges.services.set(0)
    this.gauges.endpoints.set(0)
    for (const policy of ['internal', 'external'] as const)
      this.gauges.noLocal.set({ ...labels, traffic_policy: policy }, sample.noLocal?.[policy] ?? 0)
    for (const [table, count] of Object.entries(sample.tables ?? {})) {
      if (!this.iptables) break
      this.tables.last.set({ ...labels, table }, count)
      this.tables.total.set({ ...labels, table }, count)
    }
  }

  private labels(family: IPFamily): Record<string, string> {
    return this.byFamily ? { ip_family: family } : {}
  }
}
