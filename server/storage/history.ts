import type { StorageEvent, StoredRecord } from './interface.ts'

/** The changes that list and watch can go back to, oldest first. */
export class History {
  private events: StorageEvent[] = []
  private compacted: number
  private readonly limit: number
  constructor(compacted: number, limit: number) {
    this.compacted = compacted
    this.limit = limit
  }

  get compactedRevision(): number {
    return this.compacted
  }

  append(event: StorageEvent): void {
    this.events.push(event)
    if (this.events.length >= 2 * this.limit)
      this.compact(this.events[this.events.length - this.limit - 1]!.revision)
  }

  compact(revision: number): void {
    if (revision <= this.compacted) return
    this.compacted = revision
    this.events = this.events.slice(this.indexAfter(revision))
  }

  /** Events with a revision greater than `revision`, oldest first. */
  after(revision: number): StorageEvent[] {
    return this.events.slice(this.indexAfter(revision))
  }

  /** How the keys under `prefix` that changed since `revision` stood then; undefined: they were not there. */
  stateAt(prefix: string, revision: number): Map<string, StoredRecord | undefined> {
    const then = new Map<string, StoredRecord | undefined>()
    for (const event of this.after(revision)) {
      const { key } = event.record
      if (key.startsWith(prefix) && !then.has(key)) then.set(key, event.previous)
    }
    return then
  }

  private indexAfter(revision: number): number {
    let low = 0
    let high = this.events.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.events[middle]!.revision <= revision) low = middle + 1
      else high = middle
    }
    return low
  }
}
