import { statSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { KubeObject } from '../apimachinery/json.ts'
import { parseKubeconfig } from '../client/kubeconfig.ts'
import { type Cluster, startCluster } from './cluster.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({ release: '1.34', nodes: 0 })
})
afterAll(() => cluster.stop())

const review = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const pods = '/api/v1/namespaces/default/pods'

it('is who the certificate says', async () => {
  const jane = await cluster.addUser('jane', { groups: ['dev', 'qa'] })
  expect(statSync(jane.kubeconfigPath).mode & 0o777).toBe(0o600)
  expect(parseKubeconfig(jane.kubeconfig).server).toBe(cluster.url)
  const answer = await jane.client().create(review, {})
  expect(answer['status']).toMatchObject({
    userInfo: { username: 'jane', groups: ['dev', 'qa', 'system:authenticated'] },
  })
})

it('may do what RBAC says, of its groups too', async () => {
  const joe = (await cluster.addUser('joe', { groups: ['dev'] })).client()
  const mallory = (await cluster.addUser('mallory')).client()
  const refusal = { code: 403, reason: 'Forbidden' }
  await expect(joe.get(pods)).rejects.toMatchObject(refusal)
  const rbac = '/apis/rbac.authorization.k8s.io/v1'
  // The rules of `view` are made of other roles' by a controller.
  await cluster
    .client()
    .waitFor<KubeObject & { rules: unknown }>(`${rbac}/clusterroles/view`, (role) => role.rules !== null)
  await cluster.client().create(`${rbac}/namespaces/default/rolebindings`, {
    metadata: { name: 'dev' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'dev' }],
  })
  await joe.waitForList(pods, () => true)
  await expect(joe.create(pods, {})).rejects.toMatchObject(refusal)
  await expect(mallory.get(pods)).rejects.toThrow('User "mallory" cannot list resource "pods"')
})

it('stays the same user when the release changes, and of a name there may be two', async () => {
  const [one, two] = await Promise.all([
    cluster.addUser('twin', { groups: ['system:masters'] }),
    cluster.addUser('twin'),
  ])
  expect(one.kubeconfigPath).not.toBe(two.kubeconfigPath)
  const client = one.client()
  await cluster.upgrade({ apiserver: '1.35' })
  await client.get(pods)
  await expect(two.client().get(pods)).rejects.toMatchObject({ code: 403 })
})

it('cannot be over plain HTTP', async () => {
  await using plain = await startCluster({ nodes: 0, http: true })
  await expect(plain.addUser('jane')).rejects.toThrow('over plain HTTP nobody can show a certificate')
})
