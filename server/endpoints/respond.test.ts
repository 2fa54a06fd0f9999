import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { abortWhenLate } from './respond.ts'

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
