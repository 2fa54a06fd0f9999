import { afterEach, expect, it } from 'vitest'
import { FakeClock } from '../component-base/clock.ts'
import { MemoryEtcd } from './storage/etcd/memory-etcd.ts'
import { MemoryEtcdClient } from './storage/etcd/memory-etcd-client.ts'
import { startTestServerWith, type TestServer, testToken } from './testing/test-server.ts'

const etcd = new MemoryEtcd()
const clock = new FakeClock('2026-01-01T00:00:00Z')
let server: TestServer | undefined
afterEach(() => server?.close())

const start = async (release = '1.36'): Promise<TestServer> => {
  const connectEtcd = async () => new MemoryEtcdClient(etcd)
  server = await startTestServerWith({ connectEtcd, clock }, release, '--authorization-mode=RBAC')
  return server
}

function put(key: string, apiVersion: string, kind: string, name = 'x'): void {
  const value = Buffer.from(JSON.stringify({ kind, apiVersion, metadata: { name } }))
  const request_put = { key: Buffer.from(`/registry/${key}/${name}`), value }
  etcd.txn({ compare: [], success: [{ request_put }], failure: [] })
}

function remove(key: string, name = 'x'): void {
  const request_delete_range = { key: Buffer.from(`/registry/${key}/${name}`) }
  etcd.txn({ compare: [], success: [{ request_delete_range }], failure: [] })
}

it.each([
  [
    'prioritylevelconfigurations',
    'flowcontrol.apiserver.k8s.io/v9',
    'PriorityLevelConfiguration',
    'poststarthook/priority-and-fairness-config-producer',
  ],
  ['flowschemas', 'flowcontrol.apiserver.k8s.io/v9', 'FlowSchema', 'informer-sync'],
  ['clusterroles', 'rbac.authorization.k8s.io/v9', 'ClusterRole', 'poststarthook/rbac/bootstrap-roles'],
  [
    'apiregistration.k8s.io/apiservices',
    'apiregistration.k8s.io/v9',
    'APIService',
    'poststarthook/apiservice-registration-controller',
  ],
])(
  'one of %s in an unknown version keeps a server from being ready, not from serving',
  async (key, apiVersion, kind, check) => {
    put(key, apiVersion, kind)
    const { send, errors } = await start()
    const unready = await send('GET', '/readyz')
    expect(unready.status).toBe(500)
    expect(unready.text).toContain(`[-]${check} failed: reason withheld`)
    expect(errors.join('\n')).toContain(`no kind \\"${kind}\\" is registered for version \\"${apiVersion}\\"`)
    expect((await send('GET', '/api/v1/namespaces')).status).toBe(200)
    remove(key)
    const ready = async (): Promise<number> => {
      clock.advance(1000)
      return (await send('GET', '/readyz')).status
    }
    await expect.poll(ready, { timeout: 10_000 }).toBe(200)
  },
)

it('one that comes later leaves what is known as it was', async () => {
  const { send, errors } = await start()
  const made = await send('POST', '/apis/rbac.authorization.k8s.io/v1/clusterroles', {
    metadata: { name: 'x' },
  })
  expect(made.status).toBe(201)
  put('clusterroles', 'rbac.authorization.k8s.io/v9', 'ClusterRole')
  await expect.poll(() => errors.join('\n')).toContain('no kind \\"ClusterRole\\"')
  expect((await send('GET', '/readyz')).status).toBe(200)
  expect((await send('GET', '/api/v1/namespaces/default')).status).toBe(200)
  remove('clusterroles')
})

it('a binding grants nothing any more when it is gone, though its last version could not be decoded', async () => {
  const { send } = await start()
  const rbac = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings'
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' }
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ada' }]
  expect((await send('POST', rbac, { metadata: { name: 'x' }, roleRef, subjects })).status).toBe(201)
  const allowed = async (): Promise<boolean> => {
    clock.advance(1000)
    const spec = { user: 'ada', resourceAttributes: { verb: 'delete', resource: 'nodes' } }
    const review = await send('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', { spec })
    return review.body.status.allowed
  }
  expect(await allowed()).toBe(true)
  put('clusterrolebindings', 'rbac.authorization.k8s.io/v9', 'ClusterRoleBinding')
  expect(await allowed()).toBe(true)
  remove('clusterrolebindings')
  await expect.poll(allowed, { timeout: 10_000 }).toBe(false)
})

/** The names that a watch is told, until it ends. */
async function watched(path: string): Promise<{ readonly names: string[]; readonly ended: Promise<void> }> {
  const names: string[] = []
  const headers = { authorization: `Bearer ${testToken}` }
  const response = await fetch(`${server!.url}${path}${path.includes('?') ? '&' : '?'}watch=true`, {
    headers,
  })
  const ended = (async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream()))
      for (const line of piece.split('\n').filter((text) => text !== ''))
        names.push(JSON.parse(line).object.metadata.name)
  })()
  // One that is never awaited is cut with the server.
  ended.catch(() => {})
  return { names, ended }
}

// As a real 1.36.3 does, which was asked the same.
it('one that comes later stops the watches of its kind until its revision is compacted, and nothing else', async () => {
  const { send, running, errors } = await start()
  const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'
  const configMaps = '/api/v1/namespaces/kube-system/configmaps'
  const create = async (path: string, name: string): Promise<void> => {
    expect((await send('POST', path, { metadata: { name } })).status).toBe(201)
  }
  await create(leases, 'before')
  const [ofLeases, ofOthers] = [await watched(leases), await watched(configMaps)]
  await expect.poll(() => ofLeases.names).toContain('before')
  const first = ofLeases.names.length
  const { resourceVersion } = (await send('GET', configMaps)).body.metadata
  // Nobody watches it yet.
  put('configmaps/quiet', 'v9', 'ConfigMap')
  put('leases/kube-system', 'coordination.k8s.io/v9', 'Lease')
  await create(leases, 'after')
  await create(configMaps, 'after')
  await expect.poll(() => ofOthers.names.at(-1)).toBe('after')
  expect(ofLeases.names).toHaveLength(first)
  const told = () => errors.filter((text) => text.includes('failed to prepare current and previous objects'))
  const ofLease = expect.stringContaining('/registry/leases/kube-system/x')
  expect(told()).toEqual([ofLease])
  const quiet = `/api/v1/namespaces/quiet/configmaps?resourceVersion=${resourceVersion}`
  for (let i = 0; i < 2; i++) await watched(quiet)
  await expect.poll(told).toEqual([ofLease, expect.stringContaining('/registry/configmaps/quiet/x')])
  remove('configmaps/quiet')
  const message =
    'no kind "Lease" is registered for version "coordination.k8s.io/v9" in scheme "pkg/runtime/scheme.go:111"'
  for (const path of [leases, `${leases}/x`]) {
    const { status, body } = await send('GET', path)
    expect([status, body.message, body.reason]).toEqual([500, message, undefined])
  }
  expect((await send('GET', '/readyz')).status).toBe(200)
  const { items } = (await send('GET', `${leases}?resourceVersion=0`)).body
  expect(items.map((one: { metadata: { name: string } }) => one.metadata.name)).not.toContain('x')
  remove('leases/kube-system')
  await create(leases, 'last')
  expect(ofLeases.names).toHaveLength(first)
  await running.storage.compact(running.storage.revision())
  await ofLeases.ended
  expect((await send('GET', leases)).body.items).toHaveLength(first + 2)
})

it('a definition that cannot be read any more is served as it was, until it is gone', async () => {
  const { send } = await start()
  const versions = [
    {
      name: 'v1',
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    },
  ]
  const spec = { group: 'e.io', scope: 'Cluster', names: { plural: 'x', kind: 'X' }, versions }
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  expect((await send('POST', definitions, { metadata: { name: 'x.e.io' }, spec })).status).toBe(201)
  const served = async (): Promise<number> => (await send('GET', '/apis/e.io/v1/x')).status
  await expect.poll(served).toBe(200)
  const key = 'apiextensions.k8s.io/customresourcedefinitions'
  put(key, 'apiextensions.k8s.io/v9', 'CustomResourceDefinition', 'x.e.io')
  const read = async (): Promise<number> => (await send('GET', `${definitions}/x.e.io`)).status
  await expect.poll(read).toBe(500)
  expect(await served()).toBe(200)
  remove(key, 'x.e.io')
  await expect.poll(served).toBe(404)
})

it.each([
  ['1.30', 500, 'apiserver_storage_objects{resource="configmaps"}'],
  ['1.36', 200, 'apiserver_resource_objects{group="",resource="configmaps"}'],
])(
  'is counted in %s, and a page of a list since its revision answers %i',
  async (release, status, sample) => {
    const { send } = await start(release)
    const counted = async (): Promise<number> => {
      const line = (await send('GET', '/metrics')).text.split('\n').find((one) => one.startsWith(sample))
      return Number(line?.slice(sample.length))
    }
    const before = await counted()
    expect(before).toBeGreaterThan(0)
    // The first of all.
    put('configmaps/a', 'v9', 'ConfigMap')
    await expect.poll(counted).toBe(before + 1)
    const { resourceVersion } = (await send('GET', '/api/v1/namespaces')).body.metadata
    const page = `limit=1&resourceVersionMatch=NotOlderThan&resourceVersion=${resourceVersion}`
    expect((await send('GET', `/api/v1/configmaps?${page}`)).status).toBe(status)
    expect((await send('GET', '/api/v1/configmaps?limit=1')).status).toBe(500)
    remove('configmaps/a')
  },
)
