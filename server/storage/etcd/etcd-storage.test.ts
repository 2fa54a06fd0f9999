import { execFileSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { schemeFor } from '../../../apimachinery/scheme/scheme.ts'
import { StoredCodec } from '../../../apimachinery/scheme/stored-codec.ts'
import { realClock } from '../../../component-base/clock.ts'
import { EncryptedCodec } from '../encryption/encrypted-codec.ts'
import { transformersOf } from '../encryption/transformers.ts'
import { type Storage, type StorageEvent, TransformError } from '../interface.ts'
import { storageConformance } from '../testing/conformance.ts'
import { EtcdClient } from './etcd-client.ts'
import { type EtcdCodec, openEtcdStorage } from './etcd-storage.ts'
import { KeySpace } from './key-space.ts'
import { keyOf as key, configMap as object } from './testing/config-maps.ts'
import { type EtcdProcess, hasEtcd, startEtcd } from './testing/etcd-process.ts'

const processes: EtcdProcess[] = []
afterAll(async () => {
  for (const one of processes) await one.stop()
})

async function newEtcd(): Promise<EtcdProcess> {
  const etcd = await startEtcd()
  processes.push(etcd)
  return etcd
}

/** As ps tells it: `T` of a process that stands still. */
const stateOf = (pid: number): string =>
  execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })

const plain = new StoredCodec(schemeFor('1.36'), 'application/vnd.kubernetes.protobuf')

/** Keeps what comes as {@link plain} does, under the keys named: the first writes. */
const encryptedBy = (...names: string[]): EtcdCodec => {
  const keys = names.map((name) => ({ name, secret: Buffer.alloc(32, name).toString('base64') }))
  const resources = [{ resources: ['configmaps'], providers: [{ aesgcm: { keys } }] }]
  return new EncryptedCodec({
    codec: plain,
    transformerFor: transformersOf({ resources }, true),
    resourceOf: () => ({ group: '', resource: 'configmaps' }),
    keys: new KeySpace('/registry'),
  })
}

const open = (url: string, prefix = '/registry', codec: EtcdCodec = plain): Promise<Storage> =>
  openEtcdStorage({
    connect: () => EtcdClient.open({ endpoints: [url], caFile: '', certFile: '', keyFile: '' }),
    prefix,
    writtenBy: '1.36',
    codec,
    clock: realClock,
    leases: { reuseSeconds: 60, maxObjects: 1000 },
  })

describe.skipIf(!hasEtcd)('on a real etcd', () => {
  storageConformance('etcd', async () => open((await newEtcd()).url))

  it('shows each server what the others write, in the order of etcd', async () => {
    const { url } = await newEtcd()
    const [a, b] = [await open(url), await open(url)]
    const seen: StorageEvent[] = []
    b.watch('/registry/configmaps/', undefined, (event) => seen.push(event))
    const first = await a.create(key('x'), object('x'))
    const read = await b.get(key('x'))
    expect(read).toMatchObject({ modRevision: first.modRevision, writtenBy: '', object: first.object })
    const second = await b.update(key('x'), first.modRevision, object('x', { from: 'b' }))
    expect((await a.list('/registry/')).records.map((r) => r.object)).toEqual([second.object])
    await a.delete(key('x'), second.modRevision)
    expect(await b.reaches(a.revision())).toBe(true)
    expect(seen.map(({ type, revision }) => [type, revision])).toEqual([
      ['put', first.modRevision],
      ['put', second.modRevision],
      ['delete', a.revision()],
    ])
    await a.close()
    await b.close()
  })

  it('keeps its keys under the prefix', async () => {
    const { url } = await newEtcd()
    const [a, b] = [await open(url, 'kubernetes.io/'), await open(url)]
    await a.create(key('x'), object('x'))
    expect((await b.list('/registry/')).records).toEqual([])
    expect((await a.list('/registry/')).records).toHaveLength(1)
    await a.close()
    await b.close()
  })

  it('tells what is kept under an older key, and what cannot be read', async () => {
    const { url } = await newEtcd()
    const [old, both] = [encryptedBy('old'), encryptedBy('new', 'old')]
    const a = await open(url, '/registry', old)
    const b = await open(url, '/registry', both)
    await a.create(key('x'), object('x'))
    const read = (await b.get(key('x')))!
    expect([b.isStored!(read, object('x')), b.isStale!(read)]).toEqual([true, true])
    const written = await b.update(key('x'), read.modRevision, read.object)
    expect(b.isStale!(written)).toBe(false)
    const unread = (await a.get(key('x')))!
    expect(() => unread.object).toThrow(TransformError)
    await a.close()
    await b.close()
  })

  it('goes on where a watch ended, and tells who counts on every change when that cannot be', async () => {
    const etcd = await newEtcd()
    const [a, b] = [await open(etcd.url), await open(etcd.url)]
    const seen: number[] = []
    let ended = 0
    b.watch('/registry/', undefined, (event) => seen.push(event.revision))
    b.watch(
      '/registry/',
      undefined,
      () => {},
      () => ended++,
    )
    const first = await a.create(key('x'), object('x'))
    await etcd.kill()
    await etcd.start()
    const second = await a.update(key('x'), first.modRevision, object('x', { n: '2' }))
    expect(await b.reaches(second.modRevision)).toBe(true)
    expect(seen).toEqual([first.modRevision, second.modRevision])
    expect(ended).toBe(0)
    await a.close()
    await b.close()
  })

  it('answers what it knows while etcd stands still, and says that etcd does', async () => {
    const etcd = await newEtcd()
    const a = await open(etcd.url)
    const record = await a.create(key('x'), object('x'))
    process.kill(etcd.pid, 'SIGSTOP')
    // The signal only asks for it: threads that run may still answer.
    await expect.poll(() => stateOf(etcd.pid)).toMatch(/^T/)
    try {
      expect(await a.get(key('x'), { cached: true })).toBe(record)
      expect((await a.list('/registry/', { cached: true })).records).toEqual([record])
      await expect(a.get(key('x'), { timeout: 50 })).rejects.toThrow('context deadline exceeded')
      await expect.poll(() => a.failure(), { timeout: 60_000 }).toContain('error getting data from etcd')
    } finally {
      process.kill(etcd.pid, 'SIGCONT')
    }
    expect(await a.get(key('x'))).toBe(record)
    await expect.poll(() => a.failure(), { timeout: 60_000 }).toBeUndefined()
    await a.close()
  })

  it('lets what has a time to live go when it is over', async () => {
    const { url } = await newEtcd()
    const a = await open(url)
    const deleted = new Promise<StorageEvent>((resolve) => {
      a.watch('/registry/', undefined, (event) => event.type === 'delete' && resolve(event))
    })
    await a.create(key('x'), object('x'), { ttl: 1 })
    await a.create(key('y'), object('y'))
    expect((await deleted).record.key).toBe(key('x'))
    expect((await a.list('/registry/')).records.map((r) => r.key)).toEqual([key('y')])
    await a.close()
  })
})
