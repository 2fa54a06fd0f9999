// Upstream: github.com/moby/spdystream (connection.go, stream.go), k8s.io/streaming/pkg/httpstream/spdy; draft-mbelshe-httpbis-spdy-00
import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'
import { whenDrained } from '../websocket/when-drained.ts'
import { HeaderReader, HeaderWriter, SpdyError, type SpdyHeaders } from './header-blocks.ts'

const types = {
  synStream: 1,
  synReply: 2,
  rstStream: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  headers: 8,
  windowUpdate: 9,
} as const
const statuses = { protocolError: 1, refusedStream: 3, cancel: 5 } as const
const fin = 1

/** Bytes of a frame that rules the connection. */
const maxControlFrame = 64 * 1024
/** Streams that are open at a time. Upstream has no bound; a port-forward takes two for each of its connections. */
const maxStreams = 1000
/** Bytes of a frame of data that is written. */
const maxData = 64 * 1024
/** Answers that a peer leaves unread. */
const maxUnread = 1024 * 1024
/** The milliseconds that a peer has to end its side. */
const lingerMs = 5000

/** A stream of a connection, written and read each to its end alone. */
export class SpdyStream extends Duplex {
  readonly id: number
  readonly headers: SpdyHeaders
  private readonly connection: SpdyConnection
  private peerEnded = false

  constructor(connection: SpdyConnection, id: number, headers: SpdyHeaders) {
    // Upstream's streams are not ended by their reader's end.
    super({ allowHalfOpen: true, autoDestroy: true })
    this.connection = connection
    this.id = id
    this.headers = headers
    // The peer resets streams; whoever reads learns of it by their end.
    this.on('error', () => {})
  }

  /** What the peer sent; undefined at its end. False where the reader is behind. Called by the connection. */
  receive(bytes: Buffer | undefined): boolean {
    if (this.peerEnded || this.destroyed) return true
    this.peerEnded = bytes === undefined
    return this.push(bytes ?? null)
  }

  override _read(): void {
    this.connection.isRead(this.id)
  }
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.connection.sendData(this.id, chunk, false, done)
  }
  override _final(done: () => void): void {
    this.connection.sendData(this.id, Buffer.alloc(0), true, done)
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.connection.forget(this.id, !this.readableEnded || !this.writableFinished)
    done(error)
  }
}

/** SPDY/3.1 over a connection, on either side, without flow control of its own, as upstream: reading stops where a stream is not read. */
export class SpdyConnection extends EventEmitter<{ stream: [SpdyStream]; close: [] }> {
  private readonly socket: Duplex
  private readonly streams = new Map<number, SpdyStream>()
  private readonly writer = new HeaderWriter()
  private readonly reader = new HeaderReader()
  private readonly full = new Set<number>()
  private rest: Buffer = Buffer.alloc(0)
  /** Bytes of data that are still to come for a stream, and whether it ends with them. */
  private data: { id: number; left: number; ends: boolean } | undefined
  private nextId: number
  private lastId = 0
  private ended = false
  private closed = false

  /** @param head what the peer has sent behind its handshake */
  constructor(socket: Duplex, head: Buffer, side: 'client' | 'server') {
    super()
    this.socket = socket
    this.nextId = side === 'client' ? 1 : 2
    this.rest = head
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.isClosed())
    socket.on('end', () => this.isClosed())
    queueMicrotask(() => {
      this.take()
      socket.on('data', (bytes: Buffer) => {
        if (this.ended) return
        this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes])
        this.take()
      })
      if (this.full.size > 0) socket.pause()
    })
  }

  /** Opens a stream; it is there at once, whatever the peer replies. */
  open(headers: SpdyHeaders): SpdyStream {
    const stream = new SpdyStream(this, this.nextId, headers)
    this.nextId += 2
    this.streams.set(stream.id, stream)
    this.control(types.synStream, 0, [
      uint32(stream.id),
      uint32(0),
      Buffer.alloc(2),
      this.writer.block(headers),
    ])
    return stream
  }

  /** Says that it ends once what was written is on its way, and ends. */
  end(): void {
    if (this.ended) return
    this.control(types.goAway, 0, [uint32(this.lastId), uint32(0)])
    this.stop()
  }

  /** A stream has room again. Called by streams. */
  isRead(id: number): void {
    if (!this.full.delete(id) || this.full.size > 0) return
    queueMicrotask(() => {
      this.take()
      if (this.full.size === 0) this.socket.resume()
    })
  }

  /** Sends data of a stream. Called by streams. */
  sendData(id: number, bytes: Buffer, ends: boolean, done: () => void): void {
    let free = true
    if (this.ended || !this.socket.writable) {
      done()
      return
    }
    for (let at = 0; at < bytes.length || (ends && at === 0); at += maxData) {
      const piece = bytes.subarray(at, at + maxData)
      const head = Buffer.concat([uint32(id), uint32(piece.length)])
      if (ends) head[4] = fin
      free = this.socket.write(piece.length === 0 ? head : Buffer.concat([head, piece]))
    }
    if (free) done()
    else whenDrained(this.socket, done)
  }

  /** A stream is over, on both sides or before its time. Called by streams. */
  forget(id: number, early: boolean): void {
    if (!this.streams.delete(id)) return
    if (early && !this.ended) this.control(types.rstStream, 0, [uint32(id), uint32(statuses.cancel)])
    this.isRead(id)
  }

  private control(type: number, flags: number, parts: readonly Buffer[]): void {
    if (this.ended || !this.socket.writable) return
    const payload = Buffer.concat(parts)
    const head = Buffer.alloc(8)
    head.writeUInt16BE(0x8003)
    head.writeUInt16BE(type, 2)
    head.writeUInt32BE(payload.length, 4)
    head[4] = flags
    this.socket.write(Buffer.concat([head, payload]))
  }

  /** The connection of a peer that breaks the protocol ends. */
  private fail(): void {
    this.control(types.goAway, 0, [uint32(this.lastId), uint32(statuses.protocolError)])
    this.stop()
  }

  private stop(): void {
    this.ended = true
    this.rest = Buffer.alloc(0)
    this.socket.end()
    // What still comes is thrown away, so that the peer reads what it was sent before the connection is gone.
    this.socket.resume()
    setTimeout(() => this.socket.destroy(), lingerMs).unref()
    this.endStreams()
  }

  private isClosed(): void {
    if (this.closed) return
    this.closed = true
    if (!this.ended) this.socket.end()
    this.ended = true
    this.endStreams()
    this.emit('close')
  }

  private endStreams(): void {
    for (const stream of this.streams.values()) stream.receive(undefined)
    this.streams.clear()
    this.full.clear()
  }

  private take(): void {
    try {
      while (!this.ended && this.full.size === 0 && this.rest.length > 0) if (!this.takeFrame()) return
    } catch (error) {
      if (!(error instanceof SpdyError)) throw error
      this.fail()
    }
  }

  /** False where more has to come first. */
  private takeFrame(): boolean {
    if (this.data !== undefined) {
      this.takeData(this.data)
      return true
    }
    if (this.rest.length < 8) return false
    const size = this.rest.readUIntBE(5, 3)
    if (this.rest[0]! < 0x80) {
      this.data = { id: this.rest.readUInt32BE(0), left: size, ends: (this.rest[4]! & fin) !== 0 }
      this.rest = this.rest.subarray(8)
      this.takeData(this.data)
      return true
    }
    if (size > maxControlFrame) throw new SpdyError('a frame is too long')
    if (this.rest.length < 8 + size) return false
    if (this.rest.readUInt16BE(0) !== 0x8003) throw new SpdyError('not version 3')
    const [type, flags] = [this.rest.readUInt16BE(2), this.rest[4]!]
    const payload = this.rest.subarray(8, 8 + size)
    this.rest = this.rest.subarray(8 + size)
    this.takeControl(type, flags, payload)
    return true
  }

  /** Data is passed on as it comes: no frame is kept until it is whole. */
  private takeData(data: { id: number; left: number; ends: boolean }): void {
    const piece = this.rest.subarray(0, data.left)
    this.rest = this.rest.subarray(piece.length)
    data.left -= piece.length
    if (data.left === 0) this.data = undefined
    const stream = this.streams.get(data.id)
    if (stream === undefined) return
    if (piece.length > 0 && !stream.receive(Buffer.from(piece))) this.isFull(data.id)
    if (data.left === 0 && data.ends) stream.receive(undefined)
  }

  private isFull(id: number): void {
    this.full.add(id)
    this.socket.pause()
  }

  private takeControl(type: number, flags: number, payload: Buffer): void {
    const id = payload.length < 4 ? 0 : payload.readUInt32BE(0) & 0x7fffffff
    switch (type) {
      case types.synStream:
        this.opened(id, flags, payload)
        return
      case types.synReply:
        if (payload.length < 4) throw new SpdyError('a reply is too short')
        // Its headers say nothing, but those that follow are packed with them.
        this.reader.headers(payload.subarray(4))
        return
      case types.headers:
        if (payload.length < 4) throw new SpdyError('headers are too short')
        this.reader.headers(payload.subarray(4))
        return
      case types.rstStream: {
        const stream = this.streams.get(id)
        this.streams.delete(id)
        this.isRead(id)
        stream?.receive(undefined)
        // What has come before is still to be read.
        stream?.end()
        return
      }
      case types.ping:
        // One's own pings come back.
        if (payload.length === 4 && id % 2 !== this.nextId % 2 && this.socket.writableLength < maxUnread)
          this.control(types.ping, 0, [payload])
        return
      case types.goAway:
      case types.settings:
      case types.windowUpdate:
        return
      default:
        // Unknown frames are to be passed over.
        return
    }
  }

  private opened(id: number, flags: number, payload: Buffer): void {
    if (payload.length < 10) throw new SpdyError('a stream begins too short')
    const headers = this.reader.headers(payload.subarray(10))
    if (id % 2 === this.nextId % 2 || id <= this.lastId) throw new SpdyError('not the number of a new stream')
    this.lastId = id
    if (this.streams.size >= maxStreams || this.socket.writableLength > maxUnread) {
      this.control(types.rstStream, 0, [uint32(id), uint32(statuses.refusedStream)])
      return
    }
    const stream = new SpdyStream(this, id, headers)
    this.streams.set(id, stream)
    if ((flags & fin) !== 0) stream.receive(undefined)
    this.emit('stream', stream)
    if (!stream.destroyed) this.control(types.synReply, 0, [uint32(id), this.writer.block(new Map())])
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
