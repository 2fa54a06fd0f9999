import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { connectionRefused, inProcessConnection } from './in-process-connection.ts'

async function received(end: Duplex): Promise<string> {
  let text = ''
  end.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(end, 'end')
  return text
}

it('carries bytes both ways', async () => {
  const [client, server] = inProcessConnection()
  client.end('question')
  expect(await received(server)).toBe('question')
  server.end('answer')
  expect(await received(client)).toBe('answer')
})

it('ends where one end is destroyed', async () => {
  const [client, server] = inProcessConnection()
  server.destroy()
  await once(client, 'close')
  expect(client.destroyed).toBe(true)
})

it('refuses as a socket does', () => {
  expect(connectionRefused('https://127.0.0.1:6443/api')).toMatchObject({
    code: 'ECONNREFUSED',
    message: 'connect ECONNREFUSED 127.0.0.1:6443',
  })
})
