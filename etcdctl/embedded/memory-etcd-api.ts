// An etcd of this process, asked as any etcd is. Upstream: etcd's server/etcdserver/v3_server.go
import type { KeptKey } from '../../server/storage/etcd/memory-changes.ts'
import type { MemoryEtcd } from '../../server/storage/etcd/memory-etcd.ts'
import type { WatchNews } from '../../server/storage/etcd/memory-watches.ts'
import type { Message } from '../../server/storage/etcd/messages.ts'
import { WriteFailedError } from '../../server/storage/interface.ts'
import { MemoryTarget } from '../../server/storage/mvcc/snapshot-target.ts'
import { writeEtcdSnapshot } from '../../server/storage/mvcc/write-snapshot.ts'
import { type EtcdApi, EtcdError, type EtcdWatch } from '../api/etcd-api.ts'
import { headerAt, listOf, pieceSize, someMember, statusAt } from './one-member.ts'
import { sortOrders, sortTargets } from './sort.ts'

const empty = Buffer.alloc(0)
const everything = { key: Buffer.from([0]), range_end: Buffer.from([0]) }
const compacted = 'etcdserver: mvcc: required revision has been compacted'

/** An {@link EtcdApi} over the keys that servers of this process share. */
export class MemoryEtcdApi implements EtcdApi {
  private readonly etcd: MemoryEtcd

  constructor(etcd: MemoryEtcd) {
    this.etcd = etcd
  }

  async range(request: Message<'RangeRequest'>): Promise<Message<'RangeResponse'>> {
    const { key = empty, range_end = empty, limit = 0, revision = 0 } = request
    const all = asked(() => this.etcd.range({ key, range_end, revision: Math.max(0, revision) }))
    const found = ordered(all.kvs, request)
    const page = limit > 0 ? found.slice(0, limit) : found
    const kvs = request.keys_only === true ? page.map((kv) => ({ ...kv, value: empty })) : page
    const header = this.header()
    if (request.count_only === true) return { header, kvs: [], more: false, count: all.count }
    return { header, kvs, more: page.length < found.length, count: all.count }
  }

  async put(request: Message<'PutRequest'>): Promise<Message<'PutResponse'>> {
    const { key = empty, value = empty, lease = 0, ignore_value = false, ignore_lease = false } = request
    const prev_kv = asked(() => {
      const before = key.length > 0 ? this.etcd.range({ key }).kvs[0] : undefined
      if (before === undefined && (ignore_value || ignore_lease))
        throw new EtcdError('etcdserver: key not found')
      return this.etcd.put({
        key,
        value: ignore_value ? before!.value : value,
        lease: ignore_lease ? before!.lease : lease,
      })
    })
    const header = this.header()
    return request.prev_kv === true && prev_kv !== undefined ? { header, prev_kv } : { header }
  }

  async deleteRange(request: Message<'DeleteRangeRequest'>): Promise<Message<'DeleteRangeResponse'>> {
    const { key = empty, range_end = empty } = request
    const gone = asked(() => this.etcd.deleteRange(key, range_end))
    const prev_kvs = request.prev_kv === true ? gone : []
    return { header: this.header(), deleted: gone.length, prev_kvs }
  }

  async compact({ revision = 0 }: Message<'CompactionRequest'>): Promise<Message<'CompactionResponse'>> {
    asked(() => this.etcd.compact(revision))
    return { header: this.header() }
  }

  async status(): Promise<Message<'StatusResponse'>> {
    const { kvs } = this.etcd.range(everything)
    const size = kvs.reduce((sum, { key, value }) => sum + key.length + value.length, 0)
    return statusAt(this.etcd.revision, size, someMember.version)
  }

  async memberList(): Promise<Message<'MemberListResponse'>> {
    return listOf(someMember)
  }

  async alarm(): Promise<Message<'AlarmResponse'>> {
    return { header: this.header() }
  }

  async defragment(): Promise<Message<'DefragmentResponse'>> {
    return { header: this.header() }
  }

  async *snapshot(): AsyncGenerator<Buffer> {
    const target = new MemoryTarget()
    const { revision } = this.etcd
    const { kvs } = this.etcd.range(everything)
    await writeEtcdSnapshot(target, { revision, items: withNewest(kvs, revision) })
    for (let at = 0; at < target.bytes.length; at += pieceSize)
      yield target.bytes.subarray(at, at + pieceSize)
  }

  watch(request: Message<'WatchCreateRequest'>, told: (answer: Message<'WatchResponse'>) => void): EtcdWatch {
    const { key = empty, range_end: end = empty, start_revision: start = 0, prev_kv = false } = request
    return this.etcd.watch({ key, end }, start, (news) =>
      told({ header: this.header(), ...answerOf(news, prev_kv) }),
    )
  }

  close(): void {}

  private header(): Message<'ResponseHeader'> {
    return headerAt(this.etcd.revision)
  }
}

function answerOf(news: WatchNews, withPrevious: boolean): Message<'WatchResponse'> {
  if ('compacted' in news)
    return { canceled: true, compact_revision: news.compacted, cancel_reason: compacted }
  return {
    events: news.changes.map(({ type, kv, previous }) => ({
      ...(type === 'PUT'
        ? { kv }
        : { type: 'DELETE' as const, kv: { key: kv.key, mod_revision: kv.mod_revision } }),
      ...(withPrevious && previous !== undefined ? { prev_kv: previous } : {}),
    })),
  }
}

function asked<T>(ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    if (error instanceof WriteFailedError) throw new EtcdError(error.message)
    throw error
  }
}

const compactKey = Buffer.from('compact_rev_key')

/** In a file the newest revision is that of a key: where it was a deletion, of the key by which servers agree on compaction. */
function withNewest(kvs: readonly KeptKey[], revision: number): readonly KeptKey[] {
  if (kvs.some((kv) => kv.mod_revision === revision)) return kvs
  const value = Buffer.from(String(revision))
  const own = { create_revision: revision, mod_revision: revision, version: 1, lease: 0n }
  return [...kvs.filter(({ key }) => !key.equals(compactKey)), { key: compactKey, value, ...own }]
}

const comparisons: Readonly<Record<(typeof sortTargets)[number], (a: KeptKey, b: KeptKey) => number>> = {
  KEY: (a, b) => Buffer.compare(a.key, b.key),
  VERSION: (a, b) => a.version - b.version,
  CREATE: (a, b) => a.create_revision - b.create_revision,
  MODIFY: (a, b) => a.mod_revision - b.mod_revision,
  VALUE: (a, b) => Buffer.compare(a.value, b.value),
}

/** @param kvs by key */
function ordered(
  kvs: readonly KeptKey[],
  { sort_order: order = 0, sort_target: target = 0 }: Message<'RangeRequest'>,
): readonly KeptKey[] {
  const by = sortTargets[target] ?? 'KEY'
  if (order === 0 && by === 'KEY') return kvs
  const compare = comparisons[by]
  return [...kvs].sort(sortOrders[order] === 'DESCEND' ? (a, b) => compare(b, a) : compare)
}
