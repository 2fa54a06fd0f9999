import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Frame, FrameParser, flags, frame, types, uint32s } from './frames.ts'
import { encodeHeaders } from './header-block.ts'
import { Http2Session } from './session.ts'
import type { StreamListener } from './stream.ts'

const prefaceSize = 24
const toEnd: (() => void)[] = []
afterEach(() => {
  for (const end of toEnd.splice(0).reverse()) end()
})

/** The other side, which does what a test says. */
class Peer {
  readonly frames: Frame[] = []
  readonly socket: Socket
  private told = (): void => {}

  constructor(socket: Socket) {
    this.socket = socket
    let skip = prefaceSize
    const parser = new FrameParser((one) => {
      this.frames.push(one)
      this.told()
    })
    socket.on('error', () => {})
    socket.on('data', (piece: Buffer) => {
      const start = Math.min(skip, piece.length)
      skip -= start
      parser.take(piece.subarray(start))
    })
  }

  send(type: number, flag: number, stream: number, payload: Buffer = Buffer.alloc(0)): void {
    this.socket.write(frame(type, flag, stream, payload.length, payload))
  }

  settings(...pairs: readonly (readonly [number, number])[]): void {
    const payload = Buffer.concat(
      pairs.map(([id, value]) => Buffer.concat([Buffer.from([0, id]), uint32s(value)])),
    )
    this.send(types.settings, 0, 0, payload)
  }

  /** The frames of a type, when there are so many. */
  async of(type: number, count: number): Promise<Frame[]> {
    for (;;) {
      const found = this.frames.filter((one) => one.type === type)
      if (found.length >= count) return found
      await new Promise<void>((resolve) => {
        this.told = resolve
      })
    }
  }
}

/** What a stream has heard. */
class Heard implements StreamListener {
  readonly all: unknown[] = []
  readonly end: Promise<void>
  private ended = (): void => {}
  constructor() {
    this.end = new Promise((resolve) => {
      this.ended = resolve
    })
  }
  headers(headers: object): void {
    this.all.push({ ...headers })
  }
  data(piece: Buffer): void {
    this.all.push(piece.toString())
  }
  closed(error?: Error): void {
    this.all.push(error?.message ?? 'end')
    this.ended()
  }
}

async function connected(): Promise<{
  session: Http2Session
  peer: Peer
  closed: Promise<Error | undefined>
}> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let ended = (_?: Error): void => {}
  const closed = new Promise<Error | undefined>((resolve) => {
    ended = resolve
  })
  const session = new Http2Session(socket, { opened: () => {}, closed: ended })
  const [accepted] = (await once(server, 'connection')) as [Socket]
  toEnd.push(
    () => server.close(),
    () => session.destroy(),
    () => accepted.destroy(),
  )
  const peer = new Peer(accepted)
  return { session, peer, closed }
}

const ok = encodeHeaders([[':status', '200']])
const head = encodeHeaders([[':method', 'POST']])
const endOfBlock = flags.endHeaders
const [maxStreams, initialWindow, maxFrame] = [3, 4, 5]
const x = (count: number): Buffer => Buffer.alloc(count, 'x')

function ask(session: Http2Session, message?: Buffer): Heard {
  const heard = new Heard()
  const stream = session.request(head, heard)
  if (message === undefined) stream.end()
  else stream.write(message, true)
  return heard
}

describe('a session', () => {
  it('keeps to the windows and the size of frames of the other side', async () => {
    const { session, peer } = await connected()
    peer.settings([initialWindow, 50_000], [maxFrame, 16_384])
    await peer.of(types.settings, 2)
    const heard = ask(session, x(60_000))
    const sizes = (frames: Frame[]): number[] => frames.map(({ payload }) => payload.length)
    expect(sizes(await peer.of(types.data, 4))).toEqual([16_384, 16_384, 16_384, 848])
    peer.send(types.windowUpdate, 0, 1, uint32s(5))
    expect(sizes(await peer.of(types.data, 5))).toEqual([16_384, 16_384, 16_384, 848, 5])
    peer.settings([initialWindow, 100_000])
    const all = await peer.of(types.data, 6)
    expect(sizes(all)).toEqual([16_384, 16_384, 16_384, 848, 5, 9995])
    expect(all.map((one) => one.flags)).toEqual([0, 0, 0, 0, 0, flags.endStream])
    peer.send(types.headers, endOfBlock | flags.endStream, 1, ok)
    await heard.end
    expect(heard.all).toEqual([{ ':status': '200' }, 'end'])
  })

  it('waits for the window of the connection', async () => {
    const { session, peer } = await connected()
    peer.settings([initialWindow, 1_000_000])
    await peer.of(types.settings, 2)
    ask(session, x(70_000))
    const sent = (frames: Frame[]): number => frames.reduce((sum, { payload }) => sum + payload.length, 0)
    expect(sent(await peer.of(types.data, 4))).toBe(65_535)
    peer.send(types.windowUpdate, 0, 0, uint32s(10_000))
    expect(sent(await peer.of(types.data, 5))).toBe(70_000)
  })

  it('begins no more streams than the other side takes', async () => {
    const { session, peer } = await connected()
    peer.settings([maxStreams, 1])
    await peer.of(types.settings, 2)
    const all = [ask(session), ask(session)]
    expect((await peer.of(types.headers, 1)).map(({ stream }) => stream)).toEqual([1])
    peer.send(types.headers, endOfBlock | flags.endStream, 1, ok)
    expect((await peer.of(types.headers, 2)).map(({ stream }) => stream)).toEqual([1, 3])
    expect(all[1]!.all).toEqual([])
  })

  it('reads headers that are continued and padded, and trailers', async () => {
    const { session, peer } = await connected()
    peer.settings()
    const heard = ask(session)
    await peer.of(types.headers, 1)
    const padded = Buffer.concat([
      Buffer.from([2]),
      uint32s(0),
      Buffer.from([16]),

      Buffer.alloc(2),
    ])
    peer.send(types.headers, flags.padded | flags.priority, 1, padded)
    peer.send(types.continuation, endOfBlock, 1, ok)
    peer.send(types.data, flags.padded, 1, Buffer.from('\x03hello...'))
    peer.send(0xfe, 0, 1, x(10))
    peer.send(types.headers, endOfBlock | flags.endStream, 1, encodeHeaders([['grpc-status', '0']]))
    await heard.end
    expect(heard.all).toEqual([{ ':status': '200' }, 'hello', { 'grpc-status': '0' }, 'end'])
  })

  it('answers pings, and hears of its own', async () => {
    const { session, peer } = await connected()
    peer.settings()
    peer.send(types.ping, 0, 0, Buffer.from('12345678'))
    const [answer] = await peer.of(types.ping, 1)
    expect([answer!.flags, `${answer!.payload}`]).toEqual([flags.ack, '12345678'])
    const answered = new Promise<void>((resolve) => session.ping(resolve))
    await peer.of(types.ping, 2)
    peer.send(types.ping, flags.ack, 0, Buffer.alloc(8))
    await answered
  })

  it('answers settings before it sends what they allow', async () => {
    const { session, peer } = await connected()
    peer.settings([initialWindow, 0])
    await peer.of(types.settings, 2)
    ask(session, x(10))
    await peer.of(types.headers, 1)
    peer.settings([initialWindow, 100])
    await peer.of(types.data, 1)
    const order = peer.frames.filter(({ type, flags: flag }) => type === types.data || flag === flags.ack)
    expect(order.map(({ type }) => type)).toEqual([types.settings, types.settings, types.data])
  })

  it('ends when the other side asks on and on and reads nothing', async () => {
    const { peer, closed } = await connected()
    peer.settings()
    await peer.of(types.settings, 2)
    peer.socket.pause()
    const pings = Buffer.concat(Array.from({ length: 10_000 }, () => frame(types.ping, 0, 0, 8, x(8))))
    const flood = setInterval(() => peer.socket.write(pings), 1)
    toEnd.push(() => clearInterval(flood))
    expect((await closed)?.message).toBe('ENHANCE_YOUR_CALM: answers are not read')
  })

  it('ends a stream that is begun when it has ended', async () => {
    const { session, peer, closed } = await connected()
    peer.settings()
    peer.send(types.goAway, 0, 0, uint32s(0, 0))
    await closed
    const heard = ask(session)
    await heard.end
    expect(heard.all).toEqual(['the connection is draining'])
    expect(session.active).toBe(0)
  })

  it('ends after GOAWAY with the last stream that was seen', async () => {
    const { session, peer, closed } = await connected()
    peer.settings()
    await peer.of(types.settings, 2)
    const [seen, unseen] = [ask(session), ask(session)]
    await peer.of(types.headers, 2)
    peer.send(types.goAway, 0, 0, uint32s(1, 0))
    await unseen.end
    expect(unseen.all).toEqual(['the connection is draining'])
    expect(session.isOpen).toBe(false)
    peer.send(types.headers, endOfBlock | flags.endStream, 1, ok)
    await seen.end
    expect(await closed).toBeUndefined()
  })

  it.each<[string, (peer: Peer) => unknown, string]>([
    [
      'no HTTP/2',
      (peer: Peer) => peer.socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
      'FRAME_SIZE_ERROR: http2: frame too large',
    ],
    [
      'no settings',
      (peer: Peer) => peer.send(types.ping, 0, 0, x(8)),
      'PROTOCOL_ERROR: the first frame is none of settings',
    ],
    [
      'headers that are not continued',
      (peer: Peer) => {
        peer.settings()
        peer.send(types.headers, 0, 1, ok)
        peer.send(types.ping, 0, 0, x(8))
      },
      'PROTOCOL_ERROR: headers are not continued',
    ],
    [
      'a push',
      (peer: Peer) => {
        peer.settings()
        peer.send(types.pushPromise, endOfBlock, 1, ok)
      },
      'PROTOCOL_ERROR: nothing may be pushed',
    ],
    [
      'more padding than there is',
      (peer: Peer) => {
        peer.settings()
        peer.send(types.data, flags.padded, 1, Buffer.from([9, 0]))
      },
      'PROTOCOL_ERROR: a frame is shorter than its padding',
    ],
    ...(
      [
        [
          'a window that grows by nothing',
          types.windowUpdate,
          0,
          uint32s(0),
          'PROTOCOL_ERROR: a window grows by nothing',
        ],
        [
          'a window that is too large',
          types.windowUpdate,
          0,
          uint32s(0x7fffffff),
          'FLOW_CONTROL_ERROR: a window is too large',
        ],
        ['a ping that is cut off', types.ping, 0, x(7), 'FRAME_SIZE_ERROR: a frame of type 6 has 7 bytes'],
        ['a ping of a stream', types.ping, 1, x(8), 'PROTOCOL_ERROR: a frame of type 6 is of stream 1'],
        ['data of no stream', types.data, 0, x(1), 'PROTOCOL_ERROR: a frame of type 0 is of stream 0'],
        [
          'headers of a stream that has not begun',
          types.headers,
          77,
          ok,
          'PROTOCOL_ERROR: a frame of type 1 is of stream 77',
        ],
      ] as const
    ).map(
      ([what, type, stream, payload, message]) =>
        [
          what,
          (peer: Peer) => {
            peer.settings()
            peer.send(type, type === types.headers ? endOfBlock : 0, stream, payload)
          },
          message,
        ] as [string, (peer: Peer) => unknown, string],
    ),
    [
      'frames that are too small',
      (peer: Peer) => peer.settings([maxFrame, 0]),
      'PROTOCOL_ERROR: frames of 0 bytes may not be asked for',
    ],
    [
      'a window of streams that is too large',
      (peer: Peer) => peer.settings([initialWindow, 0xffffffff]),
      'FLOW_CONTROL_ERROR: a window is too large',
    ],
    [
      'headers in very many parts',
      (peer: Peer) => {
        peer.settings()
        peer.send(types.headers, 0, 1, ok)
        for (let i = 0; i < 100; i++) peer.send(types.continuation, 0, 1)
      },
      'ENHANCE_YOUR_CALM: headers are too large',
    ],
    [
      'data before headers',
      (peer: Peer) => {
        peer.settings()
        peer.send(types.data, 0, 1, x(1))
      },
      'PROTOCOL_ERROR: data come before headers',
    ],
  ])('ends with %s', async (_what, misbehave, message) => {
    const { session, peer, closed } = await connected()
    session.request(head, new Heard())
    misbehave(peer)
    expect((await closed)?.message).toBe(message)
  })
})

describe('a stream', () => {
  it('may be reset, by either side, and its connection goes on', async () => {
    const { session, peer } = await connected()
    peer.settings()
    const heard = ask(session)
    await peer.of(types.headers, 1)
    peer.send(types.rstStream, 0, 1, uint32s(7))
    await heard.end
    expect(heard.all).toEqual(['stream terminated by RST_STREAM with error code: REFUSED_STREAM'])
    const silent = new Heard()
    session.request(head, silent).cancel()
    const [reset] = await peer.of(types.rstStream, 1)
    expect(reset).toMatchObject({ stream: 3, payload: uint32s(8) })
    peer.send(types.data, 0, 3, x(3))
    const next = ask(session)
    await peer.of(types.headers, 3)
    peer.send(types.headers, endOfBlock | flags.endStream, 5, ok)
    await next.end
    expect(silent.all).toEqual([])
  })

  it('tells nothing while it is paused, and all of it in order after that', async () => {
    const { session, peer } = await connected()
    peer.settings()
    const heard = new Heard()
    const stream = session.request(head, heard)
    const other = ask(session)
    await peer.of(types.headers, 2)
    stream.pause()
    peer.send(types.headers, endOfBlock, 1, ok)
    peer.send(types.data, 0, 1, x(1))
    peer.send(types.data, flags.endStream, 1, x(2))
    peer.send(types.headers, endOfBlock | flags.endStream, 3, ok)
    await other.end
    expect(heard.all).toEqual([])
    stream.resume()
    expect(heard.all).toEqual([{ ':status': '200' }, 'x', 'xx', 'end'])
  })

  it('makes room again for what was read', async () => {
    const { session, peer } = await connected()
    peer.settings()
    const heard = new Heard()
    session.request(head, heard)
    await peer.of(types.headers, 1)
    peer.send(types.headers, endOfBlock, 1, ok)
    for (let i = 0; i < 300; i++) peer.send(types.data, 0, 1, x(16_384))
    const updates = await peer.of(types.windowUpdate, 3)
    expect(updates.map(({ stream }) => stream).sort()).toEqual([0, 0, 1])
    for (const { payload } of updates.slice(1))
      expect(payload.readUInt32BE(0)).toBeGreaterThanOrEqual(4 << 20)
  })

  it('ends with its connection', async () => {
    const { session, peer } = await connected()
    peer.settings()
    const heard = ask(session)
    await peer.of(types.headers, 1)
    peer.socket.destroy()
    await heard.end
    expect(heard.all[0]).toMatch(/EOF|ECONNRESET/)
    expect(session.isOpen).toBe(false)
  })
})
