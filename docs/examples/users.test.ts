import { test } from 'kepsim/vitest'
import { expect } from 'vitest'

const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default'
const configMaps = '/api/v1/namespaces/default/configmaps'

test('a group may read, and nothing else', async ({ cluster }) => {
  const admin = cluster.client()
  await admin.create(`${rbac}/roles`, {
    metadata: { name: 'reader' },
    rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }],
  })
  await admin.create(`${rbac}/rolebindings`, {
    metadata: { name: 'reader' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'dev' }],
  })
  const jane = (await cluster.addUser('jane', { groups: ['dev'] })).client()
  await jane.waitFor(`${configMaps}/kube-root-ca.crt`, () => true)
  await expect(jane.delete(`${configMaps}/kube-root-ca.crt`)).rejects.toMatchObject({
    code: 403,
    reason: 'Forbidden',
  })
})
