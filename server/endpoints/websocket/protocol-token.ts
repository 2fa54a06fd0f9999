// Upstream: staging/src/k8s.io/apiserver/pkg/authentication/request/websocket/protocol.go
import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { newUnauthorized } from '../../../apimachinery/status-error.ts'
import { protocolsOf } from '../../../component-base/websocket/handshake.ts'
import { isWebSocketRequest, type Request } from '../http-message.ts'

const prefix = 'base64url.bearer.authorization.k8s.io.'

/** The subprotocols without the one that carries a bearer token. */
export const withoutToken = (protocols: readonly string[]): string[] =>
  protocols.filter((protocol) => !protocol.startsWith(prefix))

/**
 * The headers of a request; a browser, which cannot set them, gives its token as a subprotocol beside another.
 * Throws 401 for such a token that is alone, or none.
 */
export function headersWithToken(req: Request): IncomingHttpHeaders {
  if (!isWebSocketRequest(req) || req.headers.authorization !== undefined) return req.headers
  const protocols = protocolsOf(req.headers)
  const tokens = protocols.filter((protocol) => protocol.startsWith(prefix))
  if (tokens.length === 0) return req.headers
  const token = Buffer.from(tokens[0]!.slice(prefix.length), 'base64url')
  if (tokens.length > 1 || protocols.length < 2 || token.length === 0 || !isUtf8(token))
    throw newUnauthorized()
  return { ...req.headers, authorization: `Bearer ${token.toString('utf8')}` }
}
