// Upstream: etcd's server/storage/mvcc/watchable_store.go
import { inRange } from './key-range.ts'
import type { KeyChange } from './memory-changes.ts'

/** The changes of some revisions, or the revision that took away what was asked for. */
export type WatchNews = { readonly changes: readonly KeyChange[] } | { readonly compacted: number }

/** A watch of the keys from `key` up to `end`; without an end of `key` alone. */
export interface WatchedRange {
  readonly key: Buffer
  readonly end: Buffer
}

class Watch {
  private readonly range: WatchedRange
  private readonly told: (news: WatchNews) => void
  private waiting: KeyChange[] = []
  stopped = false

  constructor(range: WatchedRange, told: (news: WatchNews) => void) {
    this.range = range
    this.told = told
  }

  take(changes: readonly KeyChange[], since = 0): void {
    const { key, end } = this.range
    const own = changes.filter(({ kv }) => kv.mod_revision >= since && inRange(kv.key, key, end))
    if (own.length === 0) return
    if (this.waiting.length === 0) queueMicrotask(() => this.tell())
    for (const change of own) this.waiting.push(change)
  }

  end(compacted: number): void {
    queueMicrotask(() => {
      if (!this.stopped) this.told({ compacted })
    })
  }

  private tell(): void {
    const changes = this.waiting
    this.waiting = []
    if (!this.stopped) this.told({ changes })
  }
}

/** The watches of an etcd in this process. Each is told after the call that made the change, in the order of revisions. */
export class MemoryWatches {
  /** The watches, with the revision that each begins at. */
  private readonly watches = new Map<Watch, number>()

  /** @param missed the changes since `start` */
  add(
    range: WatchedRange,
    start: number,
    missed: readonly KeyChange[],
    told: (news: WatchNews) => void,
  ): { stop(): void } {
    const watch = new Watch(range, told)
    this.watches.set(watch, start)
    watch.take(missed, start)
    return { stop: () => this.remove(watch) }
  }

  /** Ends a watch that asks for compacted changes at once, and tells it so. */
  refuse(compacted: number, told: (news: WatchNews) => void): { stop(): void } {
    const watch = new Watch({ key: Buffer.alloc(0), end: Buffer.alloc(0) }, told)
    watch.end(compacted)
    return { stop: () => this.remove(watch) }
  }

  publish(changes: readonly KeyChange[]): void {
    for (const [watch, start] of this.watches) watch.take(changes, start)
  }

  /** Everything that was is gone. */
  endAll(compacted: number): void {
    for (const watch of this.watches.keys()) watch.end(compacted)
    this.watches.clear()
  }

  private remove(watch: Watch): void {
    watch.stopped = true
    this.watches.delete(watch)
  }
}
