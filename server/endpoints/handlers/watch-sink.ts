// What the lines of a watch go to: an answer, or a WebSocket. Upstream: apiserver/pkg/endpoints/handlers/watch.go (HandleHTTP, HandleWS)
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { ApiCall } from '../api-call.ts'
import { isDirect, isHttp2, upgradeOf } from '../http-message.ts'
import { writeHeaders } from '../respond.ts'
import { acceptWebSocket } from '../websocket/handshake.ts'
import type { WebSocketConnection } from '../websocket/websocket-connection.ts'

/** A stream to which watch lines are written as fast as the client reads. */
export interface WatchSink {
  /** Bytes that wait for the connection. */
  readonly writableLength: number
  readonly writableNeedDrain: boolean
  /** Whether several lines may be written as one piece. */
  readonly gathers: boolean
  /** Lines are written whole, however long: nobody copies or encrypts them. */
  readonly whole?: boolean
  /** Whether the reader is outside of the process. */
  readonly patient: boolean
  on(event: 'close' | 'drain', listener: () => void): unknown
  /** Begins a line; the answer is how many of its first bytes are left out. */
  begin(line: Buffer): number
  write(piece: Buffer): unknown
  end(): unknown
  /** Ends the connection, whatever still waits. */
  destroy(): unknown
}

/**
 * The client's connection once headers, or the handshake, have been written. Undefined where the handshake is refused.
 * @param type media type of the stream
 */
export function openSink(call: ApiCall, type: string): WatchSink | undefined {
  const upgrade = upgradeOf(call.req)
  if (upgrade === undefined) return openAnswer(call, type)
  const connection = acceptWebSocket(call.req, call.res, upgrade)
  call.onAnswer?.()
  return connection && messagesOver(connection, type === 'application/json')
}

function openAnswer(call: ApiCall, type: string): WatchSink {
  const { res } = call
  writeHeaders(call, 200, type)
  if (!isHttp2(call.req)) res.setHeader('Transfer-Encoding', 'chunked')
  call.onAnswer?.()
  res.flushHeaders()
  // It has what a sink is asked for itself (server/direct-messages.ts).
  if (isDirect(call.req)) return res as unknown as WatchSink
  const { socket } = res
  if (socket instanceof Socket && isInChunks(call)) return new ChunkedAnswer(res as ServerResponse, socket)
  return Object.assign(res, { begin: () => 0, gathers: true, patient: socket instanceof Socket })
}

/** An answer whose connection waits for an earlier one has no socket yet, and one to HEAD has no body. */
const isInChunks = ({ req, res }: ApiCall): boolean =>
  !isHttp2(req) && req.method !== 'HEAD' && (res as ServerResponse).chunkedEncoding

/** Pieces as chunks: most often others are told the same. */
const chunks = new WeakMap<Buffer, Buffer>()

function chunkOf(piece: Buffer): Buffer {
  let chunk = chunks.get(piece)
  if (chunk === undefined) {
    chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, lineEnd])
    chunks.set(piece, chunk)
  }
  return chunk
}
const lineEnd = Buffer.from('\r\n')

/**
 * The body of an answer of HTTP/1.1, in chunks that are made once for all who are told the same. They go to the socket past
 * node:http, which would make each of three writes.
 */
class ChunkedAnswer implements WatchSink {
  readonly gathers = true
  readonly patient = true
  private readonly res: ServerResponse
  private readonly socket: Socket

  constructor(res: ServerResponse, socket: Socket) {
    this.res = res
    this.socket = socket
  }

  get writableLength(): number {
    return this.socket.writableLength
  }
  get writableNeedDrain(): boolean {
    return this.socket.writableNeedDrain
  }

  /** The connection may serve others after this answer. */
  on(event: 'close' | 'drain', listener: () => void): void {
    if (event === 'close') this.res.on(event, listener)
    else {
      this.socket.on(event, listener)
      this.res.once('close', () => this.socket.off(event, listener))
    }
  }
  begin(): number {
    return 0
  }
  write(piece: Buffer): void {
    this.socket.write(chunkOf(piece))
  }
  end(): void {
    this.res.end()
  }
  destroy(): void {
    this.res.destroy()
  }
}

/** Bytes of the length before each frame of protobuf, which a message has of its own. */
const lengthBytes = 4

function messagesOver(connection: WebSocketConnection, text: boolean): WatchSink {
  const skipped = text ? 0 : lengthBytes
  return Object.assign(connection, {
    gathers: false,
    patient: true,
    begin: (line: Buffer) => {
      connection.beginMessage(text ? 'text' : 'binary', line.length - skipped)
      return skipped
    },
  })
}
