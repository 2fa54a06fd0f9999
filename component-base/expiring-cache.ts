// Upstream: staging/src/k8s.io/apimachinery/pkg/util/cache/lruexpirecache.go
import type { Clock } from './clock.ts'

/** Values that are kept for a time, and no more than a number of them: who asks may be a stranger. */
export class ExpiringCache<T> {
  private readonly clock: Clock
  private readonly most: number
  private readonly entries = new Map<string, { readonly value: T; readonly until: number }>()

  /** @param most entries; what was used longest ago goes first */
  constructor(clock: Clock, most: number) {
    this.clock = clock
    this.most = most
  }

  /** The cached value; undefined: it is not, or no longer, in the cache. */
  get(key: string): T | undefined {
    const entry = this.entries.get(key)
    if (entry === undefined) return undefined
    this.entries.delete(key)
    if (this.clock.now() >= entry.until) return undefined
    this.entries.set(key, entry)
    return entry.value
  }

  /** @param time milliseconds; 0: it is not kept */
  add(key: string, value: T, time: number): void {
    this.entries.delete(key)
    if (time <= 0) return
    this.entries.set(key, { value, until: this.clock.now() + time })
    if (this.entries.size > this.most) this.entries.delete(this.entries.keys().next().value!)
  }
}
