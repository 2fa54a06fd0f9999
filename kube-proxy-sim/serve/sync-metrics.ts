// Upstream: pkg/proxy/metrics/metrics.go

import type { IPFamily } from '../../component-base/ip-family.ts'
import {
  type GateState,
  gateMetrics,
  gateStates,
  type KnownGates,
  metricsContentType,
} from '../../component-base/metrics/component-metrics.ts'
import { type MetricDefinition, MetricFamily } from '../../component-base/metrics/metric-registry.ts'
import { formatMetrics, type Labels } from '../../component-base/metrics/metrics-text.ts'
import type { PlanExtension } from '../../component-base/plan-extension.ts'
import { serveDialect } from './dialect.ts'
import { metricDefinitions } from './metric-definitions.ts'

/** The measurements of a sync, from which the metrics of syncs are counted. */
export interface SyncSample {
  family: IPFamily
  seconds: number
  /** Whether everything was synced or only what changed; undefined where the mode does not tell. */
  extent: 'full' | 'partial' | undefined
  /** Seconds since the epoch. */
  at: number
  /** Counts the rules, when metrics are asked for. */
  counts: () => RuleCounts
  /** Seconds from the triggers of changes to their being programmed. */
  programmingSeconds: readonly number[]
  /** Connections of UDP ports were looked through. */
  conntrackCleanup: boolean
}

/** The numbers of rules, and of Services whose local traffic finds no endpoint. */
export interface RuleCounts {
  /** Rules by iptables table; undefined in other modes. */
  tables?: Readonly<Record<string, number>>
  /** Services with a Local policy and no endpoint on the node. */
  noLocal?: { internal: number; external: number }
}

/** By release and mode: those of a thousand kube-proxies are the same. */
const known = new Map<string, ReadonlyMap<string, MetricDefinition>>()

/** The registered metrics, by their names without prefix. */
function shownDefinitions(minor: number, mode: string): ReadonlyMap<string, MetricDefinition> {
  const id = `${minor} ${mode}`
  const definitions =
    known.get(id) ??
    new Map(
      metricDefinitions(minor, mode).map((definition) => {
        const { name, help } = definition
        return [name, { ...definition, name: `kubeproxy_${name}`, help: `[ALPHA] ${help}` }]
      }),
    )
  known.set(id, definitions)
  return definitions
}

/** The metrics of sync loops and health checks. Metrics that the release does not register in the mode take no samples. */
export class SyncMetrics {
  private readonly definitions: ReadonlyMap<string, MetricDefinition>
  /** Those that something was counted of: few of many, until somebody asks for all. */
  private readonly families = new Map<string, MetricFamily>()
  /** The newest of each family that is not counted yet. */
  private readonly uncounted = new Map<IPFamily, SyncSample['counts']>()
  private gates: () => GateState[] = () => []
  private planned: PlanExtension['metrics'] = (shown) => shown
  /** The Content-Type of the answer with these metrics. */
  readonly contentType: string
  private readonly minor: number

  constructor(minor: number, mode: string) {
    this.contentType = metricsContentType(minor)
    this.minor = minor
    this.definitions = shownDefinitions(minor, mode)
  }

  /** The text of /metrics. */
  text(): string {
    for (const [family, counts] of this.uncounted) this.counted(family, counts())
    this.uncounted.clear()
    const gates = this.gates()
    const own = [...this.definitions.keys()].flatMap((name) => this.family(name)?.metric() ?? [])
    const all = [...own, ...(gates.length === 0 ? [] : gateMetrics(gates, this.minor))]
    return formatMetrics(this.planned(all))
  }

  showGates(gates: KnownGates): void {
    if (serveDialect(this.minor).gateMetrics) this.gates = () => gateStates(gates)
  }

  /** Makes the metrics those that a plan makes of them, from now on. */
  showPlanned({ metrics }: Pick<PlanExtension, 'metrics'>): void {
    this.planned = metrics
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
    this.uncounted.set(sample.family, sample.counts)
    if (sample.conntrackCleanup) this.reconciled(labels)
  }

  private counted(family: IPFamily, { tables = {}, noLocal }: RuleCounts): void {
    const labels = { ip_family: family }
    for (const policy of ['internal', 'external'] as const) {
      const count = noLocal?.[policy] ?? 0
      this.set('sync_proxy_rules_no_local_endpoints_total', { ...labels, traffic_policy: policy }, count)
    }
    for (const [table, count] of Object.entries(tables))
      for (const metric of ['last', 'total'])
        this.set(`sync_proxy_rules_iptables_${metric}`, { ...labels, table }, count)
  }

  /** @note A simulated node has no connections. */
  private reconciled(labels: Labels): void {
    this.observe('conntrack_reconciler_sync_duration_seconds', labels, 0)
    this.add('conntrack_reconciler_deleted_entries_total', labels, 0)
  }

  /** Undefined where the release does not register it. */
  private family(name: string): MetricFamily | undefined {
    const there = this.families.get(name)
    const definition = this.definitions.get(name)
    if (there !== undefined || definition === undefined) return there
    const made = new MetricFamily(definition)
    this.families.set(name, made)
    return made
  }

  private set(name: string, labels: Labels, value: number): void {
    this.family(name)?.set(labels, value)
  }

  private add(name: string, labels: Labels, value = 1): void {
    this.family(name)?.add(labels, value)
  }

  private observe(name: string, labels: Labels, value: number): void {
    this.family(name)?.observe(labels, value)
  }
}
