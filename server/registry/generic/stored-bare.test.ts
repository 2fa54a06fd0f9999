// As real servers of 1.24.17 and 1.36.3 answered: what defaulting adds to a new object when it is read is stored by the first write.
import { afterEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
const labeled = { ...template, metadata: { labels: { a: 'b' } } }
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
const jobs = '/apis/batch/v1/namespaces/default/jobs'
const claims = '/api/v1/namespaces/default/persistentvolumeclaims'

it.each([
  ['a Job without labels', jobs, { metadata: { name: 'x' }, spec: { template } }, true],
  ['a Job with labels', jobs, { metadata: { name: 'x', labels: { a: 'b' } }, spec: { template } }, false],
  ['a Job whose template has labels', jobs, { metadata: { name: 'x' }, spec: { template: labeled } }, false],
  ['a claim', claims, { metadata: { name: 'x' }, spec: claim }, true],
])('%s: the first patch of nothing is a write, %s', async (_what, path, object, writes) => {
  for (const release of ['1.24', '1.36']) {
    server = await startTestServer(release)
    const { body: created } = await server.send('POST', path, object)
    const patch = async () =>
      (await server!.send('PATCH', `${path}/x`, '{}', { 'content-type': 'application/merge-patch+json' }))
        .body.metadata.resourceVersion
    const [first, second] = [await patch(), await patch()]
    expect([first !== created.metadata.resourceVersion, second === first]).toEqual([writes, true])
    await server.close()
  }
})

it('a Job without labels has those that its template gets, its own labels among them', async () => {
  server = await startTestServer('1.36')
  const { body } = await server.send('POST', jobs, { metadata: { name: 'x' }, spec: { template: labeled } })
  expect(body.metadata.labels).toEqual(body.spec.template.metadata.labels)
  expect(Object.keys(body.metadata.labels)).toEqual([
    'a',
    'batch.kubernetes.io/controller-uid',
    'batch.kubernetes.io/job-name',
    'controller-uid',
    'job-name',
  ])
})
