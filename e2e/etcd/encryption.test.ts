// A real kube-apiserver and a simulated one on one etcd, with one file of keys: each reads what the other encrypted.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { hasEtcd, startEtcd } from '../../server/storage/etcd/testing/etcd-process.ts'
import { ask, objectOf } from '../api-request.ts'
import { type Server, serverFolder, startServerProcess } from '../conformance/server-process.ts'
import { minorOf, realVersions, startRealServer } from './real-server.ts'
import { storedKeys } from './stored-keys.ts'

const toEnd: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end()
})

const key = (letter: string): object => ({
  keys: [{ name: 'k', secret: Buffer.from(letter.repeat(32)).toString('base64') }],
})
const configuration = {
  kind: 'EncryptionConfiguration',
  apiVersion: 'apiserver.config.k8s.io/v1',
  resources: [
    { resources: ['secrets'], providers: [{ aescbc: key('a') }, { identity: {} }] },
    { resources: ['configmaps'], providers: [{ aesgcm: key('b') }, { identity: {} }] },
  ],
}
const written = [
  ['secrets', 'k8s:enc:aescbc:v1:k:'],
  ['configmaps', 'k8s:enc:aesgcm:v1:k:'],
] as const

const pathOf = (resource: string): string => `/api/v1/namespaces/default/${resource}`

describe.skipIf(!hasEtcd || realVersions.length === 0)('with one file of keys', () => {
  it.each(realVersions)(
    'a real %s and a simulated server read what the other encrypted',
    async (version) => {
      const etcd = await startEtcd()
      toEnd.push(() => etcd.stop())
      const { dir, remove } = serverFolder()
      toEnd.push(remove)
      const file = join(dir, 'encryption.json')
      writeFileSync(file, JSON.stringify(configuration), { mode: 0o600 })
      const real = await startRealServer(version, etcd.url, dir, [`--encryption-provider-config=${file}`])
      toEnd.push(() => real.stop())
      const flags = ['--etcd-servers', etcd.url, '--encryption-provider-config', file]
      const simulated = await startServerProcess({ release: `1.${minorOf(version)}`, dir, flags })
      toEnd.push(() => simulated.stop())

      const servers: [string, Server][] = [
        ['of-real', real],
        ['of-simulated', simulated],
      ]
      for (const [name, { server }] of servers)
        for (const [resource] of written) {
          const made = await ask(server + pathOf(resource), { method: 'POST', body: { metadata: { name } } })
          expect(made).toMatchObject({ status: 201 })
        }
      const stored = await storedKeys(etcd.url)
      for (const [name] of servers)
        for (const [resource, start] of written) {
          const bytes = stored.get(`/registry/${resource}/default/${name}`)
          expect(bytes?.subarray(0, start.length).toString()).toBe(start)
          const [theirs, ours] = await Promise.all(
            servers.map(([, { server }]) => ask(`${server}${pathOf(resource)}/${name}`, { method: 'GET' })),
          )
          expect(objectOf(ours!)).toEqual(objectOf(theirs!))
          expect(objectOf(ours!).metadata.name).toBe(name)
        }
    },
    150_000,
  )
})
