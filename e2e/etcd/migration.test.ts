// A migration writes objects anew in etcd: under the key that a server writes with now.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { RestClient } from '../../client/rest-client.ts'
import { realClock } from '../../component-base/clock.ts'
import { silentLogger } from '../../component-base/klog.ts'
import { realRandom } from '../../component-base/random.ts'
import { type ControllerContext, SharedInformers } from '../../controllers/controller.ts'
import { EventRecorders } from '../../controllers/event-recorder.ts'
import { startStorageVersionMigrator } from '../../controllers/storageversion/migrator.ts'
import { EtcdClient } from '../../server/storage/etcd/etcd-client.ts'
import { hasEtcd, startEtcd } from '../../server/storage/etcd/testing/etcd-process.ts'
import { serverFolder } from '../conformance/server-process.ts'
import { startPeer } from './peer-servers.ts'

const toEnd: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end()
})

const migrations = '/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations'
const flags = [
  '--feature-gates=StorageVersionMigrator=true',
  '--runtime-config=storagemigration.k8s.io/v1beta1=true',
  '--bind-address=127.0.0.1',
]

const configuration = (key: string): string => `apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
- resources: [secrets]
  providers:
  - aescbc: {keys: [{name: one, secret: ${key}}]}
  - identity: {}
`

const context = (client: RestClient): ControllerContext => {
  const shared = { client, clock: realClock, random: realRandom, logger: silentLogger, minor: 36 }
  const gates = { enabled: () => true, known: () => true, unregistered: () => true }
  return {
    ...shared,
    gates,
    informers: new SharedInformers(client, realClock),
    events: new EventRecorders(shared),
  }
}

async function storedSecrets(etcd: string): Promise<Buffer[]> {
  const client = await EtcdClient.open({ endpoints: [etcd], caFile: '', certFile: '', keyFile: '' })
  const [key, range_end] = ['/registry/secrets/', '/registry/secrets0'].map((text) => Buffer.from(text))
  const { kvs } = await client.range({ key: key!, range_end: range_end! })
  client.close()
  return kvs.map(({ value }) => value)
}

describe.skipIf(!hasEtcd)('a migration on etcd', () => {
  it('encrypts what was written before', { timeout: 60_000 }, async () => {
    const etcd = await startEtcd()
    const { dir, remove } = serverFolder()
    toEnd.push(remove, () => etcd.stop())
    const one = { release: '1.36', hostname: 'one', etcd: etcd.url, dir }
    const before = await startPeer(one, flags)
    const secrets = `${before.server}/api/v1/namespaces/default/secrets`
    const plain = new RestClient({ server: before.server, token: before.token, insecure: true }, 'test')
    for (const name of ['a', 'b', 'c'])
      await plain.create(secrets.slice(before.server.length), { metadata: { name } })
    plain.close()
    await before.stop()

    const file = join(dir, 'encryption.yaml')
    writeFileSync(file, configuration(Buffer.alloc(32, 7).toString('base64')))
    const after = await startPeer(one, [...flags, `--encryption-provider-config=${file}`])
    toEnd.push(() => after.stop())
    const client = new RestClient({ server: after.server, token: after.token, insecure: true }, 'test')
    const parts = context(client)
    const migrator = startStorageVersionMigrator(parts)
    parts.informers.start()
    toEnd.push(
      () => client.close(),
      () => parts.informers.stop(),
      () => migrator.stop(),
    )
    await client.create(migrations, {
      metadata: { name: 'm' },
      spec: { resource: { group: '', resource: 'secrets' } },
    })
    const ended = async () => {
      const { status } = await client.get<KubeObject & { status?: { conditions?: { type: string }[] } }>(
        `${migrations}/m`,
      )
      return (status?.conditions ?? []).map(({ type }) => type)
    }
    await expect.poll(ended, { timeout: 60_000 }).toContain('Succeeded')
    const stored = await storedSecrets(etcd.url)
    expect(stored).toHaveLength(3)
    for (const bytes of stored) expect(bytes.toString('latin1')).toMatch(/^k8s:enc:aescbc:v1:one:/)
  })
})
