// Upstream: apiserver/pkg/storage/etcd3/lease_manager.go
import { randomInt } from 'node:crypto'
import type { Clock } from '../../../component-base/clock.ts'
import type { EtcdCalls } from './etcd-calls.ts'

/** The share by which a lease outlives its object, so that other objects can share it. */
const longer = 0.05

/** The values of --lease-reuse-duration-seconds and --lease-max-object-count. */
export interface LeaseLimits {
  readonly reuseSeconds: number
  readonly maxObjects: number
}

/** Leases for objects that live for a time. One lease is shared by objects that end at about the same time. */
export class LeaseManager {
  private readonly client: Pick<EtcdCalls, 'grant'>
  private readonly clock: Clock
  private readonly limits: LeaseLimits
  private id = 0
  private objects = 0
  /** Milliseconds since 1970. */
  private expires = 0
  private last: Promise<unknown> = Promise.resolve()

  constructor(client: Pick<EtcdCalls, 'grant'>, clock: Clock, limits: LeaseLimits) {
    this.client = client
    this.clock = clock
    this.limits = limits
  }

  /** The number of a lease for one more object. @param ttl seconds that the object lives */
  get(ttl: number): Promise<number> {
    const lease = this.last.then(() => this.lease(ttl))
    this.last = lease.catch(() => {})
    return lease
  }

  private async lease(ttl: number): Promise<number> {
    const now = this.clock.now()
    const more = Math.min(Math.trunc(ttl * longer), this.limits.reuseSeconds)
    const livesLongEnough = now + ttl * 1000 < this.expires
    const notTooLong = now + (ttl + more) * 1000 > this.expires
    if (livesLongEnough && notTooLong && this.objects < this.limits.maxObjects) {
      this.objects++
      return this.id
    }
    const id = randomInt(1, 2 ** 48 - 1)
    await this.client.grant(id, ttl + more)
    this.id = id
    this.objects = 1
    this.expires = now + (ttl + more) * 1000
    return id
  }
}
