import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { patient } from '../../../component-base/testing/patient.ts'
import { startTestServer, type TestServer, testToken } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('1.36')
})
afterAll(() => server.close())

const maps = '/api/v1/namespaces/default/configmaps'

interface RawWatch {
  readonly socket: Socket
  /** What has come so far. */
  bytes: number
  closed: boolean
}

/** A watch on a connection of its own, once its headers have come. */
function watch(query = ''): Promise<RawWatch> {
  const socket = connect(server.running.port, '127.0.0.1')
  const found: RawWatch = { socket, bytes: 0, closed: false }
  socket.on('error', () => {})
  socket.on('close', () => {
    found.closed = true
  })
  socket.write(
    `GET ${maps}?watch=true${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testToken}\r\nConnection: keep-alive\r\n\r\n`,
  )
  return new Promise((resolve) => {
    socket.once('data', () => resolve(found))
    socket.on('data', (chunk: Buffer) => {
      found.bytes += chunk.length
    })
  })
}

const create = (name: string, bytes: number) =>
  server.send('POST', maps, { metadata: { name }, data: { a: 'x'.repeat(bytes) } })

it('brings a large change to all watches, and others are served meanwhile', async () => {
  const all = await Promise.all(Array.from({ length: 100 }, () => watch()))
  const before = all.map((one) => one.bytes)
  expect((await create('large', 500_000)).status).toBe(201)
  expect((await server.send('GET', '/livez')).status).toBe(200)
  await vi.waitFor(() => {
    for (const [i, one] of all.entries()) expect(one.bytes - before[i]!).toBeGreaterThan(500_000)
  }, patient)
  expect(all.some((one) => one.closed)).toBe(false)
  for (const one of all) one.socket.destroy()
})

it('ends a watch that nobody reads, and no other', async () => {
  const [slow, quick] = await Promise.all([watch(), watch()])
  slow.socket.pause()
  for (let i = 0; i < 40; i++) expect((await create(`unread-${i}`, 900_000)).status).toBe(201)
  await vi.waitFor(() => expect(quick.bytes).toBeGreaterThan(36_000_000), patient)
  slow.socket.resume()
  await vi.waitFor(() => expect(slow.closed).toBe(true), patient)
  expect(slow.bytes).toBeLessThan(36_000_000)
  expect(quick.closed).toBe(false)
  quick.socket.destroy()
})

it('sends the first events of many watches as fast as each reads', async () => {
  const all = await Promise.all(Array.from({ length: 7 }, () => watch('&resourceVersion=0')))
  await vi.waitFor(() => expect(all.every((one) => one.bytes > 36_000_000)).toBe(true), patient)
  expect(all.some((one) => one.closed)).toBe(false)
  const before = all.map((one) => one.bytes)
  expect((await create('after-them', 10)).status).toBe(201)
  await vi.waitFor(() => {
    for (const [i, one] of all.entries()) expect(one.bytes).toBeGreaterThan(before[i]!)
  }, patient)
  for (const one of all) one.socket.destroy()
})

it('answers the next request of a connection after a watch, whose chunks were its own', async () => {
  const socket = connect(server.running.port, '127.0.0.1')
  const head = (path: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testToken}\r\n\r\n`
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  expect((await create('told', 10)).status).toBe(201)
  const short = `${maps}?watch=true&timeoutSeconds=1&fieldSelector=metadata.name%3Dtold`
  socket.write(head(short) + head('/livez'))
  await vi.waitFor(() => expect(text).toMatch(/\r\n\r\nok$/), patient)
  expect(
    text.match(/\r\n[0-9a-f]+\r\n\{"type":"ADDED",[^\n]*"name":"told"[^\n]*\n\r\n0\r\n\r\n/g),
  ).toHaveLength(1)
  socket.destroy()
})
