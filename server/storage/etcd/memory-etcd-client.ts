import { WriteFailedError } from '../interface.ts'
import type { EtcdCalls, WatchCall } from './etcd-calls.ts'
import type { KeyChange } from './memory-changes.ts'
import type { MemoryEtcd } from './memory-etcd.ts'
import type { WatchNews } from './memory-watches.ts'
import type { RangeRequest, RangeResponse, TxnRequest, TxnResponse, WatchResponse } from './messages.ts'

const everything = Buffer.from([0])

/** The calls of one server to an etcd of its process. After `close` they reject; the data stays. */
export class MemoryEtcdClient implements EtcdCalls {
  private readonly etcd: MemoryEtcd
  private readonly watches = new Set<{ stop(): void }>()
  private closed = false

  constructor(etcd: MemoryEtcd) {
    this.etcd = etcd
  }

  async range(request: RangeRequest): Promise<RangeResponse> {
    const answer = this.open().range(request)
    return { header: { revision: this.etcd.revision }, ...answer }
  }

  async txn(request: TxnRequest): Promise<TxnResponse> {
    return this.open().txn(request)
  }

  async compact(revision: number): Promise<void> {
    this.open().compact(revision)
  }

  async grant(id: number, seconds: number): Promise<void> {
    this.open().grant(id, seconds)
  }

  watch(startRevision: number, told: (answer: WatchResponse) => void): WatchCall {
    const range = { key: everything, end: everything }
    const watch = this.open().watch(range, startRevision, (news) => told(this.answerOf(news)))
    this.watches.add(watch)
    return {
      stop: () => {
        this.watches.delete(watch)
        watch.stop()
      },
    }
  }

  next(): void {}

  close(): void {
    this.closed = true
    for (const watch of this.watches) watch.stop()
    this.watches.clear()
  }

  private open(): MemoryEtcd {
    if (this.closed)
      throw new WriteFailedError('rpc error: code = Canceled desc = grpc: the client connection is closing')
    return this.etcd
  }

  private answerOf(news: WatchNews): WatchResponse {
    const compacted = 'compacted' in news ? news.compacted : 0
    return {
      header: { revision: this.etcd.revision },
      created: false,
      canceled: compacted > 0,
      compact_revision: compacted,
      cancel_reason: compacted > 0 ? 'etcdserver: mvcc: required revision has been compacted' : '',
      events: 'changes' in news ? news.changes.map(eventOf) : [],
    }
  }
}

const eventOf = ({ type, kv }: KeyChange): WatchResponse['events'][number] => ({ type, kv })
