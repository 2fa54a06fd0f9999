import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../cluster/index.ts'
import type { EtcdApi } from '../etcdctl/api/etcd-api.ts'
import { connectEtcd } from '../etcdctl/grpc/connect-etcd.ts'
import { openFile } from '../server/storage/bbolt/byte-source.ts'
import { prefixEnd } from '../server/storage/etcd/key-range.ts'
import { EtcdSnapshot } from '../server/storage/mvcc/snapshot-file.ts'

let cluster: Cluster
let api: EtcdApi
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kepsim-etcdctl-'))
  cluster = await startCluster({ release: '1.34', nodes: 0 })
  const address = await cluster.serveEtcd(join(directory, 'etcd.sock'))
  api = await connectEtcd({ address, cacert: '', cert: '', key: '' })
})
afterAll(async () => {
  api.close()
  await cluster.stop()
  await rm(directory, { recursive: true, force: true })
})

const bytes = (text: string): Buffer => Buffer.from(text)
const path = '/api/v1/namespaces/default/configmaps'
const key = bytes('/registry/configmaps/default/a')

it('serves what the server stores, over a socket', async () => {
  await cluster.client().create(path, { metadata: { name: 'a' }, data: { k: 'v' } })
  const { kvs = [] } = await api.range({ key })
  expect(kvs[0]?.value?.subarray(0, 4).toString()).toBe('k8s\0')
  const prefix = bytes('/registry/configmaps/default/')
  const { count } = await api.range({ key: prefix, range_end: prefixEnd(prefix), count_only: true })
  expect(count).toBeGreaterThan(0)
})

it('tells of a change, and the server sees it', async () => {
  const told: string[] = []
  const watch = api.watch({ key }, ({ events = [] }) => {
    for (const { type = 0 } of events) told.push(type === 0 ? 'put' : 'delete')
  })
  const object = {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'a', namespace: 'default' },
    data: { k: 'new' },
  }
  await expect
    .poll(async () => {
      await api.put({ key, value: bytes(JSON.stringify(object)) })
      return told.length
    })
    .toBeGreaterThan(0)
  watch.stop()
  expect(await cluster.client().get(`${path}/a`)).toMatchObject({ data: { k: 'new' } })
})

it('keeps bytes that are no object, which the server cannot read', async () => {
  const broken = bytes('/registry/configmaps/default/broken')
  await api.put({ key: broken, value: bytes('k8s\0garbage') })
  const client = cluster.client()
  await expect(client.get(`${path}/broken`)).rejects.toThrow('proto: illegal wireType 7')
  await expect(client.get(path)).rejects.toThrow('proto: illegal wireType 7')
  expect((await api.deleteRange({ key: broken })).deleted).toBe(1)
  expect(await client.get(path)).toMatchObject({ kind: 'ConfigMapList' })
})

it('answers errors of etcd as etcd words them', async () => {
  await expect(api.range({ key, revision: 999_999 })).rejects.toThrow(
    'etcdserver: mvcc: required revision is a future revision',
  )
})

it('saves a snapshot as the file of an etcd', async () => {
  const file = join(directory, 'backup.db')
  const snapshot = await cluster.snapshot()
  await snapshot.saveForEtcd(file)
  const read = EtcdSnapshot.read(openFile(file))
  expect(read).toMatchObject({ sum: 'right', revision: snapshot.revision })
  expect(read.get(key.toString())?.value.subarray(0, 3).toString()).toBe('k8s')
  read.close()
})
