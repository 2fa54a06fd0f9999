import { afterEach, expect, it } from 'vitest'
import { FakeClock } from '../component-base/clock.ts'
import { MemoryEtcd } from './storage/etcd/memory-etcd.ts'
import { MemoryEtcdClient } from './storage/etcd/memory-etcd-client.ts'
import { startTestServerWith, type TestServer } from './testing/test-server.ts'

const etcd = new MemoryEtcd()
const clock = new FakeClock('2026-01-01T00:00:00Z')
let server: TestServer | undefined
afterEach(() => server?.close())

const start = async (): Promise<TestServer> => {
  const connectEtcd = async () => new MemoryEtcdClient(etcd)
  server = await startTestServerWith({ connectEtcd, clock }, '1.36', '--authorization-mode=RBAC')
  return server
}

function put(key: string, apiVersion: string, kind: string): void {
  const value = Buffer.from(JSON.stringify({ kind, apiVersion, metadata: { name: 'x' } }))
  const request_put = { key: Buffer.from(`/registry/${key}/x`), value }
  etcd.txn({ compare: [], success: [{ request_put }], failure: [] })
}

function remove(key: string): void {
  const request_delete_range = { key: Buffer.from(`/registry/${key}/x`) }
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
