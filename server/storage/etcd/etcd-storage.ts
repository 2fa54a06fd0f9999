// Upstream: apiserver/pkg/storage/etcd3/{store.go,compact.go}

import type { KubeObject } from '../../../apimachinery/json.ts'
import { isCbor } from '../../../apimachinery/scheme/cbor/serializer.ts'
import type { Clock } from '../../../component-base/clock.ts'
import type { HistoryLimits } from '../history.ts'
import {
  type EventIndex,
  type ListOptions,
  type ListResult,
  type ReadOptions,
  type Storage,
  StorageError,
  type StorageEvent,
  type StoredRecord,
  StoreTimeoutError,
  type Watcher,
  WriteFailedError,
  type WriteOptions,
  writeTimeout,
} from '../interface.ts'
import { readableObject } from '../readable-object.ts'
import type { OnUnreadable } from '../watch-hub.ts'
import type { EtcdCalls } from './etcd-calls.ts'
import { EtcdHealth } from './etcd-health.ts'
import { EtcdMirror, type OwnWrite } from './etcd-mirror.ts'
import { type Decode, EtcdRecord } from './etcd-record.ts'
import { KeySpace } from './key-space.ts'
import { type LeaseLimits, LeaseManager } from './lease-manager.ts'
import type { KeyValue } from './messages.ts'
import { NewestRevision } from './newest-revision.ts'

/** Encodes objects for etcd, and decodes stored bytes. */
export interface EtcdCodec {
  /** @param key the place of the object, which encryption binds it to */
  encode(object: KubeObject, key: string): Buffer
  decode(stored: Buffer, key: string): KubeObject
  /** Whether the bytes are those of the object; without it: where encoding gives the same ones. */
  holds?(stored: Buffer, object: KubeObject, key: string): boolean
  /** The bytes of the object itself, where encryption wraps them. */
  plain?(stored: Buffer, key: string): Buffer
  /** Whether the bytes should be written anew though their object is the same. */
  isStale?(stored: Buffer, key: string): boolean
}

/** The etcd, the codec and the limits that a server's storage is opened with. */
export interface EtcdStorageOptions {
  connect: () => Promise<EtcdCalls>
  /** --etcd-prefix, as `/registry`. */
  prefix: string
  /** The {@link StoredRecord.writtenBy} of the records that this server writes. */
  writtenBy: string
  codec: EtcdCodec
  clock: Clock
  history?: Partial<HistoryLimits> | undefined
  leases: LeaseLimits
  /** Called once for each change that stops watches, as it cannot be decoded. */
  onUnreadable?: OnUnreadable
  onClose?: () => void
}

/** Milliseconds that a reader waits for what another server wrote. Upstream: cacher's blockTimeout. */
const freshTimeout = 3000
/** The milliseconds in which an etcd has to answer at the start of a server. Upstream: dialTimeout */
const firstTimeout = 20_000
/** The milliseconds for which a writer waits until its own reads show the write, which is durable already. */
const ownTimeout = 5000
/** Which server compacts is decided by this key, which servers of a cluster share. */
const compactKey = Buffer.from('compact_rev_key')

/** What upstream's watch cache knows: nothing of what cannot be decoded. */
const known = (record: StoredRecord | undefined): StoredRecord | undefined =>
  record !== undefined && readableObject(record) !== undefined ? record : undefined

/** Opens the keys of a cluster in etcd. Rejects where etcd cannot be asked. */
export async function openEtcdStorage(options: EtcdStorageOptions): Promise<Storage> {
  const client = await options.connect()
  const keys = new KeySpace(options.prefix)
  const { codec, clock, history, onUnreadable } = options
  const decode =
    (key: string): Decode =>
    (stored) =>
      codec.decode(stored, key)
  try {
    await client.range({ key: compactKey, count_only: true }, firstTimeout)
    const mirror = await EtcdMirror.open({ client, keys, decode, clock, history, onUnreadable })
    return new EtcdStorage(options, client, keys, mirror, decode)
  } catch (error) {
    client.close()
    throw error
  }
}

/** Records in etcd. Reads of the newest state ask etcd for its revision, and are served from the mirror when it has come so far. */
class EtcdStorage implements Storage {
  readonly shared = true
  private readonly options: EtcdStorageOptions
  private readonly client: EtcdCalls
  private readonly keys: KeySpace
  private readonly mirror: EtcdMirror
  private readonly decode: (key: string) => Decode
  private readonly leases: LeaseManager
  private readonly health: EtcdHealth
  /** The revision of the store, as the members of etcd agree on it. */
  private readonly newest: NewestRevision
  /** The version of the key that decides on compaction, as far as this server knows. */
  private compactions = 0
  private closed = false

  constructor(
    options: EtcdStorageOptions,
    client: EtcdCalls,
    keys: KeySpace,
    mirror: EtcdMirror,
    decode: (key: string) => Decode,
  ) {
    this.options = options
    this.client = client
    this.keys = keys
    this.mirror = mirror
    this.decode = decode
    this.leases = new LeaseManager(client, options.clock, options.leases)
    this.health = new EtcdHealth(client, keys, options.clock)
    this.newest = new NewestRevision(async (timeout) => {
      const { header } = await client.range({ key: compactKey, count_only: true }, timeout)
      return header.revision
    }, options.clock)
  }

  revision(): number {
    return this.mirror.view.revision
  }

  reaches(revision: number): Promise<boolean> {
    return this.mirror.shows(revision, freshTimeout)
  }

  compactedRevision(): number {
    return this.mirror.view.compactedRevision
  }

  async get(key: string, { cached, timeout }: ReadOptions = {}): Promise<StoredRecord | undefined> {
    this.checkOpen()
    if (cached === true) return known(this.mirror.view.get(key))
    const newest = await this.newest.get(timeout)
    if (await this.mirror.shows(newest, freshTimeout)) return this.mirror.view.get(key)
    const { kvs } = await this.client.range({ key: this.keys.outer(key) }, timeout)
    return kvs[0] === undefined ? undefined : this.mirror.recordOf(kvs[0])
  }

  async list(prefix: string, options: ListOptions = {}): Promise<ListResult> {
    this.checkOpen()
    const { view } = this.mirror
    const { revision = 0, cached = false } = options
    if (cached && (revision === 0 || revision >= view.compactedRevision)) {
      const found = view.list(prefix, options)
      return { ...found, records: found.records.filter((record) => known(record) !== undefined) }
    }
    if (revision === 0) {
      const newest = await this.newest.get()
      if (await this.mirror.shows(newest, freshTimeout)) return view.list(prefix, options)
    } else if (revision >= view.compactedRevision && (await this.reaches(revision)))
      return view.list(prefix, options)
    return this.listOfEtcd(prefix, options)
  }

  async create(key: string, object: KubeObject, options?: WriteOptions): Promise<StoredRecord> {
    return this.put(key, 0, object, options)
  }

  async update(
    key: string,
    expectedRevision: number,
    object: KubeObject,
    options?: WriteOptions,
  ): Promise<StoredRecord> {
    return this.put(key, expectedRevision, object, options)
  }

  async delete(key: string, expectedRevision: number): Promise<StoredRecord> {
    this.checkOpen()
    const outer = this.keys.outer(key)
    const before = await this.before(key, expectedRevision)
    const answer = await this.client.txn({
      compare: [{ target: 'MOD', key: outer, mod_revision: expectedRevision }],
      success: [{ request_delete_range: { key: outer } }],
      failure: [{ request_range: { key: outer } }],
    })
    const { revision } = answer.header
    if (!answer.succeeded)
      throw this.inTheWay(key, expectedRevision, answer.responses[0]!.response_range!.kvs[0])
    await this.mirror.shows(revision, ownTimeout)
    return before.deletedAt(revision)
  }

  watch(
    prefix: string,
    revision: number | undefined,
    onEvent: (event: StorageEvent) => void,
    onClose?: () => void,
    index?: EventIndex,
  ): Watcher {
    this.checkOpen()
    return this.mirror.view.watch(prefix, revision, onEvent, onClose, index)
  }

  isStored({ key, stored }: StoredRecord, object: KubeObject): boolean {
    const { codec } = this.options
    if (stored === undefined) return false
    return codec.holds?.(stored, object, key) ?? stored.equals(codec.encode(object, key))
  }

  isCbor({ key, stored }: StoredRecord): boolean {
    return stored !== undefined && isCbor(this.options.codec.plain?.(stored, key) ?? stored)
  }

  isStale({ key, stored }: StoredRecord): boolean {
    return stored !== undefined && this.options.codec.isStale?.(stored, key) === true
  }

  failure(): string | undefined {
    return this.health.failure()
  }

  /** Of the servers of a cluster the one compacts that writes the key first; the others learn from it what they compact next. */
  async compact(revision: number): Promise<void> {
    this.checkOpen()
    const answer = await this.client.txn({
      compare: [{ target: 'VERSION', key: compactKey, version: this.compactions }],
      success: [{ request_put: { key: compactKey, value: Buffer.from(String(revision)) } }],
      failure: [{ request_range: { key: compactKey } }],
    })
    if (!answer.succeeded) {
      const kv = answer.responses[0]!.response_range!.kvs[0]
      this.compactions = kv?.version ?? 0
      return this.mirror.view.compact(Number(kv?.value.toString() ?? 0))
    }
    this.compactions++
    await this.client.compact(revision)
    this.mirror.view.compact(revision)
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    this.options.onClose?.()
    this.health.stop()
    this.mirror.close()
    this.client.close()
  }

  private async put(
    key: string,
    expected: number,
    object: KubeObject,
    { ttl, bare }: WriteOptions = {},
  ): Promise<StoredRecord> {
    this.checkOpen()
    const { codec, writtenBy } = this.options
    const outer = this.keys.outer(key)
    const stored = codec.encode(bare ?? object, key)
    const lease = ttl === undefined ? {} : { lease: await this.leases.get(ttl) }
    const own = { object, writtenBy }
    const write: OwnWrite = { stored, own }
    this.mirror.underWay.set(key, write)
    try {
      const answer = await this.client.txn({
        compare: [{ target: 'MOD', key: outer, mod_revision: expected }],
        success: [{ request_put: { key: outer, value: stored, ...lease } }],
        failure: [{ request_range: { key: outer } }],
      })
      if (!answer.succeeded) throw this.inTheWay(key, expected, answer.responses[0]!.response_range!.kvs[0])
      const { revision } = answer.header
      const previous = expected === 0 ? undefined : this.mirror.view.get(key)
      await this.mirror.shows(revision, ownTimeout)
      const shown = this.mirror.view.get(key)
      if (shown?.modRevision === revision) return shown
      const createRevision = previous?.createRevision ?? revision
      return new EtcdRecord({ key, createRevision, modRevision: revision }, stored, this.decode(key), own)
    } finally {
      if (this.mirror.underWay.get(key) === write) this.mirror.underWay.delete(key)
      // A Map that has been made anew leaves its older tables, with what was in them, to the collector of old objects.
      write.own = undefined
    }
  }

  private inTheWay(key: string, expected: number, kv: KeyValue | undefined): StorageError {
    if (kv === undefined) return new StorageError('missing', `key ${key} is not there`)
    const current = this.mirror.recordOf(kv)
    return expected === 0
      ? new StorageError('exists', `key ${key} exists`, current)
      : new StorageError('conflict', `key ${key} is at revision ${kv.mod_revision}, not ${expected}`, current)
  }

  /** The record that a deletion is about. */
  private async before(key: string, expected: number): Promise<EtcdRecord> {
    const known = this.mirror.view.get(key)
    const record = known?.modRevision === expected ? known : await this.get(key, { timeout: writeTimeout })
    if (record?.modRevision === expected) return record as EtcdRecord
    if (record === undefined) throw new StorageError('missing', `key ${key} is not there`)
    throw new StorageError(
      'conflict',
      `key ${key} is at revision ${record.modRevision}, not ${expected}`,
      record,
    )
  }

  private async listOfEtcd(prefix: string, options: ListOptions): Promise<ListResult> {
    const { limit = 0, after, revision = 0 } = options
    try {
      const answer = await this.client.range({ ...this.keys.range(prefix, after), limit, revision })
      const records = answer.kvs.map((kv) => this.mirror.recordOf(kv))
      return {
        records,
        revision: revision || answer.header.revision,
        nextKey: answer.more ? records.at(-1)!.key : undefined,
        remaining: answer.count - records.length,
      }
    } catch (error) {
      throw asStorageError(error as Error, revision)
    }
  }

  private checkOpen(): void {
    if (this.closed) throw new StorageError('closed', 'the storage is closed')
  }
}

function asStorageError(error: Error, revision: number): Error {
  if (!(error instanceof WriteFailedError) || error instanceof StoreTimeoutError) return error
  if (error.message.endsWith('required revision has been compacted'))
    return new StorageError('compacted', `revision ${revision} has been compacted`)
  if (error.message.endsWith('required revision is a future revision'))
    return new StorageError('future', `revision ${revision} is newer than the store`)
  return error
}
