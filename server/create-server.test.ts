import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, testToken } from './testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('1.34')
})
afterAll(() => server.close())

const maps = '/api/v1/namespaces/default/configmaps'
const as = (test: request.Test): request.Test => test.set('Authorization', `Bearer ${testToken}`)
const app = () => request(server.running.server.app)
const get = (path: string) => as(app().get(path))
const post = (path: string, body: object) => as(app().post(path)).send(body)
const patch = (path: string, type: string, body: unknown) =>
  as(app().patch(path)).set('Content-Type', type).send(JSON.stringify(body))
const map = (name: string, data: object = {}) => ({ metadata: { name }, data })

describe('one object', () => {
  it('is created, read, replaced and deleted', async () => {
    const made = await post(maps, map('a', { k: '1' })).expect(201)
    expect(made.body).toMatchObject({ kind: 'ConfigMap', metadata: { namespace: 'default' } })
    await post(maps, map('a')).expect(409)
    const { body } = await get(`${maps}/a`).expect(200)
    expect(body).toEqual(made.body)
    const put = await as(app().put(`${maps}/a`))
      .send({ ...body, data: { k: '2' } })
      .expect(200)
    expect(Number(put.body.metadata.resourceVersion)).toBeGreaterThan(Number(body.metadata.resourceVersion))
    await as(app().put(`${maps}/a`))
      .send({ ...body, data: { k: '3' } })
      .expect(409)
    await as(app().delete(`${maps}/a`)).expect(200)
    await get(`${maps}/a`).expect(404)
  })

  it('is not stored by a dry run, and not deleted against its preconditions', async () => {
    await post(`${maps}?dryRun=All`, map('dry')).expect(201)
    await get(`${maps}/dry`).expect(404)
    await post(maps, map('kept')).expect(201)
    const wrong = as(app().delete(`${maps}/kept`)).send({ preconditions: { uid: 'x' } })
    expect((await wrong.expect(409)).body.reason).toBe('Conflict')
    await as(app().delete(`${maps}/kept?dryRun=All`)).expect(200)
    await get(`${maps}/kept`).expect(200)
  })

  it('waits for its finalizers', async () => {
    await post(maps, { metadata: { name: 'held', finalizers: ['x.y/z'] } }).expect(201)
    const held = await as(app().delete(`${maps}/held`)).expect(200)
    expect(held.body.metadata.deletionTimestamp).toMatch(/Z$/)
    const freed = { metadata: { finalizers: null } }
    await patch(`${maps}/held`, 'application/merge-patch+json', freed).expect(200)
    await get(`${maps}/held`).expect(404)
  })

  it('is patched in four ways, and owned by those who did', async () => {
    await post(maps, map('p', { a: '1' })).expect(201)
    const at = `${maps}/p?fieldManager=me`
    await patch(at, 'application/json-patch+json', [{ op: 'add', path: '/data/b', value: '2' }]).expect(200)
    await patch(at, 'application/merge-patch+json', { data: { a: null } }).expect(200)
    await patch(at, 'application/strategic-merge-patch+json', { data: { c: '3' } }).expect(200)
    const own = { apiVersion: 'v1', kind: 'ConfigMap', data: { b: 'mine' } }
    const apply = (force: string) =>
      patch(`${maps}/p?fieldManager=other${force}`, 'application/apply-patch+yaml', own)
    expect((await apply('').expect(409)).body.details.causes[0].field).toBe('.data.b')
    const { body } = await apply('&force=true').expect(200)
    expect(body.data).toEqual({ b: 'mine', c: '3' })
    const managers = body.metadata.managedFields.map((m: { manager: string }) => m.manager)
    expect(managers).toContain('other')
  })

  it('keeps spec and status apart', async () => {
    await post('/api/v1/nodes', { metadata: { name: 'n' }, status: { phase: 'x' } }).expect(201)
    const merge = 'application/merge-patch+json'
    const both = { spec: { unschedulable: true }, status: { capacity: { cpu: '4' } } }
    expect((await patch('/api/v1/nodes/n/status', merge, both).expect(200)).body.spec.unschedulable).toBe(
      undefined,
    )
    const main = await patch('/api/v1/nodes/n', merge, { ...both, status: { capacity: { cpu: '8' } } })
    expect(main.body).toMatchObject({ spec: { unschedulable: true }, status: { capacity: { cpu: '4' } } })
  })
})

describe('errors', () => {
  it('name fields, warn and refuse as asked', async () => {
    const unknown = { ...map('u'), nonsense: 1 }
    const warned = await post(`${maps}?dryRun=All`, unknown).expect(201)
    expect(warned.headers['warning']).toBe('299 - "unknown field \\"nonsense\\""')
    const strict = await post(`${maps}?dryRun=All&fieldValidation=Strict`, unknown).expect(400)
    expect(strict.body.message).toContain('strict decoding error: unknown field "nonsense"')
    const invalid = await post(maps, map('Not_A_Name')).expect(422)
    expect(invalid.body.details.causes[0]).toMatchObject({ field: 'metadata.name' })
  })

  it('tell what a path, method, type or user cannot do', async () => {
    await get('/api/v1/nosuch').expect(404)
    await as(app().post(`${maps}/a`))
      .send({})
      .expect(405)
    await as(app().post(maps)).set('Content-Type', 'text/html').send('x').expect(415)
    await get(maps).set('Accept', 'image/png').expect(406)
    await app().get(maps).set('Authorization', 'Bearer wrong').expect(401)
  })
})

describe('lists', () => {
  beforeAll(async () => {
    for (const n of [1, 2, 3, 4, 5])
      await post(maps, { metadata: { name: `l${n}`, labels: { list: 'yes', n: String(n % 2) } } }).expect(201)
  })

  it('come in pages of one revision', async () => {
    const page = await get(`${maps}?labelSelector=list&limit=2`).expect(200)
    await as(app().delete(`${maps}/l5`)).expect(200)
    const { continue: token, resourceVersion } = page.body.metadata
    const rest = await get(`${maps}?labelSelector=list&limit=9&continue=${token}`).expect(200)
    expect(rest.body.metadata.resourceVersion).toBe(resourceVersion)
    expect(rest.body.items.map((i: { metadata: { name: string } }) => i.metadata.name)).toEqual([
      'l3',
      'l4',
      'l5',
    ])
  })

  it('are selected, and take the form that is asked for', async () => {
    const found = await get(`${maps}?labelSelector=list,n!%3D1&fieldSelector=metadata.name%3Dl2`).expect(200)
    expect(found.body.items).toHaveLength(1)
    const table = 'application/json;as=Table;v=v1;g=meta.k8s.io'
    expect((await get(maps).set('Accept', table)).body.columnDefinitions[0].name).toBe('Name')
    const partial = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'
    expect((await get(maps).set('Accept', partial)).body.kind).toBe('PartialObjectMetadataList')
    expect((await get(`${maps}/l1`).set('Accept', 'application/yaml')).text).toMatch(/^apiVersion: v1\n/)
  })

  it('are deleted by selection', async () => {
    await as(app().delete(`${maps}?labelSelector=n%3D1`)).expect(200)
    expect((await get(`${maps}?labelSelector=list`)).body.items).toHaveLength(2)
  })
})

it('stops to track the fields of an object whose managedFields are emptied', async () => {
  await post(maps, map('untracked', { a: '1' })).expect(201)
  const type = 'application/merge-patch+json'
  const kept = await patch(`${maps}/untracked`, type, { metadata: { managedFields: null } }).expect(200)
  expect(kept.body.metadata.managedFields).toHaveLength(1)
  const reset = await patch(`${maps}/untracked`, type, { metadata: { managedFields: [] } }).expect(200)
  expect(reset.body.metadata.managedFields).toBeUndefined()
})

it('reads null in a map of bytes as no bytes', async () => {
  const secret = { metadata: { name: 'null' }, data: { a: null } }
  expect((await post('/api/v1/namespaces/default/secrets', secret).expect(201)).body.data).toEqual({ a: '' })
})

it('warns of a deprecated kind where there is a route', async () => {
  const server33 = await startTestServer('1.33')
  try {
    const path = '/api/v1/namespaces/default/endpoints/kubernetes'
    expect((await server33.send('GET', path)).headers.get('warning')).toContain('deprecated in v1.33+')
    expect((await server33.send('GET', `${path}/status`)).headers.get('warning')).toBeNull()
    expect((await server33.send('POST', path)).headers.get('warning')).toBeNull()
  } finally {
    await server33.close()
  }
})
