// Upstream: pkg/proxy/healthcheck/proxy_health.go

import type { Clock } from '../../component-base/clock.ts'
import type { IPFamily } from '../../component-base/ip-family.ts'
import type { ProxyNode } from '../rules/model/objects.ts'
import { serveDialect } from './dialect.ts'

/** The taint by which the cluster autoscaler marks a node that it will delete. */
const toBeDeleted = 'ToBeDeletedByClusterAutoscaler'

/** The answer of /healthz or /livez; the body is JSON. */
export interface HealthAnswer {
  code: 200 | 503
  body: string
}

/** The health of a kube-proxy: healthy while no change waits for longer than the timeout to be programmed. */
export class ProxyHealth {
  private readonly clock: Clock
  private readonly timeoutMs: number
  private readonly minor: number
  private readonly started: number
  private readonly node: () => ProxyNode | undefined
  private readonly lastUpdated = new Map<IPFamily, number>()
  private readonly oldestQueued = new Map<IPFamily, number>()

  constructor(options: {
    clock: Clock
    /** Twice the sync period. */
    timeoutMs: number
    minor: number
    node: () => ProxyNode | undefined
  }) {
    this.clock = options.clock
    this.timeoutMs = options.timeoutMs
    this.minor = options.minor
    this.node = options.node
    this.started = options.clock.now()
  }

  /** Rules of the family are up to date. */
  updated(family: IPFamily): void {
    this.oldestQueued.delete(family)
    this.lastUpdated.set(family, this.clock.now())
  }

  /** A change waits to be programmed. */
  queued(family: IPFamily): void {
    if (!this.oldestQueued.has(family)) this.oldestQueued.set(family, this.clock.now())
  }

  isHealthy(): boolean {
    return [...this.lastUpdated.keys()].every((family) => this.familyHealthy(family))
  }

  private familyHealthy(family: IPFamily): boolean {
    const queued = this.oldestQueued.get(family)
    return queued === undefined || this.clock.now() - queued < this.timeoutMs
  }

  /** A node that is deleted, or to be deleted by the cluster autoscaler, takes no new traffic. */
  nodeEligible(): boolean {
    const node = this.node()
    if (node === undefined) return !serveDialect(this.minor).eligibleWhenSeen
    if (node.metadata.deletionTimestamp !== undefined) return false
    return node.spec?.taints?.some((taint) => taint.key === toBeDeleted) !== true
  }

  /** Whether the release tells by /livez of the proxy alone. */
  hasLivez(): boolean {
    return serveDialect(this.minor).livez
  }

  healthz(): HealthAnswer {
    if (!this.hasLivez()) return this.livez()
    const eligible = this.nodeEligible()
    return this.answer(this.isHealthy() && eligible, eligible)
  }

  livez(): HealthAnswer {
    return this.answer(this.isHealthy(), undefined)
  }

  private answer(healthy: boolean, eligible: boolean | undefined): HealthAnswer {
    const now = this.clock.now()
    const last = healthy ? now : Math.max(zeroTime, ...this.lastUpdated.values())
    const code = healthy ? 200 : 503
    if (!serveDialect(this.minor).healthByFamily) return { code, body: this.plainBody(last, now, eligible) }
    const status = Object.fromEntries(
      [...this.lastUpdated]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([family, at]) => [family, { lastUpdated: goTime(at), healthy: this.familyHealthy(family) }]),
    )
    const body = {
      lastUpdated: goTime(last),
      currentTime: goTime(now),
      ...(eligible === undefined ? {} : { nodeEligible: eligible }),
      healthy: this.isHealthy(),
      status,
    }
    return { code, body: JSON.stringify(body) }
  }

  /** Times are printed in Go's own form. */
  private plainBody(last: number, now: number, eligible: boolean | undefined): string {
    const tail = eligible === undefined ? '' : `, "nodeEligible": ${eligible}`
    return `{"lastUpdated": ${JSON.stringify(this.printed(last))},"currentTime": ${JSON.stringify(this.printed(now))}${tail}}`
  }

  private printed(ms: number): string {
    if (ms === zeroTime) return '0001-01-01 00:00:00 +0000 UTC'
    const since = ((ms - this.started) / 1000).toFixed(9)
    return `${new Date(ms).toISOString().replace('T', ' ').replace('Z', '')} +0000 UTC m=+${since}`
  }
}

/** Go's zero time. */
const zeroTime = -62135596800000

/** RFC 3339 without trailing zeros in the fraction. */
const goTime = (ms: number): string =>
  ms === zeroTime ? '0001-01-01T00:00:00Z' : new Date(ms).toISOString().replace(/\.?0+Z$/, 'Z')
