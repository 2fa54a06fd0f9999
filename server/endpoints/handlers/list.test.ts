import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('1.36')
})
afterAll(() => server.close())

const maps = '/api/v1/namespaces/default/configmaps'
const get = (query: string) => server.send('GET', `${maps}?${query}`)

it('refuses revisions that are none', async () => {
  const { body } = await get('resourceVersion=x')
  expect(body).toMatchObject({ code: 400, reason: 'BadRequest' })
  expect(body.message).toBe(
    'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
  )
})

it('tells of revisions that are none before what a watch can be written as, but not of other options', async () => {
  const accept = { accept: 'application/yaml' }
  expect((await server.send('GET', `${maps}?watch=1&resourceVersion=x`, undefined, accept)).status).toBe(500)
  expect(
    (await server.send('GET', `${maps}?limit=x`, undefined, { accept: 'application/json;as=Table' })).status,
  ).toBe(406)
})

it('told so as a fault of its own before 1.33, where the watch cache answered', async () => {
  const older = await startTestServer('1.32')
  try {
    expect(
      (await older.send('GET', `${maps}?limit=x`, undefined, { accept: 'application/json;as=Table' })).status,
    ).toBe(400)
    expect((await older.send('GET', `${maps}?resourceVersion=x`)).status).toBe(500)
    expect((await older.send('GET', `${maps}?resourceVersion=x&limit=1`)).status).toBe(400)
  } finally {
    await older.close()
  }
})

it('refuses a timeout that is no duration, except where a request may last', async () => {
  expect((await get('timeout=1')).body.message).toBe(
    'invalid timeout specified in the request URL - time: missing unit in duration "1"',
  )
  expect((await get('timeout=1m')).status).toBe(200)
  expect((await get('timeout=1&watch=true&timeoutSeconds=-1')).status).toBe(200)
})

it('sends nothing to a watch that has timed out already', async () => {
  await server.send('POST', maps, { metadata: { name: 'a' } })
  expect((await get('watch=true&timeoutSeconds=-5')).text).toBe('')
})

it('selects everything by a term without field and value', async () => {
  expect((await get('fieldSelector=%3D')).status).toBe(200)
  expect((await get('fieldSelector=%3Da')).status).toBe(400)
})

it('sends large lists without a word of the runtime', async () => {
  const told: Error[] = []
  const listen = (warning: Error): void => void told.push(warning)
  process.on('warning', listen)
  try {
    for (const name of ['a', 'b', 'c'])
      await server.send('POST', maps, { metadata: { name }, data: { text: 'x'.repeat(900_000) } })
    const { body } = await get('')
    expect(body.items).toHaveLength(3)
    // Warnings are told a turn later.
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.off('warning', listen)
  }
  expect(told).toEqual([])
})
