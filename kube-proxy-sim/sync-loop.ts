// Upstream: pkg/proxy/*/proxier.go (SyncLoop, syncProxyRules), pkg/proxy/runner
import type { Clock } from '../component-base/clock.ts'
import type { Logger } from '../component-base/klog.ts'
import type { ProxyHealth } from './serve/proxy-health.ts'
import type { SyncMetrics } from './serve/sync-metrics.ts'
import type { IPFamily } from './startup/node-ips.ts'

/** What a sync has programmed for one family. */
export interface SyncedRules {
  numServices: number
  numEndpoints: number
  /** Rules and chains by iptables table; undefined in other modes. */
  tables?: Readonly<Record<'filter' | 'nat', { chains: number; rules: number }>>
  noLocal?: { internal: number; external: number }
}

export interface SyncLoopOptions {
  mode: string
  minor: number
  minSyncMs: number
  verbosity: number
  clock: Clock
  logger: Logger
  health: ProxyHealth
  metrics: SyncMetrics
  /** Programs the rules of a family. */
  program: (family: IPFamily) => SyncedRules | undefined
  /** After both families. */
  done: () => void
}

const families: readonly IPFamily[] = ['IPv4', 'IPv6']
const names: Readonly<Record<string, string>> = {
  iptables: 'iptables',
  nftables: 'nftables',
  ipvs: 'ipvs proxier',
}

/** Programs rules at the first sync and after changes, at most once in the minimum period. */
export class SyncLoop {
  private readonly options: SyncLoopOptions
  private lastRun = Number.NEGATIVE_INFINITY
  private cancel: (() => void) | undefined
  private synced = false
  private stopped = false
  private rounds = 0

  constructor(options: SyncLoopOptions) {
    this.options = options
  }

  /** Services and endpoints have been listed: from now on there is something to program. */
  begin(): void {
    this.synced = true
    this.run()
  }

  /** Nothing can be programmed yet. */
  waiting(): void {
    const { minor, mode } = this.options
    const what = mode === 'ipvs' ? 'ipvs rules' : mode
    for (const ipFamily of families)
      this.log(
        2,
        `Not syncing ${what} until Services and Endpoints have been received from master`,
        minor < 31 ? {} : { ipFamily },
      )
  }

  changed(what: 'services' | 'endpoints'): void {
    const { clock, health, metrics } = this.options
    metrics.changed(what)
    for (const family of families) {
      health.queued(family)
      metrics.queued(family, clock.now() / 1000)
    }
    this.schedule()
  }

  /** Something beside services and endpoints has changed: the node's topology, the service networks. */
  resync(): void {
    this.schedule()
  }

  /** How often rules were programmed. */
  get count(): number {
    return this.rounds
  }

  stop(): void {
    this.stopped = true
    this.cancel?.()
  }

  private schedule(): void {
    if (!this.synced || this.stopped || this.cancel !== undefined) return
    const wait = Math.max(0, this.lastRun + this.options.minSyncMs - this.options.clock.now())
    this.cancel = this.options.clock.setTimeout(() => {
      this.cancel = undefined
      this.run()
    }, wait)
  }

  private run(): void {
    if (this.stopped) return
    this.cancel?.()
    this.cancel = undefined
    this.lastRun = this.options.clock.now()
    const full = this.rounds++ === 0
    for (const family of families) this.syncFamily(family, full)
    this.options.done()
  }

  private syncFamily(family: IPFamily, full: boolean): void {
    const { clock, health, metrics, minor, mode } = this.options
    const started = clock.now()
    const own = minor < 31 ? {} : { ipFamily: family }
    this.log(2, `Syncing ${names[mode]} rules`, { ...own, ...(minor < 31 ? {} : { fullSync: full }) })
    const rules = this.options.program(family)
    if (rules !== undefined) this.logReload(rules, own)
    health.updated(family)
    const seconds = (clock.now() - started) / 1000
    const tables = rules?.tables
    metrics.synced({
      family,
      seconds,
      full,
      at: clock.now() / 1000,
      ...(tables === undefined ? {} : { tables: { filter: tables.filter.rules, nat: tables.nat.rules } }),
      ...(rules?.noLocal === undefined ? {} : { noLocal: rules.noLocal }),
    })
    this.log(2, mode === 'ipvs' ? 'syncProxyRules complete' : 'SyncProxyRules complete', {
      ...own,
      elapsed: `${clock.now() - started}ms`,
    })
  }

  private logReload({ numServices, numEndpoints, tables }: SyncedRules, own: object): void {
    const { mode } = this.options
    if (mode === 'ipvs') return
    const counts =
      tables === undefined
        ? {}
        : {
            numFilterChains: tables.filter.chains,
            numFilterRules: tables.filter.rules,
            numNATChains: tables.nat.chains,
            numNATRules: tables.nat.rules,
          }
    this.log(2, `Reloading service ${mode} data`, { ...own, numServices, numEndpoints, ...counts })
  }

  private log(level: number, message: string, values: Record<string, unknown>): void {
    if (this.options.verbosity >= level) this.options.logger.logS('I', message, values)
  }
}
