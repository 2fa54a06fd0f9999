// A real kube-apiserver and a simulated one on one etcd, with one file of --encryption-provider-config: each reads and changes what
// the other encrypted.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { RestClient } from '../../client/rest-client.ts'
import { EtcdClient } from '../../server/storage/etcd/etcd-client.ts'
import { KeySpace } from '../../server/storage/etcd/key-space.ts'
import { hasEtcd, startEtcd } from '../../server/storage/etcd/testing/etcd-process.ts'
import { type Server, serverFolder, startServerProcess } from '../conformance/server-process.ts'
import { minorOf, realVersions, startRealServer } from './real-server.ts'

const toEnd: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end()
})

const keys = (name: string): object => ({
  keys: [{ name, secret: Buffer.alloc(32, name).toString('base64') }],
})
/** Each provider with the resource that it encrypts. */
const providers = {
  configmaps: { aesgcm: keys('gcm') },
  secrets: { aescbc: keys('cbc') },
  serviceaccounts: { secretbox: keys('box:1') },
}
const configuration = {
  kind: 'EncryptionConfiguration',
  apiVersion: 'apiserver.config.k8s.io/v1',
  resources: Object.entries(providers).map(([resource, provider]) => ({
    resources: [resource],
    providers: [provider],
  })),
}
const resources = Object.keys(providers)
const path = (resource: string): string => `/api/v1/namespaces/kube-public/${resource}`

async function storedValues(etcd: string): Promise<string[]> {
  const client = await EtcdClient.open({ endpoints: [etcd], caFile: '', certFile: '', keyFile: '' })
  toEnd.push(() => client.close())
  const keySpace = new KeySpace('/registry')
  const ranges = resources.map((one) => client.range(keySpace.range(`/registry/${one}/kube-public/of-`)))
  const values = (await Promise.all(ranges)).flatMap(({ kvs }) => kvs.map(({ value }) => value))
  return values.map((value) => value.toString('latin1'))
}

async function startBoth(version: string): Promise<{ etcd: string; servers: Server[] }> {
  const etcd = await startEtcd()
  toEnd.push(() => etcd.stop())
  const folder = serverFolder()
  toEnd.push(() => folder.remove())
  const file = join(folder.dir, 'encryption.json')
  writeFileSync(file, JSON.stringify(configuration), { mode: 0o600 })
  const flags = [`--encryption-provider-config=${file}`, '--etcd-prefix=/registry']
  const real = await startRealServer(version, etcd.url, folder.dir, flags)
  toEnd.push(() => real.stop())
  const release = `1.${minorOf(version)}`
  const own = await startServerProcess({ release, dir: folder.dir, etcd: etcd.url, flags })
  toEnd.push(() => own.stop())
  return { etcd: etcd.url, servers: [real, own] }
}

const version = realVersions.at(-1)

describe.skipIf(!hasEtcd || version === undefined)(`encryption at rest, beside ${version}`, () => {
  it('is that of the real server', async () => {
    const { etcd, servers } = await startBoth(version!)
    const clients = servers.map((server) => new RestClient({ ...server, insecure: true }, 'test'))
    toEnd.push(() => {
      for (const client of clients) client.close()
    })
    for (const [i, client] of clients.entries())
      for (const resource of resources)
        await client.create(path(resource), { metadata: { name: `of-${i}`, labels: { told: 'a-secret' } } })
    for (const [i, client] of clients.entries())
      for (const resource of resources) {
        const other = `${path(resource)}/of-${1 - i}`
        const { metadata } = await client.get<KubeObject>(other)
        expect(metadata.labels).toEqual({ told: 'a-secret' })
        await client.patch(other, { metadata: { labels: { by: String(i) } } }, 'application/merge-patch+json')
        expect((await clients[1 - i]!.get<KubeObject>(other)).metadata.labels?.['by']).toBe(String(i))
      }
    const values = await storedValues(etcd)
    expect(values.map((value) => value.slice(0, value.indexOf(':v1:')))).toEqual(
      ['aesgcm', 'aescbc', 'secretbox'].flatMap((name) => [`k8s:enc:${name}`, `k8s:enc:${name}`]),
    )
    expect(values.filter((value) => value.includes('a-secret'))).toEqual([])
  }, 120_000)
})
