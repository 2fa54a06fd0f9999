// Servers of different releases on one etcd: what one does not serve, a peer answers.

import { afterEach, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { schemeFor } from '../../apimachinery/scheme/scheme.ts'
import { StoredCodec } from '../../apimachinery/scheme/stored-codec.ts'
import { freePort } from '../../cluster/free-port.ts'
import { FakeClock } from '../../component-base/clock.ts'
import { minorOf } from '../../component-base/minor.ts'
import { realRandom } from '../../component-base/random.ts'
import { serverIdentity } from '../../server/controlplane/server-identity.ts'
import { EtcdClient } from '../../server/storage/etcd/etcd-client.ts'
import { MemoryEtcd } from '../../server/storage/etcd/memory-etcd.ts'
import { hasEtcd, startEtcd } from '../../server/storage/etcd/testing/etcd-process.ts'
import { type Server, serverFolder } from '../conformance/server-process.ts'
import { askPeer, startPeer, writePeerCertificates } from './peer-servers.ts'
import { realVersions, startRealServer } from './real-server.ts'

const toEnd: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end()
})

const gates = '--feature-gates=UnknownVersionInteroperabilityProxy=true,StorageVersionAPI=true'
const internal = 'internal.apiserver.k8s.io/v1alpha1=true'
const policies = '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies'
const addresses = '/apis/networking.k8s.io/v1beta1/ipaddresses'

async function place(): Promise<{ etcd: string; dir: string; flags: string[] }> {
  const etcd = await startEtcd()
  const folder = serverFolder()
  toEnd.push(folder.remove, () => etcd.stop())
  return { etcd: etcd.url, dir: folder.dir, flags: await writePeerCertificates(folder.dir) }
}

const ending = (server: Server): Server => {
  toEnd.push(() => server.stop())
  return server
}

const statusOf = async (server: Server, path: string): Promise<number> =>
  (await askPeer(server, 'GET', path)).status

/** Peers hear of each other soon, not at once. */
const soon = { timeout: 60_000, interval: 100 }

const policy = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingAdmissionPolicy',
  metadata: { name: 'one' },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
    },
    reinvocationPolicy: 'Never',
    mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
  },
}

/** An older and a newer server reach each other: each answers for the other, as who asked. */
async function answersForEachOther(older: Server, newer: Server): Promise<void> {
  await expect.poll(() => statusOf(older, policies), soon).toBe(200)
  await expect.poll(() => statusOf(newer, addresses), soon).toBe(200)
  const created = await askPeer(older, 'POST', policies, policy, { 'user-agent': 'one/1.0' })
  expect(created.status).toBe(201)
  expect(JSON.parse(created.text).metadata.managedFields[0].manager).toBe('one')
  expect((await askPeer(older, 'DELETE', `${policies}/one`)).status).toBe(200)
  expect(await statusOf(older, `${policies}/one`)).toBe(404)
  const once = await askPeer(older, 'GET', policies, undefined, { 'x-kubernetes-peer-proxied': 'true' })
  expect(once.status).toBe(404)
  const asOther = { 'impersonate-user': 'nobody' }
  const refused = await askPeer(older, 'GET', policies, undefined, asOther)
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('User \\"nobody\\" cannot list resource')
  const { text } = await askPeer(older, 'GET', '/metrics')
  expect(text).toMatch(/^apiserver_rerouted_request_total\{code="200".*\} \d+$/m)
}

describe('a peer that serves what the server does not', () => {
  const dialing = (port: number): Buffer =>
    new StoredCodec(schemeFor('1.36'), 'application/vnd.kubernetes.protobuf').encode({
      kind: 'Endpoints',
      apiVersion: 'v1',
      metadata: { labels: { apiserverIdentity: serverIdentity('two', 36, realRandom) } },
      subsets: [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ name: 'https', port, protocol: 'TCP' }] }],
    } as unknown as KubeObject)

  it('is 503 where it does not say its address, or cannot be reached there', {
    timeout: 60_000,
  }, async () => {
    const [etcd, clock, folder] = [new MemoryEtcd(), new FakeClock(Date.now()), serverFolder()]
    toEnd.push(folder.remove)
    const flags = await writePeerCertificates(folder.dir)
    const one = { release: '1.36', hostname: 'one', etcd, dir: folder.dir, clock }
    const server = ending(await startPeer(one, flags))
    const more = `--runtime-config=networking.k8s.io/v1beta1=true`
    ending(await startPeer({ ...one, release: '1.34', hostname: 'two' }, [...flags, gates, more]))
    const asked = (): Promise<number> => {
      clock.advance(5)
      return statusOf(server, addresses)
    }
    await expect.poll(asked, soon).toBe(200)
    const key = Buffer.from(`/registry/peerserverleases/${serverIdentity('two', 36, realRandom)}`)
    etcd.txn({ compare: [], success: [{ request_delete_range: { key } }], failure: [] })
    const silent = await askPeer(server, 'GET', addresses)
    expect(silent.status).toBe(503)
    expect(JSON.parse(silent.text)).toMatchObject({
      reason: 'ServiceUnavailable',
      message: 'Error getting ip and port info of the remote server while proxying',
    })
    const port = await freePort()
    etcd.txn({ compare: [], success: [{ request_put: { key, value: dialing(port) } }], failure: [] })
    const gone = await askPeer(server, 'GET', addresses)
    expect([gone.status, gone.text]).toEqual([
      503,
      `dial tcp 127.0.0.1:${port}: connect: connection refused\n`,
    ])
    expect(gone.headers['content-type']).toBe('text/plain; charset=utf-8')
    const { text } = await askPeer(server, 'GET', '/metrics')
    const of = 'group="networking.k8s.io",resource="ipaddresses"'
    expect(text).toContain(
      `apiserver_peer_proxy_errors_total{${of},type="endpoint_resolution",version="v1beta1"} 1`,
    )
    expect(text).toContain(`apiserver_rerouted_request_total{code="503",${of},version="v1beta1"} 1`)
  })
})

describe.skipIf(!hasEtcd)('simulated servers on one etcd', () => {
  it('answer for each other', { timeout: 60_000 }, async () => {
    const { etcd, dir, flags } = await place()
    const older = ending(
      await startPeer({ release: '1.34', hostname: 'one', etcd, dir }, [
        ...flags,
        gates,
        '--runtime-config=networking.k8s.io/v1beta1=true',
      ]),
    )
    const newer = ending(await startPeer({ release: '1.36', hostname: 'two', etcd, dir }, flags))
    await answersForEachOther(older, newer)
  })

  it('tell who cannot be reached', { timeout: 60_000 }, async () => {
    const { etcd, dir, flags } = await place()
    const older = ending(await startPeer({ release: '1.34', hostname: 'one', etcd, dir }, [...flags, gates]))
    const newer = await startPeer({ release: '1.36', hostname: 'two', etcd, dir }, [...flags])
    await expect.poll(() => statusOf(older, policies), soon).toBe(200)
    await newer.stop()
    // Its lease is gone at once, and what it served with it.
    await expect.poll(() => statusOf(older, policies), soon).toBe(404)
  })
})

const schemas = (version: string): string => `/apis/flowcontrol.apiserver.k8s.io/${version}/flowschemas`

/** As up to 1.32, where StorageVersions say who serves what. */
async function answerByStorageVersions(older: Server, newer: Server): Promise<void> {
  await expect.poll(() => statusOf(older, schemas('v1')), soon).toBe(200)
  await expect.poll(() => statusOf(newer, schemas('v1beta2')), soon).toBe(200)
  const { text } = await askPeer(newer, 'GET', `${schemas('v1beta2')}/exempt`)
  expect(JSON.parse(text)).toMatchObject({ apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2' })
  // Nobody serves it: the server says so itself.
  expect(await statusOf(older, schemas('v1alpha9'))).toBe(404)
}

const withVersions = [gates, `--runtime-config=${internal}`]

describe.skipIf(!hasEtcd)('simulated servers that tell storage versions', () => {
  it('answer for each other', { timeout: 60_000 }, async () => {
    const { etcd, dir, flags } = await place()
    const one = { release: '1.28', hostname: 'one', etcd, dir }
    const older = ending(await startPeer(one, [...flags, ...withVersions]))
    const two = { release: '1.30', hostname: 'two', etcd, dir }
    const newer = ending(await startPeer(two, [...flags, ...withVersions]))
    await answerByStorageVersions(older, newer)
  })
})

const tellingVersions = realVersions.filter((version) => minorOf(version) === 28)

describe.skipIf(!hasEtcd || tellingVersions.length === 0)('a real server that tells storage versions', () => {
  it.each(tellingVersions)(
    'and a simulated one answer for each other: %s',
    { timeout: 120_000 },
    async (version) => {
      const { etcd, dir, flags } = await place()
      const real = ending(await startRealServer(version, etcd, dir, [...flags, ...withVersions]))
      const peer = { release: '1.30', hostname: 'one', etcd, dir }
      const newer = ending(await startPeer(peer, [...flags, ...withVersions]))
      await answerByStorageVersions(real, newer)
    },
  )
})

const document = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

/** `group/version/resource` of everything that a server shows in its aggregated document. */
async function shown(server: Server, accept: string): Promise<string[]> {
  const { text } = await askPeer(server, 'GET', '/apis', undefined, { accept })
  const { items } = JSON.parse(text) as {
    items: {
      metadata: { name: string }
      versions: { version: string; resources: { resource: string }[] }[]
    }[]
  }
  return items.flatMap(({ metadata, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources.map(({ resource }) => `${metadata.name}/${version}/${resource}`),
    ),
  )
}

describe.skipIf(!hasEtcd)('discovery of 1.36', () => {
  it('tells what peers serve, unless it is asked not to', { timeout: 60_000 }, async () => {
    const { etcd, dir, flags } = await place()
    const runtime = '--runtime-config=networking.k8s.io/v1beta1=true'
    ending(await startPeer({ release: '1.34', hostname: 'one', etcd, dir }, [...flags, gates, runtime]))
    const newer = ending(await startPeer({ release: '1.36', hostname: 'two', etcd, dir }, flags))
    const addressesOfPeer = 'networking.k8s.io/v1beta1/ipaddresses'
    await expect.poll(() => shown(newer, document), soon).toContain(addressesOfPeer)
    expect(await shown(newer, document)).toContain('networking.k8s.io/v1/ipaddresses')
    expect(await shown(newer, `${document};profile=nopeer`)).not.toContain(addressesOfPeer)
  })
})

const newest = realVersions.filter((version) => minorOf(version) > 35)

/** What is of one server, and of one moment. */
const ownTexts =
  /apiserver-[a-z2-7]{26}(?:_[0-9a-f-]{36})?|\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{8}-[0-9a-f-]{27}|127\.0\.0\.1:\d+/g

/** What servers store of themselves below a key, without that. */
async function told(etcd: string, prefix: string): Promise<unknown[]> {
  const client = await EtcdClient.open({ endpoints: [etcd], caFile: '', certFile: '', keyFile: '' })
  const end = Buffer.from(prefix)
  end[end.length - 1]!++
  const { kvs } = await client.range({ key: Buffer.from(prefix), range_end: end })
  client.close()
  const codec = new StoredCodec(schemeFor('1.36'), 'application/vnd.kubernetes.protobuf')
  return kvs.map(({ value }) => {
    const { metadata, ...rest } = codec.decode(value)
    const { generation: _, ...more } = metadata
    const labels = { ...metadata.labels, 'kubernetes.io/hostname': '' }
    const text = JSON.stringify({ ...rest, metadata: { ...more, labels } })
    return JSON.parse(text.replaceAll(ownTexts, '').replaceAll(/"port":\d+/g, '"port":0'))
  })
}

describe.skipIf(!hasEtcd || newest.length === 0)('a real and a simulated server on one etcd', () => {
  it.each(newest)('answer for each other: %s', { timeout: 120_000 }, async (version) => {
    const { etcd, dir, flags } = await place()
    const real = ending(await startRealServer(version, etcd, dir, flags))
    const older = ending(
      await startPeer({ release: '1.34', hostname: 'one', etcd, dir }, [
        ...flags,
        gates,
        `--runtime-config=networking.k8s.io/v1beta1=true,${internal}`,
      ]),
    )
    await answersForEachOther(older, real)
    for (const prefix of ['/registry/leases/kube-system/', '/registry/peerserverleases/']) {
      const [one, other, ...more] = await told(etcd, prefix)
      expect(one).toEqual(other)
      expect(more).toEqual([])
    }
    const release = `1.${minorOf(version)}`
    const same = ending(await startPeer({ release, hostname: 'two', etcd, dir }, flags))
    await expect.poll(() => shown(same, document), soon).toEqual(await shown(real, document))
  })
})
