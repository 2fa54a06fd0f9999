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

/** The subprotocol of a connection, undefined for none, of those that its client offers; or why there is no connection. */
export type Agree = (protocols: readonly string[], req: Request) => { protocol: string | undefined } | Refusal

/**
 * Takes over a connection as a WebSocket; undefined where the handshake is refused, which the client has been told.
 * @param agree default: the one subprotocol that a client names, whichever that is
 */
export function acceptWebSocket(
  req: Request,
  res: Response,
  { socket, head }: Upgrade,
  agree: Agree = theOne,
): WebSocketConnection | undefined {
  const agreed = badHandshake(req.headers) ?? agree(withoutToken(protocolsOf(req.headers)), req)
  if (!('protocol' in agreed)) {
    const refusal = agreed as Refusal
    res.statusCode = Number(refusal[0].slice(0, 3))
    refuse(socket, refusal)
    return undefined
  }
  res.statusCode = 101
  switchToWebSocket(socket, req.headers, agreed.protocol)
  return new WebSocketConnection(socket, head, agreed.protocol)
}

const theOne: Agree = (protocols, { headers }) => {
  if (!isURI(headers.origin ?? '')) return ['403 Forbidden', '', '']
  return protocols.length > 1 ? ['400 Bad Request', '', ''] : { protocol: protocols[0] }
}

/** Whether Go's url.ParseRequestURI takes the text: a URI with a scheme, or an absolute path. */
const isURI = (text: string): boolean => /^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(text)
