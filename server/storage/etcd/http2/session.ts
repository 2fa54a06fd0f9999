// A client's side of HTTP/2: no more of RFC 9113 than a client of gRPC needs. Node's own costs four times as much for a small call.
import type { Socket } from 'node:net'
import { checkFrame, checkWindow, frameSize } from './check-frame.ts'
import { contentOf, type Frame, FrameParser, flags, frame, types, uint32s, usualFrameSize } from './frames.ts'
import { decodeHeaders, type HeaderMap } from './header-block.ts'
import { Http2Error, nameOf, numberOf, UnseenError } from './http2-error.ts'
import { Http2Stream, type StreamListener, ownWindow as window } from './stream.ts'

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const settings = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
}
/** Bytes that may be under way where nothing else was said. */
const usualWindow = 65_535
const mostHeaderBytes = 1 << 20
/** Frames that headers are cut into at most. */
const mostHeaderParts = 2 + mostHeaderBytes / usualFrameSize
/** Answers to settings and pings that the other side may leave unread. */
const mostAnswers = 1000
const isDraining = 'the connection is draining'
/** The size in bytes up to which several pieces are copied into one, which is then written. */
const mostCopied = 1 << 16
/** Streams have odd numbers of 31 bits. */
const lastStream = 2 ** 31 - 1

/** The listener to the beginning and the end of a session. */
export interface SessionListener {
  /** The other side has sent its settings: it speaks HTTP/2. */
  opened(): void
  /** Once, when nothing can be sent any more. */
  closed(error?: Error): void
}

/** A connection of HTTP/2 over a socket. Calls go on beside each other, and what is sent in one turn goes out together. */
export class Http2Session {
  private readonly socket: Socket
  private readonly listener: SessionListener
  private readonly parser = new FrameParser((one) => this.receive(one))
  private readonly streams = new Map<number, Http2Stream>()
  /** Streams that wait because the other side allows no more at once. */
  private readonly later: Http2Stream[] = []
  private readonly pings: (() => void)[] = []
  private readonly known = new Map<string, HeaderMap>()
  private nextStream = 1
  private opened = false
  private draining = false
  private gone = false
  private output: Buffer[] = []
  private block: { stream: number; endStream: boolean; parts: Buffer[]; size: number } | undefined
  private consumed = 0
  private answers = 0
  /** The limits of the other side: windows and frame size in bytes, and the number of streams. */
  private readonly allows = {
    window: usualWindow,
    streamWindow: usualWindow,
    frame: usualFrameSize,
    streams: Infinity,
  }

  constructor(socket: Socket, listener: SessionListener) {
    this.socket = socket
    this.listener = listener
    socket.on('data', (piece: Buffer) => this.take(piece))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
    const own = [
      [settings.headerTableSize, 0],
      [settings.enablePush, 0],
      [settings.initialWindowSize, window],
    ]
    const payload = Buffer.allocUnsafe(6 * own.length)
    for (const [i, [id, value]] of own.entries()) {
      payload.writeUInt16BE(id!, 6 * i)
      payload.writeUInt32BE(value!, 6 * i + 2)
    }
    this.send(preface, frame(types.settings, 0, 0, payload.length, payload))
    this.send(frame(types.windowUpdate, 0, 0, 4, uint32s(window - usualWindow)))
  }

  /** Whether a stream can be begun. */
  get isOpen(): boolean {
    return !this.gone && !this.draining
  }

  /** Streams that have not ended. */
  get active(): number {
    return this.streams.size + this.later.length
  }

  /** A new stream; of a session that takes none any more it ends, in a later turn. @param headers as of `encodeHeaders` */
  request(headers: Buffer, listener: StreamListener): Http2Stream {
    const stream = new Http2Stream(this.outlet, headers, listener)
    if (this.isOpen) {
      this.later.push(stream)
      this.beginNext()
    } else setImmediate(() => stream.over(new UnseenError(isDraining)))
    return stream
  }

  /** Calls when the other side answers, or the connection ends. */
  ping(answered: () => void): void {
    this.pings.push(answered)
    this.send(frame(types.ping, 0, 0, 8, Buffer.alloc(8)))
  }

  /** Closes the connection, and ends all its streams. */
  destroy(error?: Error): void {
    if (this.gone) return
    this.gone = true
    this.flush()
    this.socket.destroy()
    const ended = [...this.streams.values(), ...this.later.splice(0)]
    this.streams.clear()
    this.listener.closed(error)
    for (const answered of this.pings.splice(0)) answered()
    for (const stream of ended) stream.over(error ?? new Error('error reading from server: EOF'))
  }

  /** The part of the session that its streams write to. */
  private readonly outlet = {
    send: (...bytes: readonly Buffer[]) => this.send(...bytes),
    allows: this.allows,
    left: (stream: Http2Stream) => this.left(stream),
  }

  private beginNext(): void {
    while (this.later.length > 0 && this.streams.size < this.allows.streams && !this.gone && !this.draining) {
      const stream = this.later.shift()!
      const id = this.nextStream
      this.nextStream += 2
      this.streams.set(id, stream)
      if (this.nextStream >= lastStream) this.drain(id)
      stream.begin(id, this.allows.streamWindow)
    }
  }

  /** No stream begins any more; those after `last` end, as the other side has not seen them. */
  private drain(last: number): void {
    this.draining = true
    const unseen = [...this.streams].filter(([id]) => id > last)
    for (const [id] of unseen) this.streams.delete(id)
    const waiting = this.later.splice(0)
    for (const stream of [...unseen.map(([, one]) => one), ...waiting])
      stream.over(new UnseenError(isDraining))
    if (this.streams.size === 0) this.destroy()
  }

  private left(stream: Http2Stream): void {
    this.streams.delete(stream.id)
    const waits = this.later.indexOf(stream)
    if (waits >= 0) this.later.splice(waits, 1)
    if (this.draining && this.streams.size === 0) this.destroy()
    else this.beginNext()
  }

  private send(...bytes: readonly Buffer[]): void {
    if (this.output.length === 0) setImmediate(() => this.flush())
    this.output.push(...bytes)
  }

  private flush(): void {
    const { output, socket } = this
    if (output.length === 0) return
    this.output = []
    if (socket.destroyed) return
    const size = output.reduce((sum, bytes) => sum + bytes.length, 0)
    const pieces = size > mostCopied ? output : [Buffer.concat(output, size)]
    socket.cork()
    for (const bytes of pieces) socket.write(bytes)
    socket.uncork()
  }

  private take(piece: Buffer): void {
    if (this.gone) return
    try {
      this.parser.take(piece)
    } catch (error) {
      const code = error instanceof Http2Error ? error.code : 'INTERNAL_ERROR'
      this.send(frame(types.goAway, 0, 0, 8, uint32s(0, numberOf(code))))
      this.destroy(error as Error)
    }
  }

  private receive(one: Frame): void {
    if (this.gone) return
    checkFrame(one, this.nextStream)
    if (!this.opened && (one.type !== types.settings || (one.flags & flags.ack) !== 0))
      throw new Http2Error('PROTOCOL_ERROR', 'the first frame is none of settings')
    if (this.block !== undefined && one.type !== types.continuation)
      throw new Http2Error('PROTOCOL_ERROR', 'headers are not continued')
    if (one.type === types.data) this.takeData(one)
    else if (one.type === types.headers) this.takeHeaders(one)
    else if (one.type === types.continuation) this.takeContinuation(one)
    else if (one.type === types.rstStream) this.takeReset(one)
    else if (one.type === types.settings) this.takeSettings(one)
    else if (one.type === types.ping) this.takePing(one)
    else if (one.type === types.goAway) this.drain(numberAt(one, 0) & 0x7fffffff)
    else if (one.type === types.windowUpdate) this.takeWindow(one)
    else if (one.type === types.pushPromise) throw new Http2Error('PROTOCOL_ERROR', 'nothing may be pushed')
  }

  private takeData(one: Frame): void {
    const data = contentOf(one)
    // Of the connection, room is made at once: a stream that is paused holds up no other.
    this.consumed += one.payload.length
    if (this.consumed > window / 2) {
      this.send(frame(types.windowUpdate, 0, 0, 4, uint32s(this.consumed)))
      this.consumed = 0
    }
    this.streams.get(one.stream)?.takeData(data, one.payload.length, (one.flags & flags.endStream) !== 0)
  }

  private takeHeaders(one: Frame): void {
    const part = contentOf(one)
    const endStream = (one.flags & flags.endStream) !== 0
    this.block = { stream: one.stream, endStream, parts: [part], size: part.length }
    this.endBlock(one)
  }

  private takeContinuation(one: Frame): void {
    const { block } = this
    if (block?.stream !== one.stream) throw new Http2Error('PROTOCOL_ERROR', 'there is nothing to continue')
    block.parts.push(one.payload)
    block.size += one.payload.length
    if (block.size > mostHeaderBytes || block.parts.length > mostHeaderParts)
      throw new Http2Error('ENHANCE_YOUR_CALM', 'headers are too large')
    this.endBlock(one)
  }

  private endBlock({ flags: flag }: Frame): void {
    const { block } = this
    if (block === undefined || (flag & flags.endHeaders) === 0) return
    this.block = undefined
    const headers = this.headersOf(block.parts.length === 1 ? block.parts[0]! : Buffer.concat(block.parts))
    this.streams.get(block.stream)?.takeHeaders(headers, block.endStream)
  }

  /** Blocks stand for themselves, and most are the same few ones. */
  private headersOf(block: Buffer): HeaderMap {
    if (block.length > 64) return decodeHeaders(block)
    const text = block.toString('latin1')
    let headers = this.known.get(text)
    if (headers === undefined) {
      headers = decodeHeaders(block)
      if (this.known.size < 100) this.known.set(text, headers)
    }
    return headers
  }

  private takeReset(one: Frame): void {
    const code = nameOf(numberAt(one, 0))
    const stream = this.streams.get(one.stream)
    this.streams.delete(one.stream)
    const message = `stream terminated by RST_STREAM with error code: ${code}`
    stream?.over(code === 'REFUSED_STREAM' ? new UnseenError(message) : new Error(message))
    this.beginNext()
  }

  private takeSettings({ flags: flag, payload }: Frame): void {
    if ((flag & flags.ack) !== 0) return
    // First: the other side counts on what is new from here on.
    this.answer(frame(types.settings, flags.ack, 0, 0))
    for (let at = 0; at < payload.length; at += 6)
      this.set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2))
    if (!this.opened) {
      this.opened = true
      this.listener.opened()
    }
    this.beginNext()
  }

  private set(id: number, value: number): void {
    const { allows } = this
    if (id === settings.maxConcurrentStreams) allows.streams = value
    else if (id === settings.maxFrameSize) allows.frame = frameSize(value)
    else if (id === settings.initialWindowSize) {
      checkWindow(value)
      const more = value - allows.streamWindow
      allows.streamWindow = value
      for (const stream of [...this.streams.values()]) stream.widen(more)
    }
  }

  private takePing(one: Frame): void {
    if ((one.flags & flags.ack) !== 0) this.pings.shift()?.()
    else this.answer(frame(types.ping, flags.ack, 0, one.payload.length, one.payload))
  }

  /** Throws where the other side asks on and on, and reads no answer. */
  private answer(bytes: Buffer): void {
    this.answers = this.socket.writableLength === 0 ? 1 : this.answers + 1
    if (this.answers > mostAnswers) throw new Http2Error('ENHANCE_YOUR_CALM', 'answers are not read')
    this.send(bytes)
  }

  private takeWindow(one: Frame): void {
    const more = numberAt(one, 0) & 0x7fffffff
    if (one.stream !== 0) {
      this.streams.get(one.stream)?.widen(more)
      return
    }
    this.allows.window += more
    checkWindow(this.allows.window)
    for (const stream of [...this.streams.values()]) stream.widen(0)
  }
}

function numberAt({ payload }: Frame, at: number): number {
  if (payload.length < at + 4) throw new Http2Error('FRAME_SIZE_ERROR', 'a frame is cut off')
  return payload.readUInt32BE(at)
}
