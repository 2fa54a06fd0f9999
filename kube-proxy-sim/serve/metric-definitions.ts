// Upstream: pkg/proxy/metrics/metrics.go: what kube-proxy registers, by release and mode

import type { MetricDefinition } from '../../component-base/metrics/metric-registry.ts'
import { serveDialect } from './dialect.ts'

/** A metric; its name without `kubeproxy_`, its help without the stability, which is ALPHA. Buckets in seconds. */
export interface ProxyMetric extends MetricDefinition {
  /** Whether the metric has the label ip_family, from 1.33 on. */
  byFamily?: true
  /** The modes that have it from 1.31 on; absent: all. 1.30 registers whatever it has in every mode. */
  modes?: readonly string[]
  /** The entry of the dialect that says whether a release has the metric; undefined: all have it. */
  has?: keyof ReturnType<typeof serveDialect>
}

/** Buckets of latencies in seconds: from 1 ms to 16 s, each twice the one before. */
const latency = Array.from({ length: 15 }, (_, i) => 0.001 * 2 ** i)
const programming = [
  0.25,
  0.5,
  ...Array.from({ length: 59 }, (_, i) => i + 1),
  ...Array.from({ length: 12 }, (_, i) => 60 + 5 * i),
  ...Array.from({ length: 7 }, (_, i) => 120 + 30 * i),
]
const iptables = ['iptables']
const nftables = ['nftables']
const partial = ['iptables', 'nftables']
const sync = 'sync_proxy_rules'

const definitions: readonly ProxyMetric[] = [
  {
    name: `${sync}_duration_seconds`,
    type: 'histogram',
    help: 'SyncProxyRules latency in seconds',
    byFamily: true,
    buckets: latency,
  },
  {
    name: 'sync_full_proxy_rules_duration_seconds',
    type: 'histogram',
    has: 'partialSyncMetrics',
    help: 'SyncProxyRules latency in seconds for full resyncs',
    byFamily: true,
    buckets: latency,
    modes: partial,
  },
  {
    name: 'sync_partial_proxy_rules_duration_seconds',
    type: 'histogram',
    has: 'partialSyncMetrics',
    help: 'SyncProxyRules latency in seconds for partial resyncs',
    byFamily: true,
    buckets: latency,
    modes: partial,
  },
  {
    name: 'network_programming_duration_seconds',
    type: 'histogram',
    help: 'In Cluster Network Programming Latency in seconds',
    byFamily: true,
    buckets: programming,
  },
  {
    name: 'conntrack_reconciler_sync_duration_seconds',
    type: 'histogram',
    help: 'ReconcileConntrackFlowsLatency latency in seconds',
    byFamily: true,
    buckets: latency,
    has: 'conntrackMetrics',
  },
  {
    name: 'conntrack_reconciler_deleted_entries_total',
    type: 'counter',
    help: 'Cumulative conntrack flows deleted by conntrack reconciler',
    byFamily: true,
    has: 'conntrackMetrics',
  },
  {
    name: `${sync}_last_timestamp_seconds`,
    type: 'gauge',
    help: 'The last time proxy rules were successfully synced',
    byFamily: true,
  },
  {
    name: `${sync}_last_queued_timestamp_seconds`,
    type: 'gauge',
    help: 'The last time a sync of proxy rules was queued',
    byFamily: true,
  },
  {
    name: `${sync}_service_changes_pending`,
    type: 'gauge',
    help: 'Pending proxy rules Service changes',
  },
  {
    name: `${sync}_service_changes_total`,
    type: 'counter',
    help: 'Cumulative proxy rules Service changes',
  },
  {
    name: `${sync}_endpoint_changes_pending`,
    type: 'gauge',
    help: 'Pending proxy rules Endpoint changes',
  },
  {
    name: `${sync}_endpoint_changes_total`,
    type: 'counter',
    help: 'Cumulative proxy rules Endpoint changes',
  },
  {
    name: `${sync}_no_local_endpoints_total`,
    type: 'gauge',
    help: 'Number of services with a Local traffic policy and no endpoints',
    labels: ['traffic_policy'],
    byFamily: true,
  },
  {
    name: `${sync}_iptables_total`,
    type: 'gauge',
    help: 'Total number of iptables rules owned by kube-proxy',
    labels: ['table'],
    byFamily: true,
    modes: iptables,
  },
  {
    name: `${sync}_iptables_last`,
    type: 'gauge',
    has: 'rulesOwned',
    help: 'Number of iptables rules written by kube-proxy in last sync',
    labels: ['table'],
    byFamily: true,
    modes: iptables,
  },
  {
    name: `${sync}_iptables_restore_failures_total`,
    type: 'counter',
    help: 'Cumulative proxy iptables restore failures',
    byFamily: true,
    modes: ['iptables', 'ipvs'],
  },
  {
    name: `${sync}_iptables_partial_restore_failures_total`,
    type: 'counter',
    has: 'partialRestoreMetric',
    help: 'Cumulative proxy iptables partial restore failures',
    byFamily: true,
    modes: iptables,
  },
  {
    name: `${sync}_nftables_sync_failures_total`,
    type: 'counter',
    help: 'Cumulative proxy nftables sync failures',
    byFamily: true,
    modes: nftables,
    has: 'nftablesMetrics',
  },
  {
    name: `${sync}_nftables_cleanup_failures_total`,
    type: 'counter',
    help: 'Cumulative proxy nftables cleanup failures',
    byFamily: true,
    modes: nftables,
    has: 'nftablesMetrics',
  },
  {
    name: 'iptables_ct_state_invalid_dropped_packets_total',
    type: 'counter',
    help: 'packets dropped by iptables to work around conntrack problems',
    modes: iptables,
    has: 'packetMetrics',
  },
  {
    name: 'iptables_localhost_nodeports_accepted_packets_total',
    type: 'counter',
    help: 'Number of packets accepted on nodeports of loopback interface',
    modes: iptables,
    has: 'packetMetrics',
  },
  {
    name: 'proxy_healthz_total',
    type: 'counter',
    has: 'livez',
    help: 'Cumulative proxy healthz HTTP status',
    labels: ['code'],
  },
  {
    name: 'proxy_livez_total',
    type: 'counter',
    has: 'livez',
    help: 'Cumulative proxy livez HTTP status',
    labels: ['code'],
  },
]

/** The metrics that a release registers in a mode, sorted by name. */
export function metricDefinitions(minor: number, mode: string): ProxyMetric[] {
  const differences = serveDialect(minor)
  const ofMode = ({ modes = [mode] }: ProxyMetric): boolean =>
    !differences.metricsOfMode || modes.includes(mode)
  return definitions
    .filter((metric) => (metric.has === undefined || differences[metric.has]) && ofMode(metric))
    .map((definition) => withLabels(definition, minor))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function withLabels(definition: ProxyMetric, minor: number): ProxyMetric {
  const { labels = [], byFamily } = definition
  const { metricsByFamily, rulesOwned } = serveDialect(minor)
  const early = !rulesOwned && definition.name === `${sync}_iptables_total`
  const help = early ? 'Number of proxy iptables rules programmed' : definition.help
  return {
    ...definition,
    help,
    labels: byFamily === true && metricsByFamily ? ['ip_family', ...labels] : labels,
  }
}
