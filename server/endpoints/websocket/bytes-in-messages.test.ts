import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import type { ApiCall } from '../api-call.ts'
import { sendInMessages } from './bytes-in-messages.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Serves bytes to one client. @returns the port */
async function serving(bytes: Readable): Promise<number> {
  server = createServer()
  server.on('upgrade', (req, socket, head) =>
    sendInMessages({ req, res: {} } as ApiCall, { socket, head }, bytes),
  )
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** The lines of the answer's head, and what came behind it, once the connection has ended. */
async function received(
  bytes: Readable,
  protocols: string | undefined,
): Promise<{ head: string[]; frames: Buffer }> {
  const socket = connect(await serving(bytes), '127.0.0.1')
  socket.write(
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${protocols === undefined ? '' : `Sec-WebSocket-Protocol: ${protocols}\r\n`}\r\n`,
  )
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const all = Buffer.concat(chunks)
  const end = all.indexOf('\r\n\r\n')
  return { head: all.subarray(0, end).toString().split('\r\n'), frames: all.subarray(end + 4) }
}

const closed = '880203e8'
const hex = (text: string): string => Buffer.from(text).toString('hex')

it.each([
  [undefined, '', '8200', `8206${hex('line 1')}`],
  ['binary.k8s.io', 'binary.k8s.io', '8200', `8206${hex('line 1')}`],
  ['other, base64.binary.k8s.io', 'base64.binary.k8s.io', '8100', `8108${hex('bGluZSAx')}`],
])(
  'a client that offers %s is told %j, and gets messages behind an empty one',
  async (offered, chosen, empty, message) => {
    const { head, frames } = await received(Readable.from([Buffer.from('line 1')]), offered)
    expect([head[0], head.at(-1)]).toEqual([
      'HTTP/1.1 101 Switching Protocols',
      `Sec-WebSocket-Protocol: ${chosen}`,
    ])
    expect(frames.toString('hex')).toBe(`${empty}${message}${closed}`)
  },
)

it('no message has more than 2048 bytes', async () => {
  const { frames } = await received(Readable.from([Buffer.alloc(5000)]), undefined)
  const heads = ['8200', '827e0800', '827e0800', '827e0388']
  expect(frames.length).toBe(2 + 4 * 3 + 5000 + 4)
  expect(frames.subarray(2, 6).toString('hex')).toBe(heads[1])
  expect(frames.subarray(6 + 2048, 10 + 2048).toString('hex')).toBe(heads[2])
  expect(frames.subarray(10 + 4096, 14 + 4096).toString('hex')).toBe(heads[3])
})

it('a subprotocol that is not spoken is refused, and nothing is read', async () => {
  const bytes = new PassThrough()
  expect((await received(bytes, 'channel.k8s.io')).head).toEqual(['HTTP/1.1 403 Forbidden'])
  expect(bytes.destroyed).toBe(true)
})

it('what is left is not read when the client has gone', async () => {
  const bytes = new PassThrough()
  const gone = new Promise((resolve) => bytes.once('close', resolve))
  const socket = connect(await serving(bytes), '127.0.0.1')
  socket.write(
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  socket.once('data', () => socket.destroy())
  await gone
})
