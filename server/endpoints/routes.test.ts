// What upstream's filters, router and decoders refuse before a handler sees it. Asked of a real 1.36.3, and of 1.30.14.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('1.36')
})
afterAll(() => server.close())

const core = '/api/v1/namespaces/default'
const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
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

it('a priority class of the system is not deleted, whether it would go or not', async () => {
  const answer = await server.send(
    'DELETE',
    '/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical',
  )
  expect([answer.status, answer.body.message]).toEqual([
    403,
    'priorityclasses.scheduling.k8s.io "system-node-critical" is forbidden: this is a system priority class and cannot be deleted',
  ])
})

it('a pod that has no node has no log, and is bound only as the one that is meant', async () => {
  await server.send('POST', `${core}/serviceaccounts`, { metadata: { name: 'default' } })
  const spec = { containers: [{ name: 'c', image: 'i' }] }
  const pod = (await server.send('POST', `${core}/pods`, { metadata: { name: 'unbound' }, spec })).body
    .metadata
  const log = await server.send('GET', `${core}/pods/unbound/log`)
  expect([log.status, log.text]).toEqual([204, ''])
  const bind = (metadata: object, query = '') =>
    server.send('POST', `${core}/pods/unbound/binding${query}`, { metadata, target: { name: 'n' } })
  const mismatch = (what: string, wanted: string, found: string): string =>
    `Operation cannot be fulfilled on pods "unbound": StorageError: invalid object, Code: 4, Key: /registry/pods/default/unbound, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`
  expect((await bind({ name: 'unbound', uid: 'x' })).body.message).toBe(mismatch('UID', 'x', pod.uid))
  expect((await bind({ name: 'unbound', resourceVersion: '7' })).body.message).toBe(
    mismatch('ResourceVersion', '7', pod.resourceVersion),
  )
  // A dry run asks before the store, which puts its root before the key.
  expect((await bind({ name: 'unbound', uid: 'x' }, '?dryRun=All')).body.message).toContain(
    'Key: /pods/default/unbound,',
  )
  expect((await bind({ name: 'unbound', uid: pod.uid })).status).toBe(201)
})

it('events are named as the request names them, and go whatever policy is asked for', async () => {
  const events = '/apis/events.k8s.io/v1/namespaces/default/events'
  const regarding = { kind: 'Pod', namespace: 'default', name: 'p' }
  const how = {
    reportingController: 'a.b/c',
    reportingInstance: 'i',
    action: 'A',
    reason: 'R',
    type: 'Normal',
  }
  const event = (metadata: object) => ({
    metadata,
    eventTime: '2020-01-01T00:00:00.000000Z',
    regarding,
    ...how,
  })
  expect((await server.send('POST', events, event({ name: 'e' }))).status).toBe(201)
  const put = await server.send('PUT', `${events}/e`, event({ name: 'e', resourceVersion: '1' }))
  expect(put.body.details).toEqual({ name: 'e', group: 'events.k8s.io', kind: 'events' })
  await server.send('DELETE', `${events}/e?propagationPolicy=Foreground`)
  expect((await server.send('GET', `${events}/e`)).status).toBe(404)
})

it('an address that has only a generateName is named by that', async () => {
  const spec = { parentRef: { resource: 'services', namespace: 'default', name: 's' } }
  const made = await server.send('POST', '/apis/networking.k8s.io/v1/ipaddresses?dryRun=All', {
    metadata: { generateName: '10.9.9.9' },
    spec,
  })
  expect(made.body.metadata.name).toBe('10.9.9.9')
})

it('a page of version 0 is whole: the watch cache, which knows the versions of tokens, takes no limit there', async () => {
  for (const name of ['a', 'b', 'c'])
    await server.send('POST', `${core}/endpoints`, { metadata: { name: `page-${name}` } })
  const path = `${core}/endpoints?limit=1`
  const { metadata } = (await server.send('GET', path)).body
  const rest = (query: string) => server.send('GET', `${path}&continue=${metadata.continue}${query}`)
  expect((await rest('')).body.items).toHaveLength(1)
  expect((await rest('&resourceVersion=0')).body.items).toHaveLength(metadata.remainingItemCount)
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

describe('a body in another version than its endpoint', () => {
  const classes = (apiVersion: string, spec: unknown, query = '') =>
    server.send('POST', `/apis/resource.k8s.io/v1/deviceclasses${query}`, {
      apiVersion,
      kind: 'DeviceClass',
      metadata: { name: 'x' },
      spec,
    })
  const beta = 'resource.k8s.io/v1beta1'
  const mismatch = (apiVersion: string, wanted: string): string =>
    `the API version in the data (${apiVersion}) does not match the expected API version (${wanted})`

  it('is read as its own version, and told first what is wrong in it', async () => {
    const handled = 'DeviceClass in version "v1beta1" cannot be handled as a DeviceClass: '
    expect((await classes(beta, 1)).body.message).toBe(
      `${handled}json: cannot unmarshal number into Go struct field DeviceClass.spec of type v1beta1.DeviceClassSpec`,
    )
    const known = await classes(beta, {})
    expect([known.body.message, known.headers.get('warning')]).toEqual([
      mismatch(beta, 'resource.k8s.io/v1'),
      null,
    ])
    const unknown = await classes(beta, { foo: 1 })
    expect(unknown.body.message).toBe(mismatch(beta, 'resource.k8s.io/v1'))
    expect(unknown.headers.get('warning')).toBe('299 - "unknown field \\"spec.foo\\""')
    expect((await classes(beta, { foo: 1 }, '?fieldValidation=Strict')).body.message).toBe(
      `${handled}strict decoding error: unknown field "spec.foo"`,
    )
  })
  it.each([
    [{ apiVersion: '__internal', kind: 'ConfigMap', metadata: { name: 'i' } }, mismatch('__internal', 'v1')],
    [
      { apiVersion: 'apps/__internal', kind: 'Deployment' },
      'Deployment in version "__internal" cannot be handled as a ConfigMap: converting (apps.Deployment) to (core.ConfigMap): unknown conversion',
    ],
    [
      { apiVersion: 'apps/v1', kind: 'Deployment', spec: 1 },
      'Deployment in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field Deployment.spec of type v1.DeploymentSpec',
    ],
    [
      { APIVERSION: 'v1', Kind: 'Pod' },
      'Pod in version "v1" cannot be handled as a ConfigMap: converting (v1.Pod) to (core.ConfigMap): unknown conversion',
    ],
    [
      { apiVersion: 'v1/', kind: 'ConfigMap' },
      `ConfigMap in version "" cannot be handled as a ConfigMap: Object 'apiVersion' is missing in '{"apiVersion":"v1/","kind":"ConfigMap"}'`,
    ],
  ])('%j', async (body, message) => {
    expect((await server.send('POST', `${core}/configmaps`, body)).body.message).toBe(message)
  })
  it.each([
    ['/', 'v1', `${core}/configmaps`, 'ConfigMap'],
    ['coordination.k8s.io/', 'coordination.k8s.io/v1', leases, 'Lease'],
  ])('%s is the version of the endpoint', async (apiVersion, own, path, kind) => {
    const answer = await server.send('POST', path, { apiVersion, kind, metadata: { name: 'unversioned' } })
    expect([answer.status, answer.body.apiVersion]).toEqual([201, own])
  })
})

it.each([
  ['foo/v1', 'DeleteOptions', 'configmaps "none" not found'],
  ['v1/', 'DeleteOptions', `Object 'apiVersion' is missing in '{"apiVersion":"v1/","kind":"DeleteOptions"}'`],
  ['apps/v1', 'Status', 'converting (v1.Status) to (v1.DeleteOptions): unknown conversion'],
  ['meta.k8s.io/v1', 'Table', 'converting (v1.Table) to (v1.DeleteOptions): unknown conversion'],
  [
    'v1',
    'Table',
    'no kind "Table" is registered for version "v1" in scheme "k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:31"',
  ],
])('options of a deletion that are %s %s', async (apiVersion, kind, message) => {
  const answer = await server.send('DELETE', `${core}/configmaps/none`, { apiVersion, kind })
  expect(answer.body.message).toBe(message)
})

it('a patch that leaves no kind, or one of another type, is shown as upstream writes it', async () => {
  const map = `${core}/configmaps/shown`
  await server.send('POST', `${core}/configmaps`, { metadata: { name: 'shown' } })
  const patch = async (type: string, body: unknown) =>
    (await server.send('PATCH', map, body, { 'content-type': `application/${type}+json` })).body
      .message as string
  const parse = `couldn't get version/kind; json parse error: json: cannot unmarshal`
  const [byOperations, byMerge] = [
    await patch('json-patch', [{ op: 'replace', path: '/kind', value: { b: 1, a: 2 } }]),
    await patch('merge-patch', { apiVersion: 5 }),
  ]
  expect(byOperations).toMatch(
    /^ "" is invalid: patch: Invalid value: "\{\\"apiVersion\\":\\"v1\\",\\"kind\\":\{\\"b/,
  )
  expect(byOperations).toContain(`${parse} object into Go struct field .kind of type string`)
  expect(byMerge).toContain(`${parse} number into Go struct field .apiVersion of type string`)
})

it('raw data keep their empty lists', async () => {
  const data = { y: {}, z: [], x: { a: [] }, v: null }
  const path = '/apis/apps/v1/namespaces/default/controllerrevisions'
  const { body } = await server.send('POST', path, { metadata: { name: 'r' }, revision: 1, data })
  expect(body.data).toEqual(data)
})

describe('1.30', () => {
  let older: TestServer
  beforeAll(async () => {
    older = await startTestServer('1.30')
  })
  afterAll(() => older.close())

  it('a request that impersonates a group of nobody is an error in plain text, later a bad request', async () => {
    const headers = { 'impersonate-group': 'x' }
    const [before, after] = [
      await older.send('GET', '/api/v1/pods?limit=1', undefined, headers),
      await server.send('GET', '/api/v1/pods?limit=1', undefined, headers),
    ]
    expect([before.status, before.text]).toEqual([
      500,
      'Internal Server Error: "/api/v1/pods?limit=1": requested [{Group  x    }] without impersonating a user\n',
    ])
    expect([before, after].map((one) => one.headers.get('x-content-type-options'))).toEqual([
      'nosniff',
      'nosniff',
    ])
    expect(after.status).toBe(400)
  })
  it('a component that is unknown is an error without a reason, later it is not found', async () => {
    const of = async (one: TestServer) => (await one.send('GET', '/api/v1/componentstatuses/x')).body
    expect(await of(older)).toMatchObject({ code: 500, message: 'Component not found: x' })
    expect(await of(server)).toMatchObject({ code: 404, message: 'componentstatus "x" not found' })
  })
  it('what is updated as another object than none is a conflict, later it is not found, unless updates create', async () => {
    const put = (one: TestServer, collection: string) =>
      one.send('PUT', `${collection}/none`, { metadata: { name: 'none', uid: 'x' } })
    const maps = `${core}/configmaps`
    const before = await put(older, maps)
    expect([before.status, before.body.message]).toEqual([
      409,
      'Operation cannot be fulfilled on configmaps "none": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/none, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: x, UID in object meta: ',
    ])
    expect((await put(server, maps)).status).toBe(404)
    expect((await put(server, leases)).status).toBe(409)
  })
  it('metadata of a review are shown in Go syntax, later as JSON', async () => {
    const of = async (one: TestServer) =>
      (await one.send('POST', `${reviews}/selfsubjectaccessreviews`, { metadata: { name: 'x' } })).body
        .message
    expect(await of(older)).toContain('metadata: Invalid value: v1.ObjectMeta{Name:"x", GenerateName:"", ')
    expect(await of(server)).toContain('metadata: Invalid value: {"name":"x"')
  })
  it('a stored Job keeps no other manager, also where JobManagedBy is off', async () => {
    const jobs = '/apis/batch/v1/namespaces/default/jobs'
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
    const { body } = await older.send('POST', jobs, {
      metadata: { name: 'j' },
      spec: { template, managedBy: 'example.com/x' },
    })
    expect(body.spec.managedBy).toBeUndefined()
    const patch = JSON.stringify({ spec: { managedBy: 'example.com/x' } })
    const patched = await older.send('PATCH', `${jobs}/j`, patch, {
      'content-type': 'application/merge-patch+json',
    })
    expect(patched.body.message).toContain(
      'spec.managedBy: Invalid value: "example.com/x": field is immutable',
    )
  })
})
