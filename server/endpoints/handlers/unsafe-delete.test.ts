import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemoryStorage } from '../../storage/memory.ts'
import { rawObject } from '../../storage/raw-bytes.ts'
import { startTestServer, startTestServerWith, type TestServer } from '../../testing/test-server.ts'

const option = 'ignoreStoreReadErrorWithClusterBreakingPotential'
const configMaps = '/api/v1/namespaces/default/configmaps'
let server: TestServer
const send = (path: string, more: object = {}, headers: Record<string, string> = {}) =>
  server.send('DELETE', path, { kind: 'DeleteOptions', apiVersion: 'v1', [option]: true, ...more }, headers)

beforeAll(async () => {
  server = await startTestServer(
    '1.36',
    '--authorization-mode=RBAC',
    '--feature-gates=AllowUnsafeMalformedObjectDeletion=true',
  )
  await server.send('POST', configMaps, { metadata: { name: 'a' } })
})
afterAll(() => server.close())

const exclusive = `Invalid value: true: is exclusively used to delete corrupt object(s), try again by removing this option`
const invalid = `DeleteOptions.meta.k8s.io "" is invalid: ${option}: Invalid value: true:`

// Recorded from kube-apiserver 1.36.3 with the gate; 81 requests were compared.
it.each<[string, object, number, string]>([
  [`${configMaps}/a`, {}, 422, `configmaps "a" is invalid: ${option}: ${exclusive}`],
  [`${configMaps}/b`, {}, 422, `configmaps "b" is invalid: ${option}: ${exclusive}`],
  [`${configMaps}/a`, { dryRun: ['All'] }, 422, `${invalid} cannot be set together with .dryRun`],
  [
    `${configMaps}/a`,
    { gracePeriodSeconds: 0 },
    422,
    `${invalid} cannot be set together with .gracePeriodSeconds`,
  ],
  [
    configMaps,
    {},
    422,
    `${invalid} is not allowed with DELETECOLLECTION, try again after removing the option`,
  ],
  [
    '/api/v1/namespaces/a',
    {},
    500,
    `Internal error occurred: no unsafe deleter provided, can not honor ${option}`,
  ],
])('a DELETE of %s with %j', async (path, more, status, message) => {
  const answer = await send(path, more)
  expect([answer.status, answer.body.message]).toEqual([status, message])
})

it('asks for a right of its own', async () => {
  const group = '/apis/rbac.authorization.k8s.io/v1'
  await server.send('POST', `${group}/clusterroles`, {
    metadata: { name: 'd' },
    rules: [{ verbs: ['delete'], apiGroups: [''], resources: ['configmaps'] }],
  })
  await server.send('POST', `${group}/clusterrolebindings`, {
    metadata: { name: 'd' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'd' },
    subjects: [{ kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' }],
  })
  const { status, body } = await send(`${configMaps}/a`, {}, { 'impersonate-user': 'u' })
  expect([status, body.message]).toEqual([
    403,
    'configmaps "a" is forbidden: not permitted to do "unsafe-delete-ignore-read-errors", reason: ',
  ])
})

it('deletes where the option is false', async () => {
  expect((await send(`${configMaps}/a`, { [option]: false })).status).toBe(200)
})

it('deletes what cannot be read', async () => {
  const storage = createMemoryStorage({ writtenBy: '1.36' })
  await storage.create('/registry/configmaps/default/c', rawObject(Buffer.from('no object')))
  const own = await startTestServerWith(
    { storage },
    '1.36',
    '--feature-gates=AllowUnsafeMalformedObjectDeletion=true',
  )
  const path = `${configMaps}/c?${option}=true`
  const answers = [await own.send('DELETE', path), await own.send('DELETE', path)]
  expect(answers.map(({ status }) => status)).toEqual([200, 422])
  expect(answers[0]!.body).toMatchObject({ status: 'Success', details: { name: 'c', kind: 'ConfigMap' } })
  await own.close()
})
