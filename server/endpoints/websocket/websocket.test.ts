import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SecureServer, startSecureServer } from '../../testing/secure-server.ts'

// What the real 1.30.14 and 1.36.3 answer to the same bytes.
let server: SecureServer
beforeAll(async () => {
  server = await startSecureServer('1.30')
})
afterAll(() => server.close())

const path =
  '/api/v1/namespaces/kube-system/configmaps?watch=1&timeoutSeconds=1&fieldSelector=metadata.name=none'
const usual = {
  Host: 'localhost',
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  Origin: 'https://localhost',
  Authorization: 'Bearer admintoken',
}

/** Head of the answer and the bytes behind it, once the server has ended the connection. */
function shake(
  headers: Record<string, string | undefined>,
  sent?: Buffer,
): Promise<{ head: string[]; rest: Buffer }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      const lines = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined)
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`)
      if (sent !== undefined) socket.write(sent)
    })
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const all = Buffer.concat(chunks)
      const end = all.indexOf('\r\n\r\n')
      resolve({ head: all.subarray(0, end).toString().split('\r\n'), rest: all.subarray(end + 4) })
    })
  })
}

/** A frame of a client, with a mask. */
function frame(opcode: number, payload: string): Buffer {
  const mask = [1, 2, 3, 4]
  const bytes = Buffer.from(payload).map((byte, i) => byte ^ mask[i % 4]!)
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, ...mask]), bytes])
}

const closed = '880203e8'
const switching = [
  'HTTP/1.1 101 Switching Protocols',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
]
const token = `base64url.bearer.authorization.k8s.io.${Buffer.from('admintoken').toString('base64url')}`

describe('a watch over WebSocket', () => {
  it('switches, and says when its time is over', async () => {
    const { head, rest } = await shake({})
    expect(head).toEqual(switching)
    expect(rest.toString('hex')).toBe(closed)
  })

  it('takes a token as a subprotocol beside another', async () => {
    const protocols = { Authorization: undefined, 'Sec-WebSocket-Protocol': `${token}, base64.binary.k8s.io` }
    expect((await shake(protocols)).head).toEqual([
      ...switching,
      'Sec-WebSocket-Protocol: base64.binary.k8s.io',
    ])
    const alone = { Authorization: undefined, 'Sec-WebSocket-Protocol': token }
    expect((await shake(alone)).head[0]).toBe('HTTP/1.1 401 Unauthorized')
  })

  it.each([
    [{ Origin: undefined }, ['HTTP/1.1 403 Forbidden'], ''],
    [{ Origin: '::no url' }, ['HTTP/1.1 403 Forbidden'], ''],
    [{ 'Sec-WebSocket-Key': undefined }, ['HTTP/1.1 400 Bad Request'], 'mismatch challenge/response'],
    [
      { 'Sec-WebSocket-Version': '8' },
      ['HTTP/1.1 400 Bad Request', 'Sec-WebSocket-Version: 13'],
      'missing or bad WebSocket Version',
    ],
    [{ 'Sec-WebSocket-Protocol': 'a, b' }, ['HTTP/1.1 400 Bad Request'], ''],
  ])('refuses %j', async (headers, head, body) => {
    const answer = await shake(headers)
    expect(answer.head).toEqual(head)
    expect(answer.rest.toString()).toBe(body)
  })

  it('answers pings, throws data away, and ends with its client', async () => {
    const sent = Buffer.concat([frame(1, 'text'), frame(9, 'hello'), frame(8, '')])
    expect((await shake({}, sent)).rest.toString('hex')).toBe(
      `8a05${Buffer.from('hello').toString('hex')}${closed}`,
    )
  })

  it('ends where a frame has no mask, or none that can be', async () => {
    expect((await shake({}, Buffer.from([0x81, 2, 65, 66]))).rest.toString('hex')).toBe(`880203ea${closed}`)
    expect((await shake({}, Buffer.alloc(17, 0xff))).rest.toString('hex')).toBe(closed)
  })
})
