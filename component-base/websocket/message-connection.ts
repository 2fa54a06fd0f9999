// Upstream: golang.org/x/net/websocket (websocket.Message), github.com/gorilla/websocket
import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import {
  closeCodes,
  closePayload,
  headOf,
  maskedFrame,
  maxControl,
  opcodes,
  plainFrame,
  unmasked,
} from './frames.ts'
import { IncomingBytes } from './incoming-bytes.ts'

/**
 * Bytes of a message that is kept until it is whole. Upstream takes 32 MiB, which many clients at once would fill a machine with;
 * clients of Kubernetes send pieces of 32 KiB.
 */
const maxMessage = 4 * 1024 * 1024
/** The memory of a message's piece beside its bytes: a message of millions of pieces is too big. */
const bytesOfPart = 128
/** Answers to pings that a peer leaves unread. */
const maxUnreadPongs = 64 * 1024

/** The milliseconds that a peer has to end its side. */
const lingerMs = 5000

/** The kind of a message. */
export type MessageKind = 'text' | 'binary'

/** The side of a connection: a client's frames have masks, and a server's have none. */
export type Side = 'client' | 'server'

/** A WebSocket whose messages are read, on either side. It ends where its peer breaks the protocol. */
export class MessageConnection extends EventEmitter<{ message: [Buffer]; close: []; drain: [] }> {
  private readonly socket: Duplex
  private readonly side: Side
  private readonly incoming: IncomingBytes
  /** The pieces of an unfinished message; `kept`: their memory in bytes. */
  private parts: Buffer[] = []
  private kept = 0
  private ended = false
  private paused = false

  /** @param head what the peer has sent behind its handshake, read when the current turn is over */
  constructor(socket: Duplex, head: Buffer, side: Side) {
    super()
    this.socket = socket
    this.side = side
    socket.on('close', () => this.emit('close'))
    socket.on('drain', () => this.emit('drain'))
    socket.on('error', () => socket.destroy())
    socket.on('end', () => this.end())
    this.incoming = new IncomingBytes(head)
    queueMicrotask(() => {
      this.take()
      socket.on('data', (bytes: Buffer) => {
        if (this.ended) return
        this.incoming.add(bytes)
        this.take()
      })
      if (this.paused) socket.pause()
    })
  }

  get writableNeedDrain(): boolean {
    return this.socket.writableNeedDrain
  }

  /** Sends a message of one frame; false where the peer reads slower than is written. */
  send(payload: Buffer, kind: MessageKind): boolean {
    return this.write(opcodes[kind], payload)
  }

  /** Stops reading until {@link resume}. */
  pause(): void {
    this.paused = true
    this.socket.pause()
  }
  resume(): void {
    if (!this.paused || this.ended) return
    this.paused = false
    queueMicrotask(() => {
      this.take()
      if (!this.paused) this.socket.resume()
    })
  }

  /** Sends a close frame, and ends the connection. */
  end(code: number = closeCodes.normal): void {
    if (this.ended) return
    this.write(opcodes.close, closePayload(code))
    this.ended = true
    this.incoming.drop(Infinity)
    this.parts = []
    this.kept = 0
    this.socket.end()
    // What still comes is thrown away, so that the peer reads what it was sent before the connection is gone.
    this.socket.resume()
    setTimeout(() => this.socket.destroy(), lingerMs).unref()
  }

  private write(opcode: number, payload: Buffer): boolean {
    if (this.ended || this.socket.destroyed || !this.socket.writable) return true
    return this.socket.write((this.side === 'client' ? maskedFrame : plainFrame)(opcode, payload))
  }

  private take(): void {
    while (!this.ended && !this.paused) {
      const { unread } = this.incoming
      const head = headOf(unread)
      if (head === undefined) return
      const { opcode, final, masked, start, size } = head
      const isControl = opcode >= opcodes.close
      const isBad = masked === (this.side === 'client') || (isControl && size > maxControl)
      if (isBad || size + this.kept > maxMessage) {
        this.end(isBad ? closeCodes.protocolError : closeCodes.tooBig)
        return
      }
      if (unread.length < start + size) return
      const raw = unread.subarray(start, start + size)
      const payload = masked ? unmasked(unread.subarray(start - 4, start), raw) : Buffer.from(raw)
      this.incoming.drop(start + size)
      if (isControl) this.control(opcode, payload)
      else this.data(payload, final)
    }
  }

  private control(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.close) this.end()
    else if (opcode === opcodes.ping && this.socket.writableLength < maxUnreadPongs)
      this.write(opcodes.pong, payload)
  }

  private data(payload: Buffer, final: boolean): void {
    if (!final) {
      // A message of endless empty pieces is none.
      if (payload.length === 0) this.end(closeCodes.protocolError)
      this.parts.push(payload)
      this.kept += payload.length + bytesOfPart
      return
    }
    const whole = this.parts.length === 0 ? payload : Buffer.concat([...this.parts, payload])
    this.parts = []
    this.kept = 0
    this.emit('message', whole)
  }
}
