// Upstream: golang.org/x/net/websocket (hybi.go), RFC 6455
import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import {
  closeCodes,
  closePayload,
  frameHead,
  headOf,
  maxControl,
  opcodes,
  plainFrame,
  unmasked,
} from '../../../component-base/websocket/frames.ts'

/** Bytes of a frame that a client may send (websocket.DefaultMaxPayloadBytes). */
const maxPayload = 32 * 1024 * 1024
/** Answers to pings that a client leaves unread. */
const maxUnreadPongs = 64 * 1024

/** A connection over which a server sends messages; what the client sends is thrown away, but for pings and its end. */
export class WebSocketConnection extends EventEmitter<{ close: []; drain: [] }> {
  /** The subprotocol that both sides speak; undefined: none. */
  readonly protocol: string | undefined
  private readonly socket: Duplex
  private readonly reader = new FrameReader()
  private ended = false

  /** @param head what the client has sent behind its handshake */
  constructor(socket: Duplex, head: Buffer, protocol?: string) {
    super()
    this.protocol = protocol
    this.socket = socket
    socket.on('close', () => this.emit('close'))
    socket.on('drain', () => this.emit('drain'))
    socket.on('end', () => this.end())
    socket.on('data', (bytes: Buffer) => this.read(bytes))
    if (head.length > 0) this.read(head)
  }

  get writableLength(): number {
    return this.socket.writableLength
  }
  get writableNeedDrain(): boolean {
    return this.socket.writableNeedDrain
  }
  get destroyed(): boolean {
    return this.socket.destroyed
  }

  /** Sends the head of a message; its `size` bytes are to follow. */
  beginMessage(kind: 'text' | 'binary', size: number): void {
    this.write(frameHead(opcodes[kind], size))
  }
  write(bytes: Buffer): void {
    if (!this.ended) this.socket.write(bytes)
  }
  /** Sends a close frame, and ends the connection. */
  end(): void {
    if (this.ended) return
    this.socket.write(closeFrame(closeCodes.normal))
    this.ended = true
    this.socket.end()
  }
  destroy(): void {
    this.socket.destroy()
  }

  private read(bytes: Buffer): void {
    if (this.ended) return
    for (const frame of this.reader.frames(bytes)) {
      if (frame === 'bad') this.socket.write(closeFrame(closeCodes.protocolError))
      if (frame === 'bad' || frame === 'end') {
        this.end()
        return
      }
      if (this.socket.writableLength < maxUnreadPongs) this.write(plainFrame(opcodes.pong, frame))
    }
  }
}

const closeFrame = (code: number): Buffer => plainFrame(opcodes.close, closePayload(code))

/** Reads what a client sends, without keeping data. */
class FrameReader {
  private rest: Buffer = Buffer.alloc(0)
  /** Bytes of data that are still to be thrown away. */
  private skipping = 0

  /** Payloads of pings; at last `end` where the client ends, `bad` for a frame without a mask. */
  frames(bytes: Buffer): (Buffer | 'bad' | 'end')[] {
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes])
    const found: (Buffer | 'bad' | 'end')[] = []
    for (let frame = this.next(); frame !== undefined; frame = this.next()) {
      if (frame !== 'skipped') found.push(frame)
      if (frame === 'bad' || frame === 'end') break
    }
    return found
  }

  /** Undefined until more has come. */
  private next(): Buffer | 'bad' | 'end' | 'skipped' | undefined {
    const skipped = Math.min(this.skipping, this.rest.length)
    this.skipping -= skipped
    this.rest = this.rest.subarray(skipped)
    const head = this.skipping > 0 ? undefined : headOf(this.rest)
    if (head === undefined) return undefined
    const { opcode, masked, start, size } = head
    if (!masked) return 'bad'
    if (opcode === opcodes.close || size > (opcode > opcodes.close ? maxControl : maxPayload)) return 'end'
    if (opcode === opcodes.ping && this.rest.length < start + size) return undefined
    this.skipping = start + size
    if (opcode !== opcodes.ping) return 'skipped'
    return unmasked(this.rest.subarray(start - 4, start), this.rest.subarray(start, start + size))
  }
}
