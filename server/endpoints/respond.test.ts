import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import type { ApiCall } from './api-call.ts'
import { abortWhenLate, sendFixed, sendParts } from './respond.ts'

afterEach(() => vi.useRealTimers())

it('breaks an answer off that its client has not read within a minute', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  abortWhenLate(response)
  client.pause()
  response.end(Buffer.alloc(50_000_000))
  vi.advanceTimersByTime(59_999)
  expect(response.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(response.destroyed).toBe(true)
  client.destroy()
  server.close()
})

it('sends a list of more parts than a call may have arguments', async () => {
  const server = createServer((req, res) => {
    const call = { req, res, warnings: [], noteAnswer() {}, compresses: false } as unknown as ApiCall
    sendParts(call, 200, 'text/plain', new Array<Buffer>(200_000).fill(Buffer.from('abc')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect((await answer.text()).length).toBe(600_000)
  server.close()
})

it.each([
  ['a list', 200_000],
  ['a list that is compressed in slices', 5_000_000],
])('compresses %s, and tells no length of it', async (_, bytes) => {
  const server = createServer((req, res) => {
    const call = { req, res, warnings: [], noteAnswer() {}, compresses: true } as unknown as ApiCall
    sendParts(call, 200, 'text/plain', [Buffer.alloc(bytes / 2, 'a'), Buffer.alloc(bytes / 2, 'b')])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('transfer-encoding')).toBe('chunked')
  expect(await answer.text()).toBe('a'.repeat(bytes / 2) + 'b'.repeat(bytes / 2))
  server.close()
})

it('sends bytes as they are, without a copy for each client', () => {
  const sent: unknown[] = []
  const res = {
    headersSent: false,
    setHeader() {},
    writeHead() {},
    end: (bytes: unknown) => sent.push(bytes),
  }
  const call = { req: { method: 'GET' }, res, warnings: [], noteAnswer() {} } as unknown as ApiCall
  const document = Buffer.from('{}')
  sendFixed(call, 200, 'application/json', document)
  sendFixed(call, 200, 'text/plain', 'ok')
  expect(sent[0]).toBe(document)
  expect(sent[1]).toEqual(Buffer.from('ok'))
})
