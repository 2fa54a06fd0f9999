// Upstream: k8s.io/streaming/pkg/httpstream/wsstream (conn.go: handshake)
import {
  badHandshake,
  forbiddenProtocol,
  protocolsOf,
  refuse,
  switchToWebSocket,
} from '../../component-base/websocket/handshake.ts'
import { MessageConnection } from '../../component-base/websocket/message-connection.ts'
import type { Upgraded } from './upgraded.ts'

/**
 * Switches a connection to a WebSocket; undefined where the handshake is refused, which the client has been told.
 * @param spoken subprotocols; the one that the client names first is taken, and none where it names none
 */
export function acceptMessages(
  { request: { headers }, socket, head }: Upgraded,
  spoken: readonly string[],
): { connection: MessageConnection; protocol: string } | undefined {
  const offered = protocolsOf(headers)
  const protocol = offered.length === 0 ? '' : offered.find((one) => spoken.includes(one))
  const refusal = badHandshake(headers) ?? (protocol === undefined ? forbiddenProtocol : undefined)
  if (refusal !== undefined || protocol === undefined) {
    refuse(socket, refusal ?? forbiddenProtocol)
    return undefined
  }
  switchToWebSocket(socket, headers, protocol === '' ? undefined : protocol)
  return { connection: new MessageConnection(socket, head, 'server'), protocol }
}
