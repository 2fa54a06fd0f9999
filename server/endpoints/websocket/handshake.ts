// Upstream: golang.org/x/net/websocket (hybi.go: newHybiServerHandshaker, server.go), apimachinery/pkg/util/httpstream/wsstream
import { createHash } from 'node:crypto'
import type { Request, Response, Upgrade } from '../http-message.ts'
import { protocolsOf, withoutToken } from './protocol-token.ts'
import { WebSocketConnection } from './websocket-connection.ts'

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Why a handshake fails: the rest of the answer after its status. */
type Refusal = readonly [status: string, headers: string, body: string]

/** Takes over a connection as a WebSocket; undefined where the handshake is refused, which the client has been told. */
export function acceptWebSocket(
  req: Request,
  res: Response,
  { socket, head }: Upgrade,
): WebSocketConnection | undefined {
  const protocols = withoutToken(protocolsOf(req))
  const refusal = refusalOf(req, protocols)
  if (refusal !== undefined) {
    const [status, headers, body] = refusal
    res.statusCode = Number(status.slice(0, 3))
    socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n${body}`)
    return undefined
  }
  res.statusCode = 101
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${acceptance(String(req.headers['sec-websocket-key']))}`,
    ...protocols.map((protocol) => `Sec-WebSocket-Protocol: ${protocol}`),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return new WebSocketConnection(socket, head)
}

const acceptance = (key: string): string => createHash('sha1').update(`${key}${magic}`).digest('base64')

function refusalOf({ headers }: Request, protocols: readonly string[]): Refusal | undefined {
  if ((headers['sec-websocket-key'] ?? '') === '')
    return ['400 Bad Request', '', 'mismatch challenge/response']
  if (headers['sec-websocket-version'] !== '13')
    return ['400 Bad Request', 'Sec-WebSocket-Version: 13\r\n', 'missing or bad WebSocket Version']
  if (!isURI(headers.origin ?? '')) return ['403 Forbidden', '', '']
  return protocols.length > 1 ? ['400 Bad Request', '', ''] : undefined
}

/** As Go's url.ParseRequestURI: absolute, or an absolute path. */
const isURI = (text: string): boolean => /^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(text)
