import sortedBTree from 'sorted-btree'
import type { KubeObject } from '../../apimachinery/json.ts'
import { History, type HistoryLimits } from './history.ts'
import {
  type ListResult,
  type Storage,
  StorageError,
  type StorageEvent,
  type StoredRecord,
  type Watcher,
  WriteFailedError,
} from './interface.ts'
import { encodeRecord } from './record.ts'
import { WatchHub } from './watch-hub.ts'

const BTree = sortedBTree.default

/** What a backend starts from: the newest revision, the records (in any order), and the changes it still knows. */
export interface InitialState {
  revision: number
  compacted: number
  records: StoredRecord[]
  history: StorageEvent[]
}

/**
 * Makes changes durable, in the order of the calls: resolves (or calls back at once) when they are.
 * Memory has nothing to do, so its writes are visible in the same turn of the event loop.
 */
export interface Persister {
  /**
   * `done` runs when the change is durable, with an error when it never will be. When one fails, all that were handed over
   * after it fail in the same turn: their revisions are given anew.
   */
  persist(event: StorageEvent, done: (error?: Error) => void): void
  /** As Storage.failure(). */
  failure?(): string | undefined
  close(): Promise<void>
}

/** Of one object's JSON: more than any body has, less than patch by patch can make of it. etcd takes 1.5 MiB of protobuf. */
const maxBytes = 6 * 1024 * 1024

function checkedSize(record: StoredRecord): StoredRecord {
  if (record.bytes.length > maxBytes) throw new WriteFailedError('etcdserver: request is too large')
  return record
}

/** What every read sees, plus the changes that are on their way to disk, against which new writes are compared. */
export class OrderedStore implements Storage {
  private readonly tree = new BTree<string, StoredRecord>()
  private readonly pending = new Map<string, { record: StoredRecord | undefined; settled: Promise<void> }>()
  private readonly hub = new WatchHub()
  private readonly history: History
  private readonly persister: Persister
  private readonly writtenBy: string
  private visible: number
  private last: number
  /** Changes that were handed to the persister and are not answered. */
  private underWay = 0
  private closed = false

  constructor(options: {
    writtenBy: string
    persister: Persister
    initial?: InitialState
    history?: Partial<HistoryLimits> | undefined
  }) {
    this.writtenBy = options.writtenBy
    this.persister = options.persister
    const initial = options.initial ?? { revision: 0, compacted: 0, records: [], history: [] }
    this.visible = this.last = initial.revision
    this.history = new History(initial.compacted, options.history)
    for (const record of initial.records) this.tree.set(record.key, record)
    for (const event of initial.history) this.history.append(event)
  }

  revision(): number {
    return this.visible
  }

  compactedRevision(): number {
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

  /** What a store that takes over from this one starts from: with the history, so that watches go on where they ended. */
  state(): InitialState {
    return {
      revision: this.visible,
      compacted: this.history.compactedRevision,
      records: [...this.tree.values()],
      history: this.history.after(this.history.compactedRevision),
    }
  }

  async get(key: string): Promise<StoredRecord | undefined> {
    this.checkOpen()
    return this.tree.get(key)
  }

  async list(
    prefix: string,
    options: { limit?: number; after?: string; revision?: number } = {},
  ): Promise<ListResult> {
    this.checkOpen()
    const { limit = Number.POSITIVE_INFINITY, after } = options
    const revision = options.revision || this.visible
    const changed = this.changedSince(prefix, revision)
    const records: StoredRecord[] = []
    let remaining = 0
    const take = (record: StoredRecord): void => {
      if (records.length < limit) records.push(record)
      else remaining++
    }
    const from = after === undefined || after < prefix ? prefix : after
    for (const record of changed === undefined
      ? this.range(prefix, from)
      : this.rangeThen(prefix, from, changed)) {
      if (record.key !== after) take(record)
    }
    return { records, revision, remaining, nextKey: remaining === 0 ? undefined : records.at(-1)?.key }
  }

  async create(key: string, object: KubeObject): Promise<StoredRecord> {
    await this.settle(key, (record) => record !== undefined)
    const current = this.newest(key)
    if (current !== undefined) throw new StorageError('exists', `key ${key} exists`, current)
    const revision = this.last + 1
    const record = encodeRecord(
      { key, createRevision: revision, modRevision: revision, writtenBy: this.writtenBy },
      object,
    )
    return this.write({ type: 'put', record: checkedSize(record), previous: undefined, revision })
  }

  async update(key: string, expectedRevision: number, object: KubeObject): Promise<StoredRecord> {
    await this.settle(key, (record) => record?.modRevision !== expectedRevision)
    const previous = this.expect(key, expectedRevision)
    const revision = this.last + 1
    const head = {
      key,
      createRevision: previous.createRevision,
      modRevision: revision,
      writtenBy: this.writtenBy,
    }
    return this.write({ type: 'put', record: checkedSize(encodeRecord(head, object)), previous, revision })
  }

  async delete(key: string, expectedRevision: number): Promise<StoredRecord> {
    await this.settle(key, (record) => record?.modRevision !== expectedRevision)
    const previous = this.expect(key, expectedRevision)
    const revision = this.last + 1
    const head = {
      key,
      createRevision: previous.createRevision,
      modRevision: revision,
      writtenBy: previous.writtenBy,
    }
    return this.write({ type: 'delete', record: encodeRecord(head, previous.object), previous, revision })
  }

  watch(
    prefix: string,
    revision: number | undefined,
    onEvent: (event: StorageEvent) => void,
    onClose?: () => void,
  ): Watcher {
    this.checkOpen()
    if (revision !== undefined) {
      this.checkRevision(revision)
      const missed = this.history.after(revision).filter((e) => e.record.key.startsWith(prefix))
      for (const event of missed) onEvent(event)
    }
    return this.hub.add(prefix, onEvent, onClose)
  }

  failure(): string | undefined {
    return this.persister.failure?.()
  }

  async compact(revision: number): Promise<void> {
    this.checkOpen()
    this.history.compact(Math.min(revision, this.visible))
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    this.hub.close()
    await this.persister.close()
  }

  private newest(key: string): StoredRecord | undefined {
    const pending = this.pending.get(key)
    return pending === undefined ? this.tree.get(key) : pending.record
  }

  /** Waits for writes of the key that are not durable yet and stand in the way, so that the error tells what can be read. */
  private async settle(key: string, inTheWay: (record: StoredRecord | undefined) => boolean): Promise<void> {
    this.checkOpen()
    for (;;) {
      const pending = this.pending.get(key)
      if (pending === undefined || !inTheWay(pending.record)) return
      await pending.settled
      this.checkOpen()
    }
  }

  /** Must be followed by the write in the same turn: what it found holds only until then. */
  private expect(key: string, expectedRevision: number): StoredRecord {
    const current = this.newest(key)
    if (current === undefined) throw new StorageError('missing', `key ${key} is not there`)
    if (current.modRevision === expectedRevision) return current
    throw new StorageError(
      'conflict',
      `key ${key} is at revision ${current.modRevision}, not ${expectedRevision}`,
      current,
    )
  }

  /** @param event with the revision after the last one; it counts from here on, so that a record that cannot be encoded leaves no gap */
  private write(event: StorageEvent): Promise<StoredRecord> {
    this.last = event.revision
    this.underWay++
    return new Promise((resolve, reject) => {
      const { key } = event.record
      let settle = (): void => {}
      const settled = new Promise<void>((ok) => {
        settle = ok
      })
      const entry = { record: event.type === 'put' ? event.record : undefined, settled }
      this.pending.set(key, entry)
      this.persister.persist(event, (error) => {
        if (this.pending.get(key) === entry) this.pending.delete(key)
        this.underWay--
        if (error === undefined) this.apply(event)
        else if (this.underWay === 0) this.last = this.visible
        settle()
        if (error === undefined) resolve(event.record)
        else reject(error)
      })
    })
  }

  private apply(event: StorageEvent): void {
    if (event.type === 'put') this.tree.set(event.record.key, event.record)
    else this.tree.delete(event.record.key)
    this.visible = event.revision
    this.history.append(event)
    this.hub.publish(event)
  }

  private changedSince(prefix: string, revision: number): Map<string, StoredRecord | undefined> | undefined {
    if (revision === this.visible) return undefined
    this.checkRevision(revision)
    return this.history.stateAt(prefix, revision)
  }

  private *range(prefix: string, from: string): Iterable<StoredRecord> {
    for (const [key, record] of this.tree.entries(from)) {
      if (!key.startsWith(prefix)) return
      yield record
    }
  }

  /** The records as they stood before the changes: kept ones, older versions, and deleted ones, merged in order of keys. */
  private rangeThen(
    prefix: string,
    from: string,
    changed: Map<string, StoredRecord | undefined>,
  ): StoredRecord[] {
    const then = new Map<string, StoredRecord>()
    for (const record of this.range(prefix, from)) if (!changed.has(record.key)) then.set(record.key, record)
    for (const [key, record] of changed) if (record !== undefined && key >= from) then.set(key, record)
    return [...then.values()].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  }

  private checkRevision(revision: number): void {
    if (revision < this.history.compactedRevision)
      throw new StorageError('compacted', `revision ${revision} has been compacted`)
    if (revision > this.visible)
      throw new StorageError('future', `revision ${revision} is newer than the store (${this.visible})`)
  }

  private checkOpen(): void {
    if (this.closed) throw new StorageError('closed', 'the storage is closed')
  }
}
