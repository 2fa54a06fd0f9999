// Upstream: etcd's server/lease/lessor.go
import type { Clock } from '../../../component-base/clock.ts'
import { WriteFailedError } from '../interface.ts'

/** Seconds that a lease lives at least: 1.5 times etcd's election timeout, in whole seconds. Upstream: minLeaseTTL */
const shortest = 2
/** Upstream: MaxLeaseTTL */
const longest = 9_000_000_000
/** The longest wait of a timer in milliseconds: longer ones are waited for in parts. */
const longestWait = 2 ** 31 - 1

interface Lease {
  /** Milliseconds since 1970. */
  readonly expires: number
  readonly keys: Set<string>
  cancel(): void
}

/** The leases of an etcd in this process, and the keys that end with them. */
export class MemoryLeases {
  private readonly clock: Clock
  /** Deletes keys whose lease is over. */
  private readonly expire: (keys: string[]) => void
  private readonly leases = new Map<bigint, Lease>()

  constructor(clock: Clock, expire: (keys: string[]) => void) {
    this.clock = clock
    this.expire = expire
  }

  /** Throws a WriteFailedError with etcd's message. @param seconds of its life */
  grant(id: bigint, seconds: number): void {
    if (this.leases.has(id)) throw new WriteFailedError('etcdserver: lease already exists')
    if (seconds > longest) throw new WriteFailedError('etcdserver: too large lease TTL')
    const expires = this.clock.now() + Math.max(seconds, shortest) * 1000
    this.leases.set(id, { expires, keys: new Set(), cancel: this.timer(id, expires) })
  }

  /** Throws a WriteFailedError where there is no such lease. @param id 0n: none */
  check(id: bigint): void {
    if (id !== 0n && !this.leases.has(id)) throw new WriteFailedError('etcdserver: requested lease not found')
  }

  attach(id: bigint, key: string): void {
    this.leases.get(id)?.keys.add(key)
  }

  detach(id: bigint, key: string): void {
    this.leases.get(id)?.keys.delete(key)
  }

  /** Forgets all leases; their keys stay. */
  clear(): void {
    for (const lease of this.leases.values()) lease.cancel()
    this.leases.clear()
  }

  private timer(id: bigint, expires: number): () => void {
    const left = expires - this.clock.now()
    return this.clock.setTimeout(() => this.due(id), Math.min(left, longestWait))
  }

  private due(id: bigint): void {
    const lease = this.leases.get(id)
    if (lease === undefined) return
    if (lease.expires > this.clock.now()) {
      lease.cancel = this.timer(id, lease.expires)
      return
    }
    this.leases.delete(id)
    this.expire([...lease.keys].sort())
  }
}
