// Bytes for clients that read messages only, as browsers do. Upstream: k8s.io/streaming/pkg/httpstream/wsstream/stream.go (NewReader)
import type { Readable } from 'node:stream'
import { forbiddenProtocol } from '../../../component-base/websocket/handshake.ts'
import type { ApiCall } from '../api-call.ts'
import type { Upgrade } from '../http-message.ts'
import { type Agree, acceptWebSocket } from './handshake.ts'

const inBase64 = 'base64.binary.k8s.io'
/** A client may also name none, and is told that by an empty name. */
const spoken = ['', 'binary.k8s.io', inBase64]
/** Bytes of a message. */
const most = 2048

const firstSpoken: Agree = (offered) => {
  const protocol = (offered.length === 0 ? [''] : offered).find((one) => spoken.includes(one))
  return protocol === undefined ? forbiddenProtocol : { protocol }
}

/** Answers with bytes as the messages of a WebSocket, behind an empty one; what is left is destroyed when the client ends. */
export function sendInMessages(call: ApiCall, upgrade: Upgrade, bytes: Readable): void {
  const connection = acceptWebSocket(call.req, call.res, upgrade, firstSpoken)
  call.onAnswer?.()
  if (connection === undefined) {
    bytes.destroy()
    return
  }
  const asText = connection.protocol === inBase64
  const send = (piece: Buffer): void => {
    const message = asText ? Buffer.from(piece.toString('base64')) : piece
    connection.beginMessage(asText ? 'text' : 'binary', message.length)
    connection.write(message)
  }
  send(Buffer.alloc(0))
  connection.on('drain', () => bytes.resume())
  connection.on('close', () => bytes.destroy())
  bytes.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += most) send(chunk.subarray(at, at + most))
    if (connection.writableNeedDrain) bytes.pause()
  })
  bytes.once('end', () => connection.end())
  bytes.once('error', () => connection.destroy())
}
