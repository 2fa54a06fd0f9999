// What upstream's filters and router refuse before a handler sees it. Asked of a real 1.36.3.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('1.36')
})
afterAll(() => server.close())

const core = '/api/v1/namespaces/default'
const reviews = '/apis/authorization.k8s.io/v1'

it.each([
  ['PUT', `${core}/pods/x/log`, 405],
  ['GET', `${core}/pods/x/log`, 404],
  ['HEAD', `${core}/pods/x/exec`, 405],
  ['OPTIONS', `${core}/pods/x/exec`, 405],
  ['OPTIONS', `${core}/pods/x/proxy`, 404],
  ['GET', `${reviews}/subjectaccessreviews/x`, 404],
  ['GET', `${reviews}/subjectaccessreviews`, 405],
  ['GET', '/api/v1/watch', 500],
  ['GET', '/apis/apps/v1/proxy', 500],
  ['GET', '/debug/pprof/nope', 404],
])('%s %s is answered %i', async (method, path, status) => {
  expect((await server.send(method, path)).status).toBe(status)
})

it('a form that nobody serves is refused before options, and a selector before what options say together', async () => {
  const maps = `${core}/configmaps`
  const list = (query: string, headers = {}) => server.send('GET', `${maps}?${query}`, undefined, headers)
  const unserved = { accept: 'application/json;as=Foo;v=v1;g=meta.k8s.io' }
  expect((await list('limit=x&resourceVersionMatch=Foo', unserved)).status).toBe(406)
  expect((await list('labelSelector=a%20b&resourceVersionMatch=Foo')).status).toBe(400)
  expect((await list('resourceVersionMatch=Foo')).status).toBe(422)
})

it('options of a deletion in its query know preconditions, which a collection has for each of its objects', async () => {
  const maps = `${core}/configmaps`
  await server.send('POST', maps, '{"metadata":{"name":"kept"}}')
  expect((await server.send('DELETE', `${maps}/kept?uid=x`)).status).toBe(409)
  expect((await server.send('DELETE', `${maps}?resourceVersion=0`)).status).toBe(409)
  expect((await server.send('DELETE', maps)).status).toBe(200)
})

it('a VolumeAttachment has a status that is validated', async () => {
  const attachments = '/apis/storage.k8s.io/v1/volumeattachments'
  const spec = { attacher: 'example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } }
  await server.send('POST', attachments, JSON.stringify({ metadata: { name: 'a' }, spec }))
  const patch = (status: object) =>
    server.send('PATCH', `${attachments}/a/status`, JSON.stringify({ status }), {
      'content-type': 'application/merge-patch+json',
    })
  const wrong = { attached: false, attachError: { errorCode: -1, message: 'x'.repeat(1025) } }
  expect((await patch(wrong)).body.details.causes.map((cause: { message: string }) => cause.message)).toEqual(
    [
      'Too long: may not be more than 262144 bytes',
      'Invalid value: -1: must be between 0 and 2147483647, inclusive',
    ],
  )
  expect((await patch({ attached: true, attachError: { errorCode: 5 } })).status).toBe(200)
})

it('JSON escapes what HTML would read, in objects, lists, tables and errors', async () => {
  const maps = `${core}/configmaps`
  const labels = { 'example.com/kind': 'escaped' }
  const object = {
    metadata: { name: 'escaped', labels, annotations: { a: '<&>' } },
    data: { k: '<b>&\u2028' },
  }
  const written = '"k":"\\u003cb\\u003e\\u0026\\u2028"'
  expect((await server.send('POST', maps, JSON.stringify(object))).text).toContain(written)
  const found = (query: string, accept = 'application/json') =>
    server.send('GET', `${maps}?labelSelector=example.com/kind%3Descaped${query}`, undefined, { accept })
  expect((await found('')).text).toContain(written)
  expect((await found('', 'application/json;as=Table;v=v1;g=meta.k8s.io')).text).toContain(
    '"a":"\\u003c\\u0026\\u003e"',
  )
  const wrong = await server.send('GET', `${maps}?labelSelector=x%2Fy%2Fz%3D1`)
  expect(wrong.text).toContain('unable to parse requirement: \\u003cnil\\u003e: ')
  expect((await server.send('DELETE', `${maps}/escaped`)).status).toBe(200)
})
