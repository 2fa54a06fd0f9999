// The embedded store of a simulated server, asked as an etcd is: with the bytes that a real server would have stored.
// Upstream: etcd's server/etcdserver/v3_server.go, server/storage/mvcc

import { inRange, prefixEnd } from '../../server/storage/etcd/key-range.ts'
import type { Message } from '../../server/storage/etcd/messages.ts'
import { type Storage, StorageError, type StoredRecord } from '../../server/storage/interface.ts'
import { MemoryTarget } from '../../server/storage/mvcc/snapshot-target.ts'
import { objectOf, storedContents, storedKeyValue } from '../../server/storage/mvcc/stored-key-value.ts'
import { writeEtcdSnapshot } from '../../server/storage/mvcc/write-snapshot.ts'
import { type EtcdApi, EtcdError, type EtcdWatch } from '../api/etcd-api.ts'
import { type EmbeddedMember, headerAt, listOf, pieceSize, someMember, statusAt } from './one-member.ts'
import { ordered } from './sort.ts'
import { watchStore } from './watch-store.ts'

const empty = Buffer.alloc(0)
/** A store that may be opened anew, and the release whose servers write to it. */
export interface EmbeddedStore {
  /** Throws an EtcdError where none is open. */
  storage(): Storage
  /** The release (`1.34`) by which bytes that are put are decoded. */
  release(): string
  member?: Partial<EmbeddedMember>
}

/** Deviates: each key that a request writes or deletes has a revision of its own. */
export class EmbeddedEtcd implements EtcdApi {
  private readonly store: EmbeddedStore

  constructor(store: EmbeddedStore) {
    this.store = store
  }

  async range(request: Message<'RangeRequest'>): Promise<Message<'RangeResponse'>> {
    const { limit = 0, revision = 0 } = request
    const found = ordered(await this.records(request, revision), request)
    const shown = limit > 0 ? found.slice(0, limit) : found
    const kvs = request.count_only === true ? [] : shown.map((one) => keyValue(one, request.keys_only))
    const more = request.count_only !== true && shown.length < found.length
    return { header: this.header(), kvs, more, count: found.length }
  }

  async put(request: Message<'PutRequest'>): Promise<Message<'PutResponse'>> {
    const { key = empty, value = empty, lease = 0n } = request
    if (key.length === 0) throw new EtcdError('etcdserver: key is not provided')
    if (lease !== 0n) throw new EtcdError('etcdserver: requested lease not found')
    const storage = this.store.storage()
    const name = key.toString()
    const previous = await storage.get(name)
    if (previous === undefined && (request.ignore_value || request.ignore_lease))
      throw new EtcdError('etcdserver: key not found')
    if (request.ignore_value !== true || previous === undefined)
      await write(storage, name, previous, objectOf(value, this.store.release()))
    else await write(storage, name, previous, previous.object)
    const prev_kv = request.prev_kv === true && previous !== undefined ? keyValue(previous) : undefined
    return { header: this.header(), ...(prev_kv === undefined ? {} : { prev_kv }) }
  }

  async deleteRange(request: Message<'DeleteRangeRequest'>): Promise<Message<'DeleteRangeResponse'>> {
    const records = await this.records(request, 0)
    for (const { key, modRevision } of records) await this.store.storage().delete(key, modRevision)
    const prev_kvs = request.prev_kv === true ? records.map((record) => keyValue(record)) : []
    return { header: this.header(), deleted: records.length, prev_kvs }
  }

  async compact({ revision = 0 }: Message<'CompactionRequest'>): Promise<Message<'CompactionResponse'>> {
    const storage = this.store.storage()
    if (revision <= storage.compactedRevision()) throw compacted()
    if (revision > storage.revision()) throw future()
    await storage.compact(revision)
    return { header: this.header() }
  }

  async status(): Promise<Message<'StatusResponse'>> {
    const storage = this.store.storage()
    const { records } = await storage.list('')
    const size = records.reduce((sum, { bytes }) => sum + bytes.length, 0)
    return statusAt(storage.revision(), size, this.member.version)
  }

  async memberList(): Promise<Message<'MemberListResponse'>> {
    return listOf(this.member)
  }

  /** The alarms, of which there are none: a full disk is reported with each write. */
  async alarm(): Promise<Message<'AlarmResponse'>> {
    return { header: this.header() }
  }

  /** The store has no free pages. */
  async defragment(): Promise<Message<'DefragmentResponse'>> {
    return { header: this.header() }
  }

  async *snapshot(): AsyncGenerator<Buffer> {
    const { records, revision } = await this.store.storage().list('')
    const target = new MemoryTarget()
    await writeEtcdSnapshot(target, { revision, items: storedContents(records, revision) })
    for (let at = 0; at < target.bytes.length; at += pieceSize)
      yield target.bytes.subarray(at, at + pieceSize)
  }

  watch(request: Message<'WatchCreateRequest'>, told: (answer: Message<'WatchResponse'>) => void): EtcdWatch {
    return watchStore(this.store.storage(), request, (answer) => told({ header: this.header(), ...answer }))
  }

  close(): void {}

  private get member(): EmbeddedMember {
    return { ...someMember, ...this.store.member }
  }

  private header(): Message<'ResponseHeader'> {
    return headerAt(this.store.storage().revision())
  }

  private async records(
    { key = empty, range_end: end = empty }: { readonly key?: Buffer; readonly range_end?: Buffer },
    revision: number,
  ): Promise<StoredRecord[]> {
    const prefix = end.length === 0 || end.equals(prefixEnd(key)) ? key.toString() : ''
    try {
      const { records } = await this.store.storage().list(prefix, { revision: Math.max(0, revision) })
      return records.filter((record) => inRange(Buffer.from(record.key), key, end))
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      throw error.code === 'compacted' ? compacted() : error.code === 'future' ? future() : closed()
    }
  }
}

const compacted = (): EtcdError => new EtcdError('etcdserver: mvcc: required revision has been compacted')
const future = (): EtcdError => new EtcdError('etcdserver: mvcc: required revision is a future revision')
const closed = (): EtcdError => new EtcdError('etcdserver: server stopped')

/** Another writer may come in between: the last one wins, as in etcd. */
async function write(
  storage: Storage,
  key: string,
  previous: StoredRecord | undefined,
  object: StoredRecord['object'],
): Promise<void> {
  for (let current = previous; ; current = await storage.get(key)) {
    try {
      if (current === undefined) await storage.create(key, object)
      else await storage.update(key, current.modRevision, object)
      return
    } catch (error) {
      if (!(error instanceof StorageError) || error.code === 'closed') throw error
    }
  }
}

function keyValue(record: StoredRecord, keyOnly = false): Message<'KeyValue'> {
  const head = { create_revision: record.createRevision, mod_revision: record.modRevision }
  const version = record.createRevision === record.modRevision ? 1 : 2
  const key = Buffer.from(record.key)
  return keyOnly ? { key, ...head, version } : { key, ...head, version, value: storedKeyValue(record).value }
}
