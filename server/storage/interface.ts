// Upstream: staging/src/k8s.io/apiserver/pkg/storage/interfaces.go (shaped as storage.Interface over etcd's revisions)
import type { KubeObject } from '../../apimachinery/json.ts'

/**
 * A stored object. Never changed in place: a write makes a new record, so records can be shared by the cache, by watchers and
 * by answers. `object.metadata.resourceVersion` is set to `modRevision`.
 */
export interface StoredRecord {
  /** The key in the store: `/registry/services/specs/default/kubernetes`. */
  readonly key: string
  readonly object: KubeObject
  /** The JSON of `object`, encoded once when it was written (or read from disk). */
  readonly bytes: Buffer
  /** The size of the record in the store, in bytes. */
  readonly size: number
  /** The bytes in etcd; undefined in a store that keeps JSON. */
  readonly stored?: Buffer
  readonly createRevision: number
  readonly modRevision: number
  /** Who wrote the bytes, by its `writerName` (apimachinery/scheme/stored-writer.ts). A server of another name must decode them anew with its own schema. */
  readonly writtenBy: string
}

/** A change. For a deletion `record` is the last object with resourceVersion set to the revision of the deletion. */
export interface StorageEvent {
  readonly type: 'put' | 'delete'
  readonly record: StoredRecord
  /** The record before (undefined: created). */
  readonly previous: StoredRecord | undefined
  readonly revision: number
}

/**
 * `cached`: what this server knows is enough, as of upstream's watch cache and informers. It may be a little old where others
 * write too, and is there when the backend is not. `timeout`: milliseconds that the backend may take, those of a read if undefined.
 */
export interface ReadOptions {
  cached?: boolean
  timeout?: number
}

/** Milliseconds that the backend may take for a write, with the reads that go before it. Upstream: requestTimeoutUpperBound */
export const writeTimeout = 34_000

/** `limit`: the size of the page. `after`: keys greater than this. `revision`: as of then (0 or undefined: now). `cached`: as of {@link ReadOptions}. */
export interface ListOptions {
  limit?: number
  after?: string
  revision?: number
  cached?: boolean
}

/**
 * `ttl`: seconds that the record lives, for stores that other servers share; undefined: until it is deleted. `bare`: what a store
 * that keeps upstream's bytes keeps of the object, where reading completes it.
 */
export interface WriteOptions {
  ttl?: number | undefined
  bare?: KubeObject | undefined
}

/** A page of records in the order of their keys. `remaining`: records behind the page. */
export interface ListResult {
  records: StoredRecord[]
  /** The store's revision that the list shows. */
  revision: number
  /** The last key of this page when there is more. */
  nextKey: string | undefined
  remaining: number
}

/**
 * Errors of storage: never sent as they are, the registry turns them into StatusErrors.
 * - `exists`: create found the key; `missing`: the key is not there; `conflict`: the record is not at the expected revision
 * - `compacted`: the revision is older than what is kept; `future`: it is newer than the store; `closed`: after close()
 */
export class StorageError extends Error {
  readonly code: 'exists' | 'missing' | 'conflict' | 'compacted' | 'future' | 'closed'
  readonly current: StoredRecord | undefined
  constructor(code: StorageError['code'], message: string, current?: StoredRecord) {
    super(message)
    this.name = 'StorageError'
    this.code = code
    this.current = current
  }
}

/** The backend could not make a change durable, and the change is not there. The message is for clients. */
export class WriteFailedError extends Error {}

/** The backend does not answer; whether a change was made is not known. The message is for clients. */
export class StoreTimeoutError extends Error {}

/** Stored data cannot be decrypted. `why` is the text of the provider, the message names the key too. */
export class TransformError extends Error {
  readonly why: string
  constructor(key: string, why: string) {
    super(`unable to transform key ${JSON.stringify(key)}: ${why}`)
    this.why = why
  }
}

/** Which changes concern a watch, of those under its prefix: it may be told of these alone. */
export interface EventIndex {
  /** The values that an event is found by: one function for all watches that want values of a kind. Pure. */
  readonly keysOf: (event: StorageEvent) => readonly string[]
  readonly key: string
}

/** A running watch. */
export interface Watcher {
  stop(): void
}

/**
 * An answer (resolved promise) means durable for backends that keep data. Writes are atomic and numbered by one
 * growing revision, as in etcd. Events reach watchers in the order of revisions, once each, after the write is durable.
 */
export interface Storage {
  /** Other servers may write it too: what they must agree on is in the store. */
  readonly shared: boolean
  /** The revision of the newest write that can be read. */
  revision(): number
  /** Waits a little for a revision that another server may have made. Whether it can be read. */
  reaches(revision: number): Promise<boolean>
  /** The oldest revision that list and watch can still start from. */
  compactedRevision(): number
  get(key: string, options?: ReadOptions): Promise<StoredRecord | undefined>
  /** What {@link get} answers when `cached` is enough, where that is there at once; undefined: it has to be asked. */
  peek?(key: string): StoredRecord | undefined
  /** The end of a change of the key that is on its way to disk, in which another that starts from what can be read now would conflict. */
  pendingChange?(key: string): Promise<void> | undefined
  /** Records whose key starts with `prefix`, sorted by key. */
  list(prefix: string, options?: ListOptions): Promise<ListResult>
  create(key: string, object: KubeObject, options?: WriteOptions): Promise<StoredRecord>
  /** Compare and swap: fails with `conflict` unless the record is at `expectedRevision`. */
  update(
    key: string,
    expectedRevision: number,
    object: KubeObject,
    options?: WriteOptions,
  ): Promise<StoredRecord>
  /** Compare and delete. The answer is the deleted record with its revision of deletion. */
  delete(key: string, expectedRevision: number): Promise<StoredRecord>
  /**
   * Events after `revision` (undefined: from now on) for keys that start with `prefix`. `onEvent` runs synchronously in order.
   * Throws `compacted` or `future`. `onClose` says that the storage ended the watch; events that the `index` does not
   * find may be left out. Where `onEvent` cannot read an object (it throws what says so, see `isUnreadable`) the watch stands: it is
   * told nothing more, and ended when the history up to that event is forgotten, as upstream's watch cache comes no further until then.
   */
  watch(
    prefix: string,
    revision: number | undefined,
    onEvent: (event: StorageEvent) => void,
    onClose?: () => void,
    index?: EventIndex,
  ): Watcher
  /** Whether a write of the object would leave the bytes of its record as they are; only a store that keeps upstream's bytes knows. */
  isStored?(record: StoredRecord, object: KubeObject): boolean
  /** Whether a record is kept as CBOR; only a store that keeps upstream's bytes knows. Throws a {@link TransformError}. */
  isCbor?(record: StoredRecord): boolean
  /** Whether a write of the same object would be kept in another way: encrypted with another key. */
  isStale?(record: StoredRecord): boolean
  /** Why changes fail at present (the disk is full); undefined: they do not. Reads go on. */
  failure(): string | undefined
  /** Forgets history up to `revision`. */
  compact(revision: number): Promise<void>
  close(): Promise<void>
}
