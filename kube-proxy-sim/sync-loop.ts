// Upstream: pkg/proxy/{iptables,ipvs,nftables}/proxier.go (SyncLoop, Sync, syncProxyRules): the proxier of one family

import type { KubeObject } from '../apimachinery/json.ts'
import type { Clock } from '../component-base/clock.ts'
import type { IPFamily } from '../component-base/ip-family.ts'
import type { Logger } from '../component-base/klog.ts'
import { BoundedFrequencyRunner } from './bounded-frequency-runner.ts'
import { EndpointsChangeTracker, type EndpointsUpdate, ServiceChangeTracker } from './change-trackers.ts'
import { proxyDialect } from './dialect.ts'
import type { ProxyHealth } from './serve/proxy-health.ts'
import type { SyncMetrics, SyncSample } from './serve/sync-metrics.ts'

/** Counts the rules that a sync has programmed for a family, when first called. */
export type SyncedRules = () => SyncCounts

/** The services, endpoints and rules of a sync. */
export interface SyncCounts {
  numServices: number
  numEndpoints: number
  /** Rules and chains by iptables table; undefined in other modes. */
  tables?: Readonly<Record<'filter' | 'nat', { chains: number; rules: number }>>
  noLocal?: { internal: number; external: number }
}

/** The address family and mode of a proxier, its sync periods in milliseconds, and the program that writes its rules. */
export interface SyncLoopOptions {
  family: IPFamily
  mode: string
  minor: number
  minSyncMs: number
  syncMs: number
  verbosity: number
  clock: Clock
  logger: Logger
  health: ProxyHealth
  metrics: SyncMetrics
  /** The service ports of a Service in this family. */
  portsOf: (service: KubeObject) => readonly object[]
  program: () => SyncedRules
  /** Called after each sync. */
  done: () => void
}

const names: Readonly<Record<string, string>> = {
  iptables: 'iptables',
  nftables: 'nftables',
  ipvs: 'ipvs proxier',
}
/** Upstream: proxyutil.FullSyncPeriod. */
const fullSyncMs = 3_600_000

/** Programs the rules of a family once everything is listed, and after each change that concerns the family. */
export class SyncLoop {
  private readonly options: SyncLoopOptions
  private readonly services: ServiceChangeTracker
  private readonly endpoints: EndpointsChangeTracker
  private readonly runner: BoundedFrequencyRunner
  private initialized = false
  private needFullSync = true
  private lastFullSync = 0

  constructor(options: SyncLoopOptions) {
    const { clock, minSyncMs: minMs } = options
    this.options = options
    this.services = new ServiceChangeTracker(options.portsOf)
    this.endpoints = new EndpointsChangeTracker(clock.now())
    this.runner = new BoundedFrequencyRunner({
      clock,
      minMs,
      maxMs: maxSyncMs(options),
      work: () => this.sync(),
    })
  }

  /** Starts the loop, which programs nothing until {@link begin}. */
  start(): void {
    const { health, family, mode } = this.options
    health.updated(family)
    this.queued()
    const what = mode === 'ipvs' ? 'ipvs rules' : mode
    this.log(2, `Not syncing ${what} until Services and Endpoints have been received from master`)
    this.runner.loop()
  }

  /** Services and endpoints have been listed: from now on there is something to program. */
  begin(): void {
    this.initialized = true
    this.sync()
  }

  serviceChanged(before: KubeObject | undefined, now: KubeObject | undefined): void {
    const waits = this.services.update(before, now)
    this.options.metrics.changed('service', this.services.pending)
    if (waits) this.request()
  }

  endpointsChanged(before: KubeObject | undefined, now: KubeObject | undefined): void {
    this.endpoints.update(before, now)
    this.options.metrics.changed('endpoint')
    this.request()
  }

  /** Labels of the node by which endpoints are chosen. @note ipvs knows no partial sync. */
  topologyChanged(): void {
    this.needFullSync = true
    this.request()
  }

  stop(): void {
    this.initialized = false
    this.runner.stop()
  }

  /** Upstream: Sync. */
  private request(): void {
    if (!this.initialized) return
    this.options.health.queued(this.options.family)
    this.queued()
    this.runner.run()
  }

  private queued(): void {
    const { metrics, family, clock } = this.options
    metrics.queued(family, clock.now() / 1000)
  }

  private sync(): void {
    if (!this.initialized) return
    const { clock, health, family, minor, mode, program, done } = this.options
    const started = clock.now()
    const full = this.needFullSync || started - this.lastFullSync >= fullSyncMs
    this.services.checkout()
    const update = this.endpoints.checkout()
    const extent = proxyDialect(minor).tellsFullSync && mode !== 'ipvs' ? { fullSync: full } : {}
    this.log(mode === 'ipvs' ? 3 : 2, `Syncing ${names[mode]} rules`, extent)
    const rules = program()
    this.logReload(rules)
    this.needFullSync = false
    if (full) this.lastFullSync = clock.now()
    health.updated(family)
    this.options.metrics.synced(this.sample(rules, update, { started, full }))
    done()
    const elapsed = { elapsed: `${clock.now() - started}ms` }
    if (mode === 'ipvs') this.log(4, 'syncProxyRules complete', elapsed)
    else this.log(2, 'SyncProxyRules complete', elapsed)
  }

  private sample(
    counts: SyncedRules,
    { triggerTimes, conntrackCleanup }: EndpointsUpdate,
    { started, full }: { started: number; full: boolean },
  ): SyncSample {
    const { clock, family, minor, mode } = this.options
    const now = clock.now()
    // Only iptables has told full and partial syncs apart from the start, ipvs never does.
    const tells = mode === 'iptables' || (mode === 'nftables' && proxyDialect(minor).nftPartialSync)
    return {
      family,
      seconds: (now - started) / 1000,
      extent: tells ? (full ? 'full' : 'partial') : undefined,
      at: now / 1000,
      counts: () => {
        const { tables, noLocal } = counts()
        return {
          ...(tables === undefined ? {} : { tables: { filter: tables.filter.rules, nat: tables.nat.rules } }),
          ...(noLocal === undefined ? {} : { noLocal }),
        }
      },
      programmingSeconds: triggerTimes.map((at) => (now - at) / 1000),
      conntrackCleanup,
    }
  }

  private logReload(rules: SyncedRules): void {
    const { mode, verbosity } = this.options
    if (mode === 'ipvs' || verbosity < 2) return
    const { numServices, numEndpoints, tables } = rules()
    const counts =
      tables === undefined
        ? {}
        : {
            numFilterChains: tables.filter.chains,
            numFilterRules: tables.filter.rules,
            numNATChains: tables.nat.chains,
            numNATRules: tables.nat.rules,
          }
    this.log(2, `Reloading service ${mode} data`, { numServices, numEndpoints, ...counts })
  }

  private log(level: number, message: string, values: Record<string, unknown> = {}): void {
    const { verbosity, logger, minor, family } = this.options
    if (verbosity < level) return
    const named = proxyDialect(minor).namesFamily ? { ipFamily: family } : {}
    logger.logS('I', message, { ...named, ...values })
  }
}

/** The longest time without a sync: what others have done to the rules is mended then. */
const maxSyncMs = ({ mode, minor, syncMs }: SyncLoopOptions): number =>
  mode === 'ipvs' || (mode === 'nftables' && !proxyDialect(minor).nftPartialSync) ? syncMs : fullSyncMs
