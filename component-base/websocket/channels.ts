// Upstream: k8s.io/streaming/pkg/httpstream/wsstream (conn.go), client-go/tools/remotecommand/websocket.go
import { Readable, Writable } from 'node:stream'
import type { MessageConnection, Side } from './message-connection.ts'
import { whenDrained } from './when-drained.ts'

/** A signal in place of a channel's number: the channel that follows it ends. */
const closeSignal = 255

/** The form in which a subprotocol writes its channels. */
export interface ChannelForm {
  /** Messages are text, with the channel's digit and base64. */
  readonly base64: boolean
  /** A side can end a single channel. */
  readonly closes: boolean
}

/** The form of a subprotocol, by its name. */
export const channelForm = (protocol: string): ChannelForm => ({
  base64: protocol.includes('base64.'),
  closes: protocol.startsWith('v5.'),
})

/** Numbered streams over one WebSocket. */
export class Channels {
  private readonly connection: MessageConnection
  private readonly form: ChannelForm
  private readonly readers = new Map<number, Readable>()
  private readonly waiting = new Set<number>()
  private readonly side: Side

  constructor(connection: MessageConnection, form: ChannelForm, side: Side) {
    this.connection = connection
    this.form = form
    this.side = side
    connection.on('message', (message) => this.take(message))
    connection.on('close', () => {
      for (const reader of this.readers.values()) reader.push(null)
      this.readers.clear()
    })
  }

  /** The bytes that the peer sends on a channel; ends with the connection. Bytes of channels without a reader are thrown away. */
  reader(channel: number): Readable {
    const reader = new Readable({ read: () => this.isRead(channel) })
    this.readers.set(channel, reader)
    return reader
  }

  /** Sends on a channel, as fast as the peer reads. A client's end of it is told where the protocol can; servers end the connection. */
  writer(channel: number): Writable {
    const { connection, form, side } = this
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (this.send(channel, chunk)) return done()
        whenDrained(connection, done)
      },
      final: (done) => {
        if (form.closes && side === 'client') connection.send(Buffer.from([closeSignal, channel]), 'binary')
        done()
      },
    })
  }

  /** False where the peer reads slower than is written. */
  send(channel: number, data: Buffer): boolean {
    return this.form.base64
      ? this.connection.send(Buffer.from(`${channel}${data.toString('base64')}`), 'text')
      : this.connection.send(Buffer.concat([Buffer.from([channel]), data]), 'binary')
  }

  private isRead(channel: number): void {
    if (this.waiting.delete(channel) && this.waiting.size === 0) this.connection.resume()
  }

  private take(message: Buffer): void {
    if (message.length === 0) return
    const [first, second] = message
    if (this.form.closes && first === closeSignal) {
      const closed = message.length === 2 ? this.readers.get(second!) : undefined
      if (closed === undefined) {
        if (message.length !== 2) this.connection.end()
        return
      }
      this.readers.delete(second!)
      closed.push(null)
      return
    }
    const { base64 } = this.form
    const channel = base64 ? first! - '0'.charCodeAt(0) : first!
    const rest = message.subarray(1)
    const data = base64 ? Buffer.from(rest.toString('latin1'), 'base64') : rest
    const reader = this.readers.get(channel)
    if (reader === undefined || data.length === 0) return
    if (reader.push(data)) return
    this.waiting.add(channel)
    this.connection.pause()
  }
}
