import sortedBTree from 'sorted-btree'
import { History, type HistoryLimits } from './history.ts'
import {
  type EventIndex,
  type ListOptions,
  type ListResult,
  StorageError,
  type StorageEvent,
  type StoredRecord,
  type Watcher,
} from './interface.ts'
import { KeyRanks } from './key-ranks.ts'
import { loosen } from './record.ts'
import { type OnUnreadable, WatchHub } from './watch-hub.ts'

const BTree = sortedBTree.default
/** Of keys. The tree's own looks at each pair for numbers first, and takes twice as long. */
const inOrder = (a: string, b: string): number => (a < b ? -1 : a === b ? 0 : 1)

/** The start of a view: the newest revision, the records (in any order), and the changes that are still known. */
export interface InitialState {
  revision: number
  compacted: number
  records: StoredRecord[]
  history: StorageEvent[]
}

/** Records as they stood then, by key; undefined: they were not there. */
type Changed = ReadonlyMap<string, StoredRecord | undefined>

/** The records that every read sees, with their history and those who watch them. Changes come in the order of revisions. */
export class StoreView {
  private tree = new BTree<string, StoredRecord>(undefined, inOrder)
  private ranks: KeyRanks
  private readonly hub: WatchHub
  private readonly limits: Partial<HistoryLimits> | undefined
  private history: History
  private visible: number

  /** @param onUnreadable told once of each change that stops watches, which cannot read it */
  constructor(
    initial: InitialState,
    limits: Partial<HistoryLimits> | undefined,
    onUnreadable?: OnUnreadable,
  ) {
    this.limits = limits
    this.hub = new WatchHub(onUnreadable)
    this.visible = initial.revision
    this.history = new History(initial.compacted, limits)
    for (const record of initial.records) this.tree.set(record.key, record)
    this.ranks = new KeyRanks(this.tree.keys())
    for (const event of initial.history) this.history.append(event)
  }

  get revision(): number {
    return this.visible
  }

  get compactedRevision(): number {
    return this.history.compactedRevision
  }

  get size(): number {
    return this.tree.size
  }

  /** All records as of now, sorted by key; later writes do not show in it. */
  snapshot(): { revision: number; records: Iterable<StoredRecord> } {
    const copy = this.tree.clone()
    return { revision: this.visible, records: copy.values() }
  }

  /** The start of a view that takes over from this one: with the history, so that watches go on where they ended. */
  state(): InitialState {
    return {
      revision: this.visible,
      compacted: this.history.compactedRevision,
      records: [...this.tree.values()],
      history: this.history.after(this.history.compactedRevision),
    }
  }

  get(key: string): StoredRecord | undefined {
    return this.tree.get(key)
  }

  /** As Storage.list(). Throws `compacted` and `future`. */
  list(prefix: string, options: ListOptions = {}): ListResult {
    const { limit = Number.POSITIVE_INFINITY, after } = options
    const revision = options.revision || this.visible
    const changed = this.changedSince(prefix, revision)
    const from = after === undefined || after < prefix ? prefix : after
    const records: StoredRecord[] = []
    // Each write asks for the quotas of its namespace, of which there mostly are none.
    if (changed === undefined && this.isLast(prefix, from))
      return { records, revision, remaining: 0, nextKey: undefined }
    for (const record of changed === undefined
      ? this.range(prefix, from)
      : this.rangeThen(prefix, from, changed)) {
      if (record.key === after) continue
      if (records.length >= limit) {
        const nextKey = records.at(-1)?.key
        return { records, revision, remaining: this.behind(prefix, nextKey ?? from, changed), nextKey }
      }
      records.push(record)
    }
    return { records, revision, remaining: 0, nextKey: undefined }
  }

  /** As Storage.watch(). */
  watch(
    prefix: string,
    revision: number | undefined,
    onEvent: (event: StorageEvent) => void,
    onClose?: () => void,
    index?: EventIndex,
  ): Watcher {
    return this.hub.add(prefix, this.missed(prefix, revision, index), onEvent, onClose, index)
  }

  apply(event: StorageEvent): void {
    const { key } = event.record
    if (event.type === 'put') {
      if (this.tree.set(key, event.record)) this.ranks.add(key)
    } else if (this.tree.delete(key)) this.ranks.remove(key)
    this.visible = event.revision
    const { compactedRevision } = this.history
    this.history.append(event)
    this.hub.publish(event)
    if (this.history.compactedRevision > compactedRevision)
      this.hub.endClosable(this.history.compactedRevision)
  }

  /** Changes up to `revision` are of no records of the view. */
  advance(revision: number): void {
    this.visible = revision
  }

  /** Watches that a change up to `revision` stopped end: what they missed is not known any more. */
  compact(revision: number): void {
    const compacted = Math.min(revision, this.visible)
    this.history.compact(compacted)
    this.hub.endClosable(compacted)
  }

  /**
   * Shows other records in place of those it has, since changes in between are not known any more. Watches of clients, which
   * count on every change, end; those without `onClose` are told how each record differs.
   */
  replace(records: readonly StoredRecord[], revision: number): void {
    this.hub.endClosable()
    const before = this.tree
    this.tree = new BTree(
      records.map((record): [string, StoredRecord] => [record.key, record]),
      inOrder,
    )
    this.ranks = new KeyRanks(this.tree.keys())
    this.visible = revision
    this.history = new History(revision, this.limits)
    for (const event of differences(before, this.tree, revision)) this.hub.publish(event)
  }

  /** Ends all watches. */
  close(): void {
    this.hub.close()
    for (const record of this.tree.values()) loosen(record)
  }

  private missed(
    prefix: string,
    revision: number | undefined,
    index: EventIndex | undefined,
  ): readonly StorageEvent[] {
    if (revision === undefined) return []
    this.checkRevision(revision)
    return this.history.missed(prefix, revision, index)
  }

  private changedSince(prefix: string, revision: number): Changed | undefined {
    if (revision === this.visible) return undefined
    this.checkRevision(revision)
    return this.history.stateAt(prefix, revision)
  }

  /** Whether there is no record under the prefix from a key on. */
  private isLast(prefix: string, from: string): boolean {
    const next = this.tree.has(from) ? from : this.tree.nextHigherKey(from)
    return next === undefined || !next.startsWith(prefix)
  }

  private *range(prefix: string, from: string): Iterable<StoredRecord> {
    for (const [key, record] of this.tree.entries(from)) {
      if (!key.startsWith(prefix)) return
      yield record
    }
  }

  /** The records as they stood before the changes: kept ones, older versions, and deleted ones, merged in order of keys. */
  private *rangeThen(prefix: string, from: string, changed: Changed): Iterable<StoredRecord> {
    const then = [...changed.values()].filter((record) => record !== undefined && record.key >= from)
    const older = (then as StoredRecord[]).sort((a, b) => (a.key < b.key ? -1 : 1))
    let next = 0
    for (const record of this.range(prefix, from)) {
      while (next < older.length && older[next]!.key <= record.key) yield older[next++]!
      if (!changed.has(record.key)) yield record
    }
    while (next < older.length) yield older[next++]!
  }

  /** The number of records after a key, as they stood before the changes. */
  private behind(prefix: string, key: string, changed: Changed = new Map()): number {
    const all = prefix === '' ? this.tree.size : this.ranks.before(successorOf(prefix))
    let count = all - this.ranks.before(`${key}\0`)
    for (const [one, then] of changed)
      if (one > key) count += (then === undefined ? 0 : 1) - (this.tree.has(one) ? 1 : 0)
    return count
  }

  private checkRevision(revision: number): void {
    if (revision < this.history.compactedRevision)
      throw new StorageError('compacted', `revision ${revision} has been compacted`)
    if (revision > this.visible)
      throw new StorageError('future', `revision ${revision} is newer than the store (${this.visible})`)
  }
}

/** The first text after all that begin with the prefix. */
const successorOf = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)

type Tree = { get(key: string): StoredRecord | undefined; values(): Iterable<StoredRecord> }

function* differences(before: Tree, after: Tree, revision: number): Iterable<StorageEvent> {
  for (const record of before.values())
    if (after.get(record.key) === undefined) yield { type: 'delete', record, previous: record, revision }
  for (const record of after.values()) {
    const previous = before.get(record.key)
    if (previous?.modRevision !== record.modRevision)
      yield { type: 'put', record, previous, revision: record.modRevision }
  }
}
