import { describe, expect, it } from 'vitest'
import type { KeyValue, RangeRequest, RangeResponse } from '../../../server/storage/etcd/messages.ts'
import { StoreTimeoutError, WriteFailedError } from '../../../server/storage/interface.ts'
import { LiveEtcd } from './live-etcd.ts'

const keyValue = (i: number): KeyValue => ({
  key: Buffer.from(`/k${String(i).padStart(5, '0')}`),
  create_revision: i + 1,
  mod_revision: i + 1,
  version: 1,
  value: Buffer.from(`value of ${i}`),
})

/** Answers ranges up to the last key as etcd does; a key comes with each answer, which no older revision has. */
class GrowingEtcd {
  readonly asked: RangeRequest[] = []
  private readonly kvs: KeyValue[]
  constructor(count: number) {
    this.kvs = Array.from({ length: count }, (_, i) => keyValue(i))
  }
  async range(request: RangeRequest): Promise<RangeResponse> {
    this.asked.push(request)
    const newest = this.kvs.length
    const at = request.revision || newest
    const found = this.kvs.filter(
      ({ key, mod_revision }) => Buffer.compare(key, request.key) >= 0 && mod_revision <= at,
    )
    const kvs = found.slice(0, request.limit)
    this.kvs.push(keyValue(newest))
    return { header: { revision: newest }, kvs, more: kvs.length < found.length, count: found.length }
  }
}

describe('an etcd that runs', () => {
  it('is read at the revision of its first answer', async () => {
    const etcd = new GrowingEtcd(1250)
    const live = new LiveEtcd(etcd, 'http://etcd')
    const found: string[] = []
    for await (const { key, value } of live.items()) found.push(`${key} ${value()}`)
    expect([found.length, live.size, live.revision]).toEqual([1250, 1250, 1250])
    expect([found[0], found.at(-1)]).toEqual(['/k00000 value of 0', '/k01249 value of 1249'])
    expect(etcd.asked.map(({ revision }) => revision)).toEqual([0, 1250, 1250])
  })

  it('may hold nothing', async () => {
    const live = new LiveEtcd(new GrowingEtcd(0), 'http://etcd')
    for await (const _ of live.items()) throw new Error('there is no key')
    expect(live.size).toBe(0)
  })

  it.each([
    [
      new StoreTimeoutError('context deadline exceeded', { cause: new Error('connection refused') }),
      'http://etcd: no etcd answers: connection refused',
    ],
    [
      new WriteFailedError('etcdserver: mvcc: required revision has been compacted'),
      'http://etcd: revision 0 was compacted while it was read: try again, or take a snapshot (etcdctl snapshot save) and name it with --etcd-snapshot',
    ],
    [new WriteFailedError('etcdserver: permission denied'), 'http://etcd: etcdserver: permission denied'],
  ])('says which etcd does not answer: %s', async (error, message) => {
    const live = new LiveEtcd({ range: () => Promise.reject(error) }, 'http://etcd')
    await expect(live.items().next()).rejects.toThrow(message)
  })
})
