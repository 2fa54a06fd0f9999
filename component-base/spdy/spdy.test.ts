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
