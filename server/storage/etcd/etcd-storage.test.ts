import { afterAll, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { schemeFor } from '../../../apimachinery/scheme/scheme.ts'
import { StoredCodec } from '../../../apimachinery/scheme/stored-codec.ts'
import { realClock } from '../../../component-base/clock.ts'
import type { Storage, StorageEvent } from '../interface.ts'
import { storageConformance } from '../testing/conformance.ts'
import { openEtcdStorage } from './etcd-storage.ts'
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

const open = (url: string, prefix = '/registry'): Promise<Storage> =>
  openEtcdStorage({
    connection: { endpoints: [url], caFile: '', certFile: '', keyFile: '' },
    prefix,
    writtenBy: '1.36',
    codec: new StoredCodec(schemeFor('1.36'), 'application/vnd.kubernetes.protobuf'),
    clock: realClock,
    leases: { reuseSeconds: 60, maxObjects: 1000 },
  })

const key = (name: string): string => `/registry/configmaps/ns/${name}`
const object = (name: string, data?: Record<string, string>): KubeObject =>
  ({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name, namespace: 'ns' },
    ...(data === undefined ? {} : { data }),
  }) as unknown as KubeObject

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
    try {
      expect(await a.get(key('x'), { cached: true })).toBe(record)
      expect((await a.list('/registry/', { cached: true })).records).toEqual([record])
      await expect(a.get(key('x'), { timeout: 50 })).rejects.toThrow('context deadline exceeded')
      await expect.poll(() => a.failure(), { timeout: 20_000 }).toContain('error getting data from etcd')
    } finally {
      process.kill(etcd.pid, 'SIGCONT')
    }
    expect(await a.get(key('x'))).toBe(record)
    await expect.poll(() => a.failure(), { timeout: 20_000 }).toBeUndefined()
    await a.close()
  })

  it('lets what has a time to live go when it is over', async () => {
    const { url } = await newEtcd()
    const a = await open(url)
    const deleted = new Promise<StorageEvent>((resolve) => {
      a.watch('/registry/', undefined, (event) => event.type === 'delete' && resolve(event))
    })
    await a.create(key('x'), object('x'), 1)
    await a.create(key('y'), object('y'))
    expect((await deleted).record.key).toBe(key('x'))
    expect((await a.list('/registry/')).records.map((r) => r.key)).toEqual([key('y')])
    await a.close()
  })
})
