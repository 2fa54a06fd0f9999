import type { KubeObject } from '../../apimachinery/json.ts'
import type { HistoryLimits } from './history.ts'
import {
  type EventIndex,
  type ListOptions,
  type ListResult,
  type Storage,
  StorageError,
  type StorageEvent,
  type StoredRecord,
  type Watcher,
  WriteFailedError,
} from './interface.ts'
import { encodeRecord } from './record.ts'
import { type InitialState, StoreView } from './store-view.ts'

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

/** Of one object's JSON without escapes: more than any body has, less than patch by patch can make of it. etcd takes 1.5 MiB of protobuf. */
const maxBytes = 6 * 1024 * 1024

/** The escapes of what HTML would read make JSON up to six times as long; protobuf has none, so they do not count. */
function checkedSize(record: StoredRecord): StoredRecord {
  if (record.bytes.length > maxBytes && Buffer.byteLength(JSON.stringify(record.object)) > maxBytes)
    throw new WriteFailedError('etcdserver: request is too large')
  return record
}

/** A change that is not durable yet. */
interface Pending {
  record: StoredRecord | undefined
  readonly settled: Promise<void>
  settle(): void
}

function pendingOf({ type, record }: StorageEvent): Pending {
  let settle = (): void => {}
  const settled = new Promise<void>((ok) => {
    settle = ok
  })
  return { record: type === 'put' ? record : undefined, settled, settle }
}

/** The view that every read sees, plus the changes that are on their way to disk, against which new writes are compared. */
export class OrderedStore implements Storage {
  readonly shared = false
  private readonly view: StoreView
  /** The changes that are on their way to disk, by key. */
  private readonly pending = new Map<string, Pending>()
  private readonly persister: Persister
  private readonly writtenBy: string
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
    this.view = new StoreView(initial, options.history)
    this.last = initial.revision
  }

  revision(): number {
    return this.view.revision
  }

  async reaches(revision: number): Promise<boolean> {
    return revision <= this.view.revision
  }

  compactedRevision(): number {
    return this.view.compactedRevision
  }

  get size(): number {
    return this.view.size
  }

  /** As {@link StoreView.snapshot}. */
  snapshot(): ReturnType<StoreView['snapshot']> {
    return this.view.snapshot()
  }

  /** As {@link StoreView.state}. */
  state(): InitialState {
    return this.view.state()
  }

  async get(key: string): Promise<StoredRecord | undefined> {
    this.checkOpen()
    return this.view.get(key)
  }

  peek(key: string): StoredRecord | undefined {
    return this.closed ? undefined : this.view.get(key)
  }

  pendingChange(key: string): Promise<void> | undefined {
    return this.pending.get(key)?.settled
  }

  async list(prefix: string, options?: ListOptions): Promise<ListResult> {
    this.checkOpen()
    return this.view.list(prefix, options)
  }

  async create(key: string, object: KubeObject): Promise<StoredRecord> {
    this.checkOpen()
    if (this.pending.has(key)) await this.settle(key, (record) => record !== undefined)
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
    this.checkOpen()
    if (this.pending.has(key)) await this.settle(key, (record) => record?.modRevision !== expectedRevision)
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
    this.checkOpen()
    if (this.pending.has(key)) await this.settle(key, (record) => record?.modRevision !== expectedRevision)
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
    index?: EventIndex,
  ): Watcher {
    this.checkOpen()
    return this.view.watch(prefix, revision, onEvent, onClose, index)
  }

  failure(): string | undefined {
    return this.persister.failure?.()
  }

  async compact(revision: number): Promise<void> {
    this.checkOpen()
    this.view.compact(revision)
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    this.view.close()
    await this.persister.close()
  }

  private newest(key: string): StoredRecord | undefined {
    const pending = this.pending.get(key)
    return pending === undefined ? this.view.get(key) : pending.record
  }

  /** Waits for writes of the key that are not durable yet and stand in the way, so that the error tells what can be read. */
  private async settle(key: string, inTheWay: (record: StoredRecord | undefined) => boolean): Promise<void> {
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
      let entry: Pending | undefined
      let isOver = false
      this.persister.persist(event, (error) => {
        isOver = true
        if (entry !== undefined && this.pending.get(key) === entry) this.pending.delete(key)
        this.underWay--
        if (error === undefined) this.view.apply(event)
        else if (this.underWay === 0) this.last = this.view.revision
        // A Map that has been made anew leaves its older tables, with what was in them, to the collector of old objects.
        if (entry !== undefined) entry.record = undefined
        entry?.settle()
        if (error === undefined) resolve(event.record)
        else reject(error)
      })
      if (isOver) return
      entry = pendingOf(event)
      this.pending.set(key, entry)
    })
  }

  private checkOpen(): void {
    if (this.closed) throw new StorageError('closed', 'the storage is closed')
  }
}
