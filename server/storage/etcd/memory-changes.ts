// Upstream: etcd's server/storage/mvcc/{index.go,kvstore_compaction.go}
import type { KeyValue } from './messages.ts'

/** A key that is kept, with the lease that it ends with; 0: none. */
export interface KeptKey extends KeyValue {
  readonly lease: bigint
}

/** The change of a key at a revision. */
export interface KeyChange {
  readonly type: 'PUT' | 'DELETE'
  /** The new key-value pair; of a deletion only the key and its revision. */
  readonly kv: KeptKey
  /** The key-value pair before the change; undefined: the key was not there. */
  readonly previous: KeptKey | undefined
}

/** The limits of the past that an etcd in this process keeps where nobody compacts it. */
export interface ChangeLimits {
  readonly changes: number
  /** The bytes of values that are kept nowhere else. */
  readonly bytes: number
}

const defaults: ChangeLimits = { changes: 100_000, bytes: 64 * 1024 * 1024 }
/** The share of a limit that is left once it was reached, so that not every change moves the list. */
const leftOver = 0.75

const weight = ({ previous }: KeyChange): number => previous?.value.length ?? 0

/** The changes since the last compaction, oldest first. */
export class MemoryChanges {
  private readonly limits: ChangeLimits
  private changes: KeyChange[] = []
  private bytes = 0
  /** The revision up to which history is compacted; it can still be read. */
  compacted = 0

  constructor(limits: Partial<ChangeLimits> = {}) {
    this.limits = { ...defaults, ...limits }
  }

  append(change: KeyChange): void {
    this.changes.push(change)
    this.bytes += weight(change)
  }

  /** Lets go what is beyond the limits; only between two transactions. */
  bound(): void {
    const { changes, limits } = this
    if (changes.length <= limits.changes && this.bytes <= limits.bytes) return
    let [count, bytes] = [changes.length, this.bytes]
    for (const change of changes) {
      if (count <= limits.changes * leftOver && bytes <= limits.bytes * leftOver) break
      count--
      bytes -= weight(change)
    }
    const last = changes[changes.length - count - 1]
    if (last !== undefined) this.compact(last.kv.mod_revision)
  }

  /** @param revision that can still be read; what the keys were before it cannot */
  compact(revision: number): void {
    this.compacted = Math.max(revision, this.compacted)
    const gone = this.indexOf(this.compacted)
    for (let i = 0; i < gone; i++) this.bytes -= weight(this.changes[i]!)
    this.changes = this.changes.slice(gone)
  }

  /** Forgets everything before a revision that becomes the newest. */
  begin(revision: number): void {
    this.changes = []
    this.bytes = 0
    this.compacted = revision
  }

  /** The changes of the revision and of all later revisions, oldest first. */
  from(revision: number): readonly KeyChange[] {
    return this.changes.slice(this.indexOf(revision))
  }

  /** The pairs at `revision` of the keys that changed since, by key in latin1; undefined: the key was not there. */
  stateAt(revision: number): ReadonlyMap<string, KeptKey | undefined> {
    const then = new Map<string, KeptKey | undefined>()
    for (const { kv, previous } of this.from(revision + 1)) {
      const name = kv.key.toString('latin1')
      if (!then.has(name)) then.set(name, previous)
    }
    return then
  }

  /** The index of the first change at the revision or later. */
  private indexOf(revision: number): number {
    let [low, high] = [0, this.changes.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.changes[middle]!.kv.mod_revision < revision) low = middle + 1
      else high = middle
    }
    return low
  }
}
