// Upstream: golang.org/x/net/websocket (hybi.go: newHybiServerHandshaker, server.go)
import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import { acceptanceOf } from './frames.ts'

/** Why a handshake fails: the rest of the answer after its status. */
export type Refusal = readonly [status: string, headers: string, body: string]

/** A refusal without words, of a subprotocol that is not spoken. */
export const forbiddenProtocol: Refusal = ['403 Forbidden', '', '']

/** Why a request is no handshake of the version that is spoken; undefined: it is one. */
export function badHandshake(headers: IncomingHttpHeaders): Refusal | undefined {
  if ((headers['sec-websocket-key'] ?? '') === '')
    return ['400 Bad Request', '', 'mismatch challenge/response']
  if (headers['sec-websocket-version'] !== '13')
    return ['400 Bad Request', 'Sec-WebSocket-Version: 13\r\n', 'missing or bad WebSocket Version']
  return undefined
}

/** Tells the client why there is no WebSocket, and ends. */
export function refuse(socket: Duplex, [status, headers, body]: Refusal): void {
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n${body}`)
}

/** Tells the client that the connection is a WebSocket from here on, of this subprotocol. */
export function switchToWebSocket(
  socket: Duplex,
  headers: IncomingHttpHeaders,
  protocol: string | undefined,
): void {
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${acceptanceOf(String(headers['sec-websocket-key']))}`,
    ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/** The subprotocols that a client offers, in its order. */
export const protocolsOf = (headers: IncomingHttpHeaders): string[] =>
  [headers['sec-websocket-protocol'] ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol !== '')
