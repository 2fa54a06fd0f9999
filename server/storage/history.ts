import type { EventIndex, StorageEvent, StoredRecord } from './interface.ts'
import { isUnreadable } from './readable-object.ts'
import { letGo } from './record.ts'

/** The changes that a store keeps for watches and lists of older revisions. */
export interface HistoryLimits {
  /** Changes that are kept at least. */
  readonly events: number
  /** The limit of the bytes that the kept changes hold beside the newest records. */
  readonly bytes: number
}

/** The default of --watch-cache-mb: with it a server of 1,000 nodes stays under 150 MB. */
export const defaultHistoryMegabytes = 16
const defaults: HistoryLimits = { events: 50_000, bytes: defaultHistoryMegabytes * 1024 * 1024 }

/** The memory of an event beside its records, in bytes. */
const eventBytes = 1024
/** The share of the limit that is left once it was reached, so that not every change moves the list. */
const leftOver = 0.75

/** What history keeps for an event: the record before, which is kept nowhere else, and that of a deletion. */
const weight = ({ type, previous, record }: StorageEvent): number =>
  eventBytes + (previous?.size ?? 0) + (type === 'delete' ? record.size : 0)

/** What cannot be read concerns everyone: who is told finds out. */
function concerns(event: StorageEvent, { keysOf, key }: EventIndex): boolean {
  try {
    return keysOf(event).includes(key)
  } catch (error) {
    if (isUnreadable(error)) return true
    throw error
  }
}

/** The changes that list and watch can go back to, oldest first. Bounded in number and bytes; what goes over is compacted. */
export class History {
  private events: StorageEvent[] = []
  private compacted: number
  private readonly limits: HistoryLimits
  private bytes = 0

  constructor(compacted: number, limits: Partial<HistoryLimits> = {}) {
    this.compacted = compacted
    this.limits = { ...defaults, ...limits }
  }

  get compactedRevision(): number {
    return this.compacted
  }

  append(event: StorageEvent): void {
    this.events.push(event)
    this.bytes += weight(event)
    if (event.previous !== undefined) letGo(event.previous)
    if (event.type === 'delete') letGo(event.record)
    const { limits, events } = this
    if (events.length >= 2 * limits.events) this.compact(events[events.length - limits.events - 1]!.revision)
    if (this.bytes > limits.bytes) this.compact(this.revisionToGo())
  }

  compact(revision: number): void {
    if (revision <= this.compacted) return
    this.compacted = revision
    const gone = this.indexAfter(revision)
    for (let i = 0; i < gone; i++) this.bytes -= weight(this.events[i]!)
    this.events = this.events.slice(gone)
  }

  /** Events with a revision greater than `revision`, oldest first. */
  after(revision: number): StorageEvent[] {
    return this.events.slice(this.indexAfter(revision))
  }

  /** The events of {@link after} that concern keys under the prefix and, with an index, are found by it. */
  missed(prefix: string, revision: number, index?: EventIndex): StorageEvent[] {
    const { events } = this
    const found: StorageEvent[] = []
    for (let i = this.indexAfter(revision); i < events.length; i++) {
      const event = events[i]!
      if (!event.record.key.startsWith(prefix)) continue
      if (index === undefined || concerns(event, index)) found.push(event)
    }
    return found
  }

  /** The records at `revision` of the keys under `prefix` that changed since; undefined: the key was not there. */
  stateAt(prefix: string, revision: number): Map<string, StoredRecord | undefined> {
    const then = new Map<string, StoredRecord | undefined>()
    for (const event of this.after(revision)) {
      const { key } = event.record
      if (key.startsWith(prefix) && !then.has(key)) then.set(key, event.previous)
    }
    return then
  }

  /** The revision up to which history must be dropped for the rest to be within the limits. */
  private revisionToGo(): number {
    let left = this.bytes
    for (const event of this.events) {
      left -= weight(event)
      if (left <= this.limits.bytes * leftOver) return event.revision
    }
    return this.events.at(-1)!.revision
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
