import { describe, expect, it } from 'vitest'
import { schemeFor } from '../../../apimachinery/scheme/scheme.ts'
import { StoredCodec } from '../../../apimachinery/scheme/stored-codec.ts'
import { type Clock, FakeClock, realClock } from '../../../component-base/clock.ts'
import { type Storage, StorageError, type StorageEvent, WriteFailedError } from '../interface.ts'
import { storageConformance } from '../testing/conformance.ts'
import { openEtcdStorage } from './etcd-storage.ts'
import { MemoryEtcd } from './memory-etcd.ts'
import { MemoryEtcdClient } from './memory-etcd-client.ts'
import type { WatchNews } from './memory-watches.ts'
import { keyOf as key, configMap as object } from './testing/config-maps.ts'

const codec = new StoredCodec(schemeFor('1.36'), 'application/vnd.kubernetes.protobuf')
const all = { key: Buffer.from([0]), end: Buffer.from([0]) }
const bytes = (text: string): Buffer => Buffer.from(text)
const put = (etcd: MemoryEtcd, key: string, value = '', lease = 0) =>
  etcd.put({ key: bytes(key), value: bytes(value), lease })
const told = (news: readonly WatchNews[]) =>
  news.flatMap((one) =>
    'compacted' in one
      ? [`compacted ${one.compacted}`]
      : one.changes.map(({ type, kv }) => `${kv.mod_revision} ${type} ${kv.key} ${kv.version}`),
  )
/** Until what was queued before has been told. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const open = (etcd: MemoryEtcd, clock: Clock = new FakeClock()): Promise<Storage> =>
  openEtcdStorage({
    connect: async () => new MemoryEtcdClient(etcd),
    prefix: '/registry',
    writtenBy: '1.36',
    codec,
    clock,
    leases: { reuseSeconds: 60, maxObjects: 1000 },
  })

storageConformance('etcd in memory', () => open(new MemoryEtcd(), realClock))

describe('servers on one etcd in memory', () => {
  it('show what the others write, each event once', async () => {
    const etcd = new MemoryEtcd()
    const [a, b] = [await open(etcd), await open(etcd)]
    const seen: StorageEvent[] = []
    b.watch('/registry/configmaps/', undefined, (event) => seen.push(event))
    const first = await a.create(key('x'), object('x'))
    expect(await b.get(key('x'))).toMatchObject({ modRevision: first.modRevision, writtenBy: '' })
    const second = await b.update(key('x'), first.modRevision, object('x', { from: 'b' }))
    await expect(a.update(key('x'), first.modRevision, object('x'))).rejects.toThrow(StorageError)
    await a.delete(key('x'), second.modRevision)
    expect(await b.reaches(a.revision())).toBe(true)
    expect(seen.map(({ type, revision }) => [type, revision])).toEqual([
      ['put', first.modRevision],
      ['put', second.modRevision],
      ['delete', a.revision()],
    ])
  })

  it('go on when one of them ends', async () => {
    const etcd = new MemoryEtcd()
    const [a, b] = [await open(etcd), await open(etcd)]
    const record = await a.create(key('x'), object('x'))
    await a.close()
    await expect(a.get(key('x'))).rejects.toThrow('the storage is closed')
    expect((await b.get(key('x')))!.modRevision).toBe(record.modRevision)
    expect((await (await open(etcd)).list('/registry/')).records).toHaveLength(1)
  })

  it('agree on who compacts', async () => {
    const etcd = new MemoryEtcd()
    const [a, b] = [await open(etcd), await open(etcd)]
    const { modRevision } = await a.create(key('x'), object('x'))
    await a.compact(modRevision)
    await b.compact(modRevision)
    expect(etcd.compactedRevision).toBe(modRevision)
    expect(b.compactedRevision()).toBe(modRevision)
  })

  it('read everything anew where what they missed is gone', async () => {
    const etcd = new MemoryEtcd({ limits: { changes: 4 } })
    const a = await open(etcd)
    put(etcd, '/registry/configmaps/ns/raw', codec.encode(object('raw')).toString('latin1'))
    for (let i = 0; i < 20; i++) await a.create(key(`k${i}`), object(`k${i}`))
    expect(etcd.compactedRevision).toBeGreaterThan(1)
    expect((await a.list('/registry/')).records).toHaveLength(21)
  })

  it('lose what has a time to live when it is over', async () => {
    const clock = new FakeClock()
    const etcd = new MemoryEtcd({ clock })
    const a = await open(etcd, clock)
    const deleted: string[] = []
    a.watch('/registry/', undefined, (event) => event.type === 'delete' && deleted.push(event.record.key))
    await a.create(key('x'), object('x'), { ttl: 10 })
    await a.create(key('y'), object('y'))
    clock.advance(9_999)
    await turn()
    expect(deleted).toEqual([])
    clock.advance(1)
    await turn()
    expect(deleted).toEqual([key('x')])
    expect((await a.list('/registry/')).records.map((r) => r.key)).toEqual([key('y')])
  })
})

describe('an etcd in memory', () => {
  it('counts revisions by transactions, and writes of a key by versions', () => {
    const etcd = new MemoryEtcd()
    const answer = etcd.txn({
      compare: [{ target: 'MOD', key: bytes('a'), mod_revision: 0 }],
      success: [
        { request_put: { key: bytes('a'), value: bytes('1') } },
        { request_put: { key: bytes('b'), value: bytes('1') } },
        { request_range: { key: bytes('a') } },
      ],
      failure: [],
    })
    expect(answer).toMatchObject({ succeeded: true, header: { revision: 2 } })
    expect(answer.responses[2]!.response_range!.kvs[0]).toMatchObject({ mod_revision: 2, version: 1 })
    put(etcd, 'a', '2')
    expect(etcd.range({ key: bytes('a') }).kvs[0]).toMatchObject({
      create_revision: 2,
      mod_revision: 3,
      version: 2,
    })
    etcd.deleteRange(bytes('a'), Buffer.alloc(0))
    put(etcd, 'a', '3')
    expect(etcd.range({ key: bytes('a') }).kvs[0]).toMatchObject({ create_revision: 5, version: 1 })
  })

  it('does the other thing where a comparison fails, and no revision for what changes nothing', () => {
    const etcd = new MemoryEtcd()
    put(etcd, 'a', '1')
    const write = { request_put: { key: bytes('a'), value: bytes('2') } }
    const compare = [{ target: 'VERSION' as const, key: bytes('a'), version: 7 }]
    const answer = etcd.txn({ compare, success: [write], failure: [{ request_range: { key: bytes('a') } }] })
    expect(answer).toMatchObject({ succeeded: false, header: { revision: 2 } })
    expect(answer.responses[0]!.response_range!.kvs[0]!.value.toString()).toBe('1')
    etcd.deleteRange(bytes('nothing'), Buffer.alloc(0))
    expect(etcd.revision).toBe(2)
  })

  it('refuses a transaction as a whole', () => {
    const etcd = new MemoryEtcd()
    const of = (...success: { request_put: { key: Buffer; value: Buffer; lease?: number } }[]) => {
      return () => etcd.txn({ compare: [], success, failure: [] })
    }
    const one = { request_put: { key: bytes('a'), value: bytes('1') } }
    const big = { request_put: { key: bytes('b'), value: Buffer.alloc(1.6 * 1024 * 1024) } }
    const leased = { request_put: { key: bytes('b'), value: bytes('1'), lease: 7 } }
    const nameless = { request_put: { key: Buffer.alloc(0), value: bytes('1') } }
    for (const [work, message] of [
      [of(one, big), 'etcdserver: request is too large'],
      [of(one, leased), 'etcdserver: requested lease not found'],
      [of(one, one), 'etcdserver: duplicate key given in txn request'],
      [of(one, nameless), 'etcdserver: key is not provided'],
      [of(...Array(129).fill(one)), 'etcdserver: too many operations in txn request'],
    ] as const)
      expect(work).toThrow(new WriteFailedError(message))
    expect(etcd.range({ ...all, range_end: all.end }).count).toBe(0)
    expect(etcd.revision).toBe(1)
  })

  it('reads as of an older revision, until that is compacted', () => {
    const etcd = new MemoryEtcd()
    put(etcd, 'a', '1')
    put(etcd, 'b', '1')
    put(etcd, 'a', '2')
    etcd.deleteRange(bytes('b'), Buffer.alloc(0))
    put(etcd, 'c', '1')
    const at = (revision: number) =>
      etcd.range({ key: all.key, range_end: all.end, revision }).kvs.map(({ key, value }) => `${key}${value}`)
    expect([at(2), at(3), at(4), at(5), at(6)]).toEqual([
      ['a1'],
      ['a1', 'b1'],
      ['a2', 'b1'],
      ['a2'],
      ['a2', 'c1'],
    ])
    expect(() => at(7)).toThrow('etcdserver: mvcc: required revision is a future revision')
    etcd.compact(4)
    expect(() => at(3)).toThrow('etcdserver: mvcc: required revision has been compacted')
    expect(at(4)).toEqual(['a2', 'b1'])
    expect(() => etcd.compact(4)).toThrow('etcdserver: mvcc: required revision has been compacted')
    expect(() => etcd.compact(9)).toThrow('etcdserver: mvcc: required revision is a future revision')
  })

  it('answers pages, counts and keys', () => {
    const etcd = new MemoryEtcd()
    for (const name of ['c', 'a', 'b', 'd']) put(etcd, name, 'value')
    const range = { key: bytes('a'), range_end: bytes('d') }
    const page = etcd.range({ ...range, limit: 2, keys_only: true })
    expect(page.kvs.map(({ key, value }) => [key.toString(), value.length])).toEqual([
      ['a', 0],
      ['b', 0],
    ])
    expect(page).toMatchObject({ more: true, count: 3 })
    expect(etcd.range({ ...range, count_only: true })).toEqual({ kvs: [], more: false, count: 3 })
  })

  it('tells watches after the call, from the past, from now and from the future', async () => {
    const etcd = new MemoryEtcd()
    put(etcd, 'a')
    put(etcd, 'b')
    const [past, now, future, stopped]: WatchNews[][] = [[], [], [], []]
    etcd.watch(all, 3, (news) => past!.push(news))
    etcd.watch({ key: bytes('a'), end: Buffer.alloc(0) }, 0, (news) => now!.push(news))
    etcd.watch(all, 6, (news) => future!.push(news))
    const watch = etcd.watch(all, 0, (news) => stopped!.push(news))
    put(etcd, 'a')
    expect(past).toEqual([])
    watch.stop()
    await turn()
    etcd.deleteRange(bytes('b'), Buffer.alloc(0))
    put(etcd, 'c')
    await turn()
    expect(told(past!)).toEqual(['3 PUT b 1', '4 PUT a 2', '5 DELETE b 0', '6 PUT c 1'])
    expect(told(now!)).toEqual(['4 PUT a 2'])
    expect(told(future!)).toEqual(['6 PUT c 1'])
    expect(stopped).toEqual([])
  })

  it('tells a watch that begins before the last compaction what is left', async () => {
    const etcd = new MemoryEtcd()
    for (const name of ['a', 'b', 'c']) put(etcd, name)
    etcd.compact(3)
    const [gone, left]: WatchNews[][] = [[], []]
    etcd.watch(all, 2, (news) => gone!.push(news))
    etcd.watch(all, 3, (news) => left!.push(news))
    await turn()
    expect(told(gone!)).toEqual(['compacted 3'])
    expect(told(left!)).toEqual(['3 PUT b 1', '4 PUT c 1'])
  })

  it('keeps a key while its newest lease lives, and lets all keys of a lease go in one revision', async () => {
    const clock = new FakeClock()
    const etcd = new MemoryEtcd({ clock })
    etcd.grant(1, 5)
    etcd.grant(2, 20)
    expect(() => etcd.grant(1, 5)).toThrow('etcdserver: lease already exists')
    for (const name of ['a', 'b', 'c', 'd']) put(etcd, name, '', 1)
    put(etcd, 'a', '', 2)
    put(etcd, 'b')
    const seen: WatchNews[] = []
    etcd.watch(all, 0, (news) => seen.push(news))
    clock.advance(5_000)
    await turn()
    expect(told(seen)).toEqual(['8 DELETE c 0', '8 DELETE d 0'])
    expect(() => put(etcd, 'e', '', 1)).toThrow('etcdserver: requested lease not found')
    clock.advance(15_000)
    expect(etcd.range({ key: all.key, range_end: all.end }).kvs.map((kv) => kv.key.toString())).toEqual(['b'])
  })

  it('takes up a snapshot, and tells watches that what was before is gone', async () => {
    const etcd = new MemoryEtcd()
    put(etcd, 'a', '1')
    const { kvs } = etcd.range({ key: bytes('a') })
    const seen: WatchNews[] = []
    put(etcd, 'b')
    etcd.watch(all, 0, (news) => seen.push(news))
    etcd.restore(kvs, 9)
    await turn()
    expect(told(seen)).toEqual(['compacted 9'])
    expect(etcd.range({ key: all.key, range_end: all.end }).kvs).toEqual(kvs)
    expect(() => etcd.range({ key: bytes('a'), revision: 8 })).toThrow('has been compacted')
    expect(etcd.txn({ compare: [], success: [], failure: [] }).header.revision).toBe(9)
  })
})
