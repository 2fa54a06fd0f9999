import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('1.36', '--authorization-mode', 'RBAC')
})
afterAll(() => server.close())

const group = '/apis/flowcontrol.apiserver.k8s.io/v1'
const uid = async (kind: string, name: string): Promise<string> =>
  (await server.send('GET', `${group}/${kind}/${name}`)).body.metadata.uid
const named = async (path: string, headers: Record<string, string> = {}): Promise<(string | null)[]> => {
  const answer = await server.send('GET', path, undefined, headers)
  return ['flowschema', 'prioritylevel'].map((what) => answer.headers.get(`x-kubernetes-pf-${what}-uid`))
}

it('names the schema and level of a request', async () => {
  expect(await named('/api/v1/nodes')).toEqual([
    await uid('flowschemas', 'exempt'),
    await uid('prioritylevelconfigurations', 'exempt'),
  ])
  expect(await named('/version', { authorization: '' })).toEqual([
    await uid('flowschemas', 'global-default'),
    await uid('prioritylevelconfigurations', 'global-default'),
  ])
  const account = { 'impersonate-user': 'system:serviceaccount:kube-system:x' }
  const groups = { 'impersonate-group': 'system:serviceaccounts' }
  expect((await named('/api/v1/nodes', { ...account, ...groups }))[0]).toBe(
    await uid('flowschemas', 'kube-system-service-accounts'),
  )
})

it('names none to those it does not know', async () => {
  expect(await named('/api', { authorization: 'Bearer wrong' })).toEqual([null, null])
})

it('follows new schemas', async () => {
  const made = await server.send('POST', `${group}/flowschemas`, {
    metadata: { name: 'own' },
    spec: {
      matchingPrecedence: 5,
      priorityLevelConfiguration: { name: 'global-default' },
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: 'bob' } }],
          nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/own'] }],
        },
      ],
    },
  })
  const bob = { 'impersonate-user': 'bob' }
  expect((await named('/own/path', bob))[0]).toBe(made.body.metadata.uid)
  expect((await named('/readyz', bob))[0]).toBe(await uid('flowschemas', 'probes'))
})
