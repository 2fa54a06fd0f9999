// An etcd that runs, read at one revision: only Range is ever asked of it.
import type { EtcdCalls } from '../../../server/storage/etcd/etcd-calls.ts'
import { toTheEnd } from '../../../server/storage/etcd/key-range.ts'
import { StoreTimeoutError } from '../../../server/storage/interface.ts'
import type { EtcdContents, StoredItem } from './etcd-contents.ts'

/** Keys of one answer at most. */
const pageSize = 500
/** Milliseconds that etcd has for its first answer, and for each behind it. */
const patience = { first: 5000, next: 60_000 }

/** The keys of an etcd, page by page. Errors are for users: they name the etcd. */
export class LiveEtcd implements EtcdContents {
  private readonly client: Pick<EtcdCalls, 'range'>
  private readonly name: string
  /** 0 until the first answer, which says it. */
  revision = 0
  size = 0

  /** @param name as the user gave it */
  constructor(client: Pick<EtcdCalls, 'range'>, name: string) {
    this.client = client
    this.name = name
  }

  async *items(): AsyncGenerator<StoredItem> {
    let key = toTheEnd
    for (;;) {
      const { kvs, more } = await this.page(key)
      for (const kv of kvs) {
        this.size++
        yield { key: kv.key.toString('latin1'), value: () => kv.value }
      }
      const last = kvs.at(-1)
      if (!more || last === undefined) return
      key = Buffer.concat([last.key, Buffer.from([0])])
    }
  }

  private async page(key: Buffer) {
    const { revision } = this
    const request = { key, range_end: toTheEnd, limit: pageSize, revision }
    try {
      const answer = await this.client.range(request, revision === 0 ? patience.first : patience.next)
      this.revision ||= answer.header.revision
      return answer
    } catch (error) {
      throw new Error(`${this.name}: ${this.why(error as Error)}`, { cause: error })
    }
  }

  private why(error: Error): string {
    if (error instanceof StoreTimeoutError)
      return `no etcd answers: ${((error.cause as Error | undefined) ?? error).message}`
    return error.message.includes('required revision has been compacted')
      ? `revision ${this.revision} was compacted while it was read: try again, or take a snapshot (etcdctl snapshot save) and name it with --etcd-snapshot`
      : error.message
  }
}
