// A real kube-apiserver and a simulated one on one etcd: each reads, changes and deletes what the other wrote, and where both are of
// one release the bytes that they write are the same.
import { request } from 'node:https'
import { afterEach, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { parseApiVersion, schemeFor } from '../../apimachinery/scheme/scheme.ts'
import { StoredCodec } from '../../apimachinery/scheme/stored-codec.ts'
import { EtcdClient } from '../../server/storage/etcd/etcd-client.ts'
import { hasEtcd, startEtcd } from '../../server/storage/etcd/testing/etcd-process.ts'
import { type Server, serverFolder, startServerProcess } from '../conformance/server-process.ts'
import { minorOf, realVersions, startRealServer } from './real-server.ts'
import { type SmallestObject, smallestObjects, theNamespace } from './smallest-objects.ts'

const toEnd: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end()
})

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

function ask(server: Server, method: string, path: string, body?: object): Promise<Answer> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': type }
    const asked = request(
      `${server.server}${path}`,
      { method, rejectUnauthorized: false, headers },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>,
          }),
        )
      },
    )
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function pathOf({ apiVersion, resource, namespaced }: SmallestObject, namespace: string): string {
  const { group, version } = parseApiVersion(apiVersion)
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  return `${root}${namespaced ? `/namespaces/${namespace}` : ''}/${resource}`
}

/** The kinds that both servers serve. */
async function servedByBoth(servers: readonly Server[]): Promise<SmallestObject[]> {
  const serves = async (server: Server, { apiVersion, resource }: SmallestObject): Promise<boolean> => {
    const { group, version } = parseApiVersion(apiVersion)
    const { body } = await ask(server, 'GET', group === '' ? `/api/${version}` : `/apis/${group}/${version}`)
    return ((body['resources'] ?? []) as { name: string }[]).some(({ name }) => name === resource)
  }
  const found: SmallestObject[] = []
  for (const one of smallestObjects)
    if ((await Promise.all(servers.map((server) => serves(server, one)))).every(Boolean)) found.push(one)
  return found
}

/** What differs between two writes of the same: names, times, and what is drawn. */
function comparable(object: KubeObject): unknown {
  const drawn = new Set(['uid', 'nodePort', 'clusterIP', 'clusterIPs', 'controller-uid'])
  return JSON.parse(
    JSON.stringify(object, (key, value) =>
      drawn.has(key.split('/').at(-1)!) || (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
        ? undefined
        : value,
    ).replaceAll('of-simulated', 'of-real'),
  )
}

async function storedBytes(etcd: string): Promise<Map<string, Buffer>> {
  const client = await EtcdClient.open({ endpoints: [etcd], caFile: '', certFile: '', keyFile: '' })
  const { kvs } = await client.range({
    key: Buffer.from('/registry/'),
    range_end: Buffer.from('/registry0'),
  })
  client.close()
  return new Map(kvs.map(({ key, value }) => [key.toString(), value]))
}

const releaseOf = (version: string): string => `1.${minorOf(version)}`
/** A simulated server of the real one's release, and of the one after it. */
const pairs = realVersions.flatMap((version) => [
  { version, release: releaseOf(version) },
  ...(minorOf(version) < 36 ? [{ version, release: `1.${minorOf(version) + 1}` }] : []),
])

describe.skipIf(!hasEtcd || pairs.length === 0)('on one etcd', () => {
  it.each(pairs)(
    'a real $version and a simulated $release',
    async ({ version, release }) => {
      const etcd = await startEtcd()
      toEnd.push(() => etcd.stop())
      const folder = serverFolder()
      toEnd.push(() => folder.remove())
      const real = await startRealServer(version, etcd.url, folder.dir)
      toEnd.push(() => real.stop())
      const flags = ['--etcd-servers', etcd.url, '--advertise-address', '192.0.2.7']
      const simulated = await startServerProcess({ release, dir: folder.dir, flags })
      toEnd.push(() => simulated.stop())
      const kinds = await servedByBoth([real, simulated])
      expect(kinds.length).toBeGreaterThan(35)

      // Each writes one of each kind, and changes the other's.
      for (const [server, name] of [
        [real, 'of-real'],
        [simulated, 'of-simulated'],
      ] as const) {
        await ask(server, 'POST', '/api/v1/namespaces', { metadata: { name } })
        await ask(server, 'POST', `/api/v1/namespaces/${name}/serviceaccounts`, {
          metadata: { name: 'default' },
        })
        for (const kind of kinds) {
          const body = JSON.parse(JSON.stringify(kind.body).replaceAll(theNamespace, name)) as object
          const made = await ask(server, 'POST', pathOf(kind, name), { metadata: { name }, ...body })
          expect([made.status, made.body['message']], `${name} ${kind.resource}`).toEqual([201, undefined])
        }
      }
      if (release === releaseOf(version)) expectSameBytes(release, await storedBytes(etcd.url))
      for (const [server, name] of [
        [real, 'of-simulated'],
        [simulated, 'of-real'],
      ] as const)
        for (const kind of kinds) {
          const path = `${pathOf(kind, name)}/${name}`
          const changed = await ask(server, 'PATCH', path, { metadata: { labels: { changed: 'yes' } } })
          expect([changed.status, changed.body['message']], path).toEqual([200, undefined])
        }

      // Both show the same, each in its own words where they are of different releases.
      for (const kind of kinds)
        for (const name of ['of-real', 'of-simulated']) {
          const [a, b] = await Promise.all(
            [real, simulated].map((server) => ask(server, 'GET', `${pathOf(kind, name)}/${name}`)),
          )
          expect(a?.body['metadata'], kind.resource).toEqual(b?.body['metadata'])
          if (release === releaseOf(version)) expect(a).toEqual(b)
        }

      // What each deletes is gone for the other.
      for (const kind of kinds)
        for (const [server, other, name] of [
          [real, simulated, 'of-simulated'],
          [simulated, real, 'of-real'],
        ] as const) {
          const path = `${pathOf(kind, name)}/${name}`
          expect((await ask(server, 'DELETE', `${path}?gracePeriodSeconds=0`)).status, path).toBe(200)
          const left = await ask(other, 'GET', path)
          // Claims and volumes wait for a controller that takes their finalizer away.
          if (left.status !== 404) expect(left.body, path).toMatchObject({ metadata: { finalizers: [/./] } })
        }
    },
    300_000,
  )
})

function expectSameBytes(release: string, stored: ReadonlyMap<string, Buffer>): void {
  const codec = new StoredCodec(schemeFor(release), 'application/vnd.kubernetes.protobuf')
  let compared = 0
  for (const [key, bytes] of stored) {
    if (!key.includes('of-real')) continue
    const own = stored.get(key.replaceAll('of-real', 'of-simulated'))
    expect(own, key).toBeDefined()
    const [theirs, ours] = [codec.decode(bytes), codec.decode(own!)]
    expect(comparable(ours), key).toEqual(comparable(theirs))
    // Nothing is in the bytes that the object does not tell.
    expect(codec.encode(theirs).equals(bytes), key).toBe(true)
    expect(codec.encode(ours).equals(own!), key).toBe(true)
    compared++
  }
  expect(compared).toBeGreaterThan(35)
}
