// A real kube-apiserver and a simulated one on one etcd, with one file of --encryption-provider-config: each reads and changes what
// the other encrypted.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { RestClient } from '../../client/rest-client.ts'
import { minorOf } from '../../component-base/minor.ts'
import { hasEtcd, startEtcd } from '../../server/storage/etcd/testing/etcd-process.ts'
import { type Server, serverFolder, startServerProcess } from '../conformance/server-process.ts'
import { realVersions, startRealServer } from './real-server.ts'
import { storedKeys } from './stored-keys.ts'

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

/** What the bytes begin with: the provider and its key. */
const begins = {
  configmaps: 'k8s:enc:aesgcm:v1:gcm:',
  secrets: 'k8s:enc:aescbc:v1:cbc:',
  serviceaccounts: 'k8s:enc:secretbox:v1:box:1:',
}

describe.skipIf(!hasEtcd || realVersions.length === 0)('encryption at rest', () => {
  it.each(realVersions)('is that of the real %s', { timeout: 150_000 }, async (version) => {
    const { etcd, servers } = await startBoth(version)
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
        const read = await client.get<KubeObject>(other)
        expect(read.metadata).toMatchObject({ name: `of-${1 - i}`, labels: { told: 'a-secret' } })
        expect(read).toEqual(await clients[1 - i]!.get<KubeObject>(other))
        await client.patch(other, { metadata: { labels: { by: String(i) } } }, 'application/merge-patch+json')
        expect((await clients[1 - i]!.get<KubeObject>(other)).metadata.labels?.['by']).toBe(String(i))
      }
    const stored = await storedKeys(etcd)
    for (const [resource, start] of Object.entries(begins))
      for (const i of clients.keys()) {
        const value = stored.get(`/registry/${resource}/kube-public/of-${i}`)!.toString('latin1')
        expect(value.slice(0, start.length)).toBe(start)
        expect(value).not.toContain('a-secret')
      }
  })
})
