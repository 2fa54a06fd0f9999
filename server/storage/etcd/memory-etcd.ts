// An etcd in this process, for several servers that share a store. Upstream: etcd's server/etcdserver/{apply.go,v3_server.go}, server/storage/mvcc
import sortedBTree from 'sorted-btree'
import { type Clock, realClock } from '../../../component-base/clock.ts'
import { WriteFailedError } from '../interface.ts'
import { inRange, toTheEnd } from './key-range.ts'
import { type ChangeLimits, type KeptKey, type KeyChange, MemoryChanges } from './memory-changes.ts'
import { MemoryLeases } from './memory-leases.ts'
import { MemoryWatches, type WatchedRange, type WatchNews } from './memory-watches.ts'
import type { Compare, RangeRequest, RequestOp, TxnRequest, TxnResponse } from './messages.ts'

const BTree = sortedBTree.default
const empty = Buffer.alloc(0)
/** Defaults of --max-request-bytes and --max-txn-ops. */
const [maxRequestBytes, maxOps] = [1.5 * 1024 * 1024, 128]

type Put = Extract<RequestOp, { request_put: object }>['request_put']

/** A page of keys. `count`: of the whole range. */
export interface KeptRange {
  readonly kvs: readonly KeptKey[]
  readonly more: boolean
  readonly count: number
}

/** The clock that leases expire by, and how much of the past is kept. */
export interface MemoryEtcdOptions {
  clock?: Clock
  limits?: Partial<ChangeLimits>
}

const leaseOf = ({ lease = 0 }: Put): bigint => BigInt(lease)
const nameOf = (key: Buffer): string => key.toString('latin1')
const refused = (why: string): WriteFailedError => new WriteFailedError(`etcdserver: ${why}`)
const isCompacted = (): WriteFailedError => refused('mvcc: required revision has been compacted')
const isFuture = (): WriteFailedError => refused('mvcc: required revision is a future revision')

/** Keys with values, their revisions and leases. Calls throw WriteFailedErrors with etcd's messages; each happens at once and as a whole. */
export class MemoryEtcd {
  private readonly keys = new BTree<string, KeptKey>()
  private readonly changes: MemoryChanges
  private readonly leases: MemoryLeases
  private readonly watches = new MemoryWatches()
  /** The newest revision; a new etcd is at 1. */
  private newest = 1
  /** The changes of the transaction that runs. */
  private underWay: KeyChange[] = []

  constructor({ clock = realClock, limits }: MemoryEtcdOptions = {}) {
    this.changes = new MemoryChanges(limits)
    this.leases = new MemoryLeases(clock, (keys) =>
      this.write(() => {
        for (const key of keys) this.deleteOne(Buffer.from(key, 'latin1'))
      }),
    )
  }

  get revision(): number {
    return this.newest
  }

  /** The oldest revision that can be read. */
  get compactedRevision(): number {
    return this.changes.compacted
  }

  range({ key, range_end = empty, limit = 0, revision = 0, count_only, keys_only }: RangeRequest): KeptRange {
    if (key.length === 0) throw refused('key is not provided')
    if (revision > this.newest) throw isFuture()
    if (revision > 0 && revision < this.changes.compacted) throw isCompacted()
    const then = revision > 0 && revision < this.newest ? this.changes.stateAt(revision) : undefined
    const all = then === undefined ? [...this.within(key, range_end)] : this.withinThen(key, range_end, then)
    const page = limit > 0 ? all.slice(0, limit) : all
    return {
      kvs: count_only ? [] : keys_only ? page.map((kv) => ({ ...kv, value: empty })) : page,
      more: count_only !== true && page.length < all.length,
      count: all.length,
    }
  }

  /** Runs a transaction, all of whose changes get one revision. */
  txn({ compare, success, failure }: TxnRequest): TxnResponse {
    for (const ops of [success, failure]) checkOps(ops)
    const succeeded = compare.every((one) => this.holds(one))
    const ops = succeeded ? success : failure
    for (const op of ops) if ('request_put' in op) this.leases.check(leaseOf(op.request_put))
    const responses = this.write(() => ops.map((op) => this.apply(op)))
    return { header: { revision: this.newest }, succeeded, responses }
  }

  /** @returns the key as it was; undefined: it was not there */
  put(put: Put): KeptKey | undefined {
    checkOps([{ request_put: put }])
    this.leases.check(leaseOf(put))
    return this.write(() => this.putOne(put))
  }

  /** @returns the keys that were deleted */
  deleteRange(key: Buffer, end: Buffer): readonly KeptKey[] {
    if (key.length === 0) throw refused('key is not provided')
    return this.write(() => {
      const gone = [...this.within(key, end)]
      for (const kv of gone) this.deleteOne(kv.key)
      return gone
    })
  }

  compact(revision: number): void {
    if (revision <= this.changes.compacted) throw isCompacted()
    if (revision > this.newest) throw isFuture()
    this.changes.compact(revision)
  }

  grant(id: number, seconds: number): void {
    this.leases.grant(BigInt(id), seconds)
  }

  /** The changes from a revision on; 0: from now on. Told after this call, and never after `stop`. */
  watch(range: WatchedRange, start: number, told: (news: WatchNews) => void): { stop(): void } {
    if (start > 0 && start < this.changes.compacted) return this.watches.refuse(this.changes.compacted, told)
    const missed = start > 0 ? this.changes.from(start) : []
    return this.watches.add(range, start, missed, told)
  }

  /** Everything becomes what a snapshot holds; watches end, as what was before is gone. @param revision not older than any of `kvs` */
  restore(kvs: Iterable<KeptKey>, revision: number): void {
    this.keys.clear()
    this.leases.clear()
    for (const kv of kvs) this.keys.set(nameOf(kv.key), kv)
    this.newest = revision
    this.changes.begin(revision)
    this.watches.endAll(revision)
  }

  /** Ends the leases' timers. */
  close(): void {
    this.leases.clear()
  }

  private apply(op: RequestOp): TxnResponse['responses'][number] {
    if ('request_range' in op) {
      const header = { revision: this.newest }
      return { response_range: { header, ...this.range(op.request_range) } }
    }
    if ('request_put' in op) this.putOne(op.request_put)
    else this.deleteOne(op.request_delete_range.key)
    return {}
  }

  /** One revision for all that `work` changes; none where it changes nothing. */
  private write<T>(work: () => T): T {
    const result = work()
    const changes = this.underWay
    if (changes.length === 0) return result
    this.underWay = []
    this.newest++
    this.changes.bound()
    this.watches.publish(changes)
    return result
  }

  private putOne(put: Put): KeptKey | undefined {
    const { key, value } = put
    const lease = leaseOf(put)
    const name = nameOf(key)
    const previous = this.keys.get(name)
    const revision = this.newest + 1
    const kv = {
      key,
      create_revision: previous?.create_revision ?? revision,
      mod_revision: revision,
      version: (previous?.version ?? 0) + 1,
      value,
      lease,
    }
    if (previous !== undefined) this.leases.detach(previous.lease, name)
    this.leases.attach(lease, name)
    this.keys.set(name, kv)
    this.changed({ type: 'PUT', kv, previous })
    return previous
  }

  private deleteOne(key: Buffer): void {
    const name = nameOf(key)
    const previous = this.keys.get(name)
    if (previous === undefined) return
    this.leases.detach(previous.lease, name)
    this.keys.delete(name)
    const kv = { key, create_revision: 0, mod_revision: this.newest + 1, version: 0, value: empty, lease: 0n }
    this.changed({ type: 'DELETE', kv, previous })
  }

  private changed(change: KeyChange): void {
    this.changes.append(change)
    this.underWay.push(change)
  }

  private holds(compare: Compare): boolean {
    const kv = this.keys.get(nameOf(compare.key))
    return compare.target === 'MOD'
      ? (kv?.mod_revision ?? 0) === compare.mod_revision
      : (kv?.version ?? 0) === compare.version
  }

  private *within(key: Buffer, end: Buffer): Generator<KeptKey> {
    const from = nameOf(key)
    if (end.length === 0) {
      const kv = this.keys.get(from)
      if (kv !== undefined) yield kv
      return
    }
    const upTo = end.equals(toTheEnd) ? undefined : nameOf(end)
    for (const [name, kv] of this.keys.entries(from)) {
      if (upTo !== undefined && name >= upTo) return
      yield kv
    }
  }

  private withinThen(key: Buffer, end: Buffer, then: ReadonlyMap<string, KeptKey | undefined>): KeptKey[] {
    const found = [...this.within(key, end)].filter((kv) => !then.has(nameOf(kv.key)))
    for (const kv of then.values()) if (kv !== undefined && inRange(kv.key, key, end)) found.push(kv)
    return found.sort((a, b) => Buffer.compare(a.key, b.key))
  }
}

/** Upstream: server/etcdserver/api/v3rpc/key.go (checkTxnRequest), server/etcdserver/v3_server.go (processInternalRaftRequestOnce) */
function checkOps(ops: readonly RequestOp[]): void {
  if (ops.length > maxOps) throw refused('too many operations in txn request')
  const puts = ops.flatMap((op) => ('request_put' in op ? [op.request_put] : []))
  if (puts.some(({ key }) => key.length === 0)) throw refused('key is not provided')
  if (new Set(puts.map(({ key }) => nameOf(key))).size < puts.length)
    throw refused('duplicate key given in txn request')
  const size = puts.reduce((sum, { key, value }) => sum + key.length + value.length, 0)
  if (size > maxRequestBytes) throw refused('request is too large')
}
