import { duplexPair } from 'node:stream'
import { constants, createDeflate } from 'node:zlib'
import { expect, it } from 'vitest'
import { SpdyConnection, type SpdyStream } from './connection.ts'
import { dictionary, HeaderReader, HeaderWriter, SpdyError } from './header-blocks.ts'

/** Both ends of a connection, and the streams that come to the server. */
function connected(): { client: SpdyConnection; server: SpdyConnection; streams: SpdyStream[] } {
  const [one, other] = duplexPair()
  const streams: SpdyStream[] = []
  const server = new SpdyConnection(other, Buffer.alloc(0), 'server')
  server.on('stream', (stream) => streams.push(stream))
  return { client: new SpdyConnection(one, Buffer.alloc(0), 'client'), server, streams }
}
/** What comes of a stream, without ending its other side. */
const text = (stream: SpdyStream): Promise<string> =>
  new Promise((resolve) => {
    let all = ''
    stream.on('data', (chunk) => {
      all += chunk
    })
    stream.on('end', () => resolve(all))
  })
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Header blocks as Go's compress/zlib writes them: one stream, flushed after each. */
async function packed(...plains: Buffer[]): Promise<Buffer[]> {
  const deflate = createDeflate({ dictionary, level: 9 })
  const blocks: Buffer[] = []
  for (const plain of plains) {
    const chunks: Buffer[] = []
    const take = (chunk: Buffer): number => chunks.push(chunk)
    deflate.on('data', take)
    deflate.write(plain)
    await new Promise<void>((resolve) => deflate.flush(constants.Z_SYNC_FLUSH, resolve))
    deflate.off('data', take)
    blocks.push(Buffer.concat(chunks))
  }
  return blocks
}

function pairs(headers: Record<string, string>): Buffer {
  const words = Object.entries(headers)
    .flat()
    .map((word) => {
      const bytes = Buffer.alloc(4 + word.length)
      bytes.writeUInt32BE(word.length)
      bytes.write(word, 4)
      return bytes
    })
  const count = Buffer.alloc(4)
  count.writeUInt32BE(words.length / 2)
  return Buffer.concat([count, ...words])
}

it('knows the dictionary of SPDY/3', () => {
  let [a, b] = [1, 0]
  for (const byte of dictionary) {
    a = (a + byte) % 65521
    b = (b + a) % 65521
  }
  expect([dictionary.length, ((b << 16) | a) >>> 0]).toEqual([1423, 0xe3c6a7c2])
})

it('reads header blocks that look back at those before', async () => {
  const blocks = await packed(
    pairs({ streamtype: 'error', port: '80', requestid: '0' }),
    pairs({ streamtype: 'data', port: '80', requestid: '0' }),
  )
  const reader = new HeaderReader()
  expect(Object.fromEntries(reader.headers(blocks[0]!))).toEqual({
    streamtype: 'error',
    port: '80',
    requestid: '0',
  })
  expect(Object.fromEntries(reader.headers(blocks[1]!))).toEqual({
    streamtype: 'data',
    port: '80',
    requestid: '0',
  })
  const writer = new HeaderWriter()
  const own = new HeaderReader()
  for (const headers of [new Map([['A', 'b']]), new Map<string, string>(), new Map([['c', 'd']])])
    expect([...own.headers(writer.block(headers))].flat()).toEqual(
      [...headers].flat().map((word) => word.toLowerCase()),
    )
})

it('refuses header blocks that are none, or grow beyond measure', async () => {
  const [bomb] = await packed(pairs({ a: 'x'.repeat(1_000_000) }))
  for (const bad of [bomb!, Buffer.alloc(0), Buffer.from('no zlib'), Buffer.from([0x78, 0x01, 0xff, 0xff])])
    expect(() => new HeaderReader().headers(bad)).toThrow(SpdyError)
})

it('carries streams both ways, each to its end', async () => {
  const { client, streams } = connected()
  const stream = client.open(new Map([['streamtype', 'stdin']]))
  stream.end('x'.repeat(200_000))
  await soon()
  const [peer] = streams
  expect(peer!.headers.get('streamtype')).toBe('stdin')
  expect((await text(peer!)).length).toBe(200_000)
  peer!.end('and back')
  expect(await text(stream)).toBe('and back')
})

/** A server, and the raw end of its client. */
function raw() {
  const [peer, socket] = duplexPair()
  const sent: Buffer[] = []
  peer.on('data', (chunk: Buffer) => sent.push(chunk))
  const server = new SpdyConnection(socket, Buffer.alloc(0), 'server')
  return { peer, server, types: () => typesOf(Buffer.concat(sent)) }
}

/** The types of the frames that rule a connection. */
function typesOf(bytes: Buffer): number[] {
  const types: number[] = []
  for (let at = 0; at + 8 <= bytes.length; at += 8 + bytes.readUIntBE(at + 5, 3))
    types.push(bytes.readUInt16BE(at + 2))
  return types
}

const control = (type: number, payload: Buffer, version = 0x8003): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt16BE(version)
  head.writeUInt16BE(type, 2)
  head.writeUInt32BE(payload.length, 4)
  return Buffer.concat([head, payload])
}
const opening = (id: number, block: Buffer): Buffer => {
  const head = Buffer.alloc(10)
  head.writeUInt32BE(id)
  return control(1, Buffer.concat([head, block]))
}
const [goAway, ping, reset, reply] = [7, 6, 3, 2]

it('answers pings, passes over what it does not know, and drops data of no stream', async () => {
  const { peer, types } = raw()
  peer.write(control(6, Buffer.from([0, 0, 0, 1])))
  peer.write(control(99, Buffer.from('unknown')))
  peer.write(control(4, Buffer.alloc(4)))
  peer.write(Buffer.from([0, 0, 0, 9, 1, 0, 0, 2, 1, 2]))
  peer.write(control(6, Buffer.from([0, 0, 0, 3])))
  await soon()
  expect(types()).toEqual([ping, ping])
})

it.each([
  ['a stream of the server', opening(2, new HeaderWriter().block(new Map()))],
  ['a stream that is too short', control(1, Buffer.alloc(3))],
  ['headers that are none', opening(1, Buffer.from('no zlib here'))],
  ['another version', control(6, Buffer.alloc(4), 0x8002)],
  ['a frame beyond measure', Buffer.from([0x80, 3, 0, 4, 0, 0xff, 0xff, 0xff])],
])('ends with %s', async (_name, bytes) => {
  const { peer, types } = raw()
  peer.write(bytes)
  await soon()
  expect(types()).toEqual([goAway])
})

it('opens so many streams and no more, and each once', async () => {
  const { peer, types } = raw()
  const writer = new HeaderWriter()
  for (let i = 0; i < 1001; i++)
    peer.write(opening(2 * i + 1, writer.block(new Map([['streamtype', 'data']]))))
  await soon()
  await soon()
  const seen = types()
  expect([seen.filter((one) => one === reply).length, seen.at(-1)]).toEqual([1000, reset])
  peer.write(opening(1, writer.block(new Map())))
  await soon()
  expect(types().at(-1)).toBe(goAway)
})

it('stops reading where a stream is not read', async () => {
  const { peer, server } = raw()
  server.on('stream', () => {})
  peer.write(opening(1, new HeaderWriter().block(new Map())))
  let free = true
  for (let i = 0; i < 100 && free; i++) {
    const piece = Buffer.alloc(8 + 16 * 1024)
    piece.writeUInt32BE(1)
    piece.writeUInt32BE(16 * 1024, 4)
    free = peer.write(piece)
    await soon()
  }
  expect(free).toBe(false)
})
