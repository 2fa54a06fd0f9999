// Upstream: staging/src/k8s.io/apimachinery/pkg/util/cache/lruexpirecache.go
import type { Clock } from '../../../../component-base/clock.ts'

/** The most that is kept; what was used longest ago goes first. */
const most = 8192

/** Answers that are kept for a time. */
export class ResponseCache<T> {
  private readonly clock: Clock
  private readonly entries = new Map<string, { readonly value: T; readonly until: number }>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Undefined: nothing is kept any more. */
  get(key: string): T | undefined {
    const entry = this.entries.get(key)
    if (entry === undefined) return undefined
    this.entries.delete(key)
    if (this.clock.now() > entry.until) return undefined
    this.entries.set(key, entry)
    return entry.value
  }

  /** @param time milliseconds; 0: it is not kept */
  add(key: string, value: T, time: number): void {
    this.entries.delete(key)
    if (time <= 0) return
    this.entries.set(key, { value, until: this.clock.now() + time })
    if (this.entries.size > most) this.entries.delete(this.entries.keys().next().value!)
  }
}
