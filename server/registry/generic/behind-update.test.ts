// Updates of a server that does not know yet what another one wrote.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReadOptions, StoredRecord } from '../../storage/interface.ts'
import { OrderedStore } from '../../storage/ordered-store.ts'
import { startTestServerWith, type TestServer } from '../../testing/test-server.ts'

/** A store whose cache stands still, key by key. */
class BehindStore extends OrderedStore {
  private readonly known = new Map<string, StoredRecord>()

  constructor() {
    super({ writtenBy: '1.36', persister: { persist: (_event, done) => done(), close: async () => {} } })
  }

  /** From now on the cache shows the record as it is now. */
  async standStill(key: string): Promise<void> {
    this.known.set(key, (await super.get(key))!)
  }

  override async get(key: string, options: ReadOptions = {}): Promise<StoredRecord | undefined> {
    return (options.cached === true ? this.known.get(key) : undefined) ?? super.get(key)
  }
}

const store = new BehindStore()
const path = '/api/v1/namespaces/default/configmaps'
let server: TestServer

beforeAll(async () => {
  server = await startTestServerWith({ storage: store }, '1.36')
})
afterAll(() => server.close())

const patch = (name: string, data: object) =>
  server.send('PATCH', `${path}/${name}`, { data }, { 'content-type': 'application/merge-patch+json' })

/** A ConfigMap of which the cache knows `a: '1'`, and the store has `a: '2'` and `b: '2'`. */
async function behind(name: string): Promise<string> {
  const created = await server.send('POST', path, { metadata: { name }, data: { a: '1' } })
  expect(created.status).toBe(201)
  await store.standStill(`/registry/configmaps/default/${name}`)
  const { body } = await patch(name, { a: '2', b: '2' })
  return body.metadata.resourceVersion
}

it('makes a change of the newest object', async () => {
  await behind('changed')
  const { status, body } = await patch('changed', { c: '3' })
  expect([status, body.data]).toEqual([200, { a: '2', b: '2', c: '3' }])
})

it('makes a change that would be none of the object that it knows', async () => {
  const before = await behind('same')
  const { status, body } = await patch('same', { a: '1' })
  expect([status, body.data]).toEqual([200, { a: '1', b: '2' }])
  expect(Number(body.metadata.resourceVersion)).toBeGreaterThan(Number(before))
})

it('replaces the newest object where its version is asked for, and no older one', async () => {
  const resourceVersion = await behind('replaced')
  const older = String(Number(resourceVersion) - 1)
  const put = (version: string) =>
    server.send('PUT', `${path}/replaced`, {
      metadata: { name: 'replaced', resourceVersion: version },
      data: { d: '4' },
    })
  expect((await put(older)).status).toBe(409)
  const { status, body } = await put(resourceVersion)
  expect([status, body.data]).toEqual([200, { d: '4' }])
})

it('finds nothing to change where the object is gone', async () => {
  await behind('gone')
  expect((await server.send('DELETE', `${path}/gone`)).status).toBe(200)
  expect((await patch('gone', { c: '3' })).status).toBe(404)
})

it('tries a dry run on the newest object', async () => {
  await behind('dry')
  const headers = { 'content-type': 'application/merge-patch+json' }
  const { body } = await server.send('PATCH', `${path}/dry?dryRun=All`, { data: { c: '3' } }, headers)
  expect(body.data).toEqual({ a: '2', b: '2', c: '3' })
})

it('reads what it knows with resourceVersion=0, and the newest without', async () => {
  await behind('read')
  expect((await server.send('GET', `${path}/read?resourceVersion=0`)).body.data).toEqual({ a: '1' })
  expect((await server.send('GET', `${path}/read`)).body.data).toEqual({ a: '2', b: '2' })
})
