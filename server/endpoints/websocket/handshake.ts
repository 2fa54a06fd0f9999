// Upstream: golang.org/x/net/websocket (server.go: checkOrigin), apimachinery/pkg/util/httpstream/wsstream
import {
  badHandshake,
  protocolsOf,
  type Refusal,
  refuse,
  switchToWebSocket,
} from '../../../component-base/websocket/handshake.ts'
import type { Request, Response, Upgrade } from '../http-message.ts'
import { withoutToken } from './protocol-token.ts'
import { WebSocketConnection } from './websocket-connection.ts'

/** Takes over a connection as a WebSocket; undefined where the handshake is refused, which the client has been told. */
export function acceptWebSocket(
  req: Request,
  res: Response,
  { socket, head }: Upgrade,
): WebSocketConnection | undefined {
  const protocols = withoutToken(protocolsOf(req.headers))
  const refusal = refusalOf(req, protocols)
  if (refusal !== undefined) {
    res.statusCode = Number(refusal[0].slice(0, 3))
    refuse(socket, refusal)
    return undefined
  }
  res.statusCode = 101
  switchToWebSocket(socket, req.headers, protocols[0])
  return new WebSocketConnection(socket, head)
}

function refusalOf({ headers }: Request, protocols: readonly string[]): Refusal | undefined {
  const bad = badHandshake(headers)
  if (bad !== undefined) return bad
  if (!isURI(headers.origin ?? '')) return ['403 Forbidden', '', '']
  return protocols.length > 1 ? ['400 Bad Request', '', ''] : undefined
}

/** Whether Go's url.ParseRequestURI takes the text: a URI with a scheme, or an absolute path. */
const isURI = (text: string): boolean => /^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(text)
