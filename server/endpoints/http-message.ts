// What handlers see of HTTP, whatever its version. Upstream: net/http
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { ListParts } from '../../component-base/direct-line.ts'

/** A request over HTTP/1.1 or HTTP/2 (server/http2-messages.ts makes the second look like the first). */
export type Request = IncomingMessage & { readonly method: string; url: string }
/** The answer to a {@link Request}. */
export type Response = ServerResponse
/** Answers requests, as node calls it: of what has come to a server, method and URL are known. */
export type RequestListener = (request: IncomingMessage, response: Response) => void

/** Whether a request came over HTTP/2, which has no headers on its connection. */
export const isHttp2 = (request: IncomingMessage): boolean => request.httpVersionMajor >= 2

/** Whether a request may have a body: it tells a length or an encoding of it, or over HTTP/2 goes on after its headers. */
export const mayHaveBody = (request: IncomingMessage): boolean =>
  request.headers['content-length'] !== undefined ||
  request.headers['transfer-encoding'] !== undefined ||
  (isHttp2(request) && !(request as unknown as Http2ServerRequest).stream.endAfterHeaders)

/** Whether a request is a call within the process (server/direct-messages.ts), without a connection. */
export const isDirect = (request: IncomingMessage): boolean => 'direct' in request

/** What has the body of a call within the process, which is there as a whole; undefined: it comes in pieces. */
export const hasBody = (request: IncomingMessage): { takeBody(): Buffer } | undefined =>
  'takeBody' in request ? (request as IncomingMessage & { takeBody(): Buffer }) : undefined

/** The answer to a call that takes the parts of a list as they are; undefined: it takes bytes. */
export const takesParts = (response: Response): { sendList(list: ListParts): void } | undefined =>
  'sendList' in response ? (response as Response & { sendList(list: ListParts): void }) : undefined

/** What answers a call with an object as it is stored; undefined: it takes bytes. */
export const takesStored = (
  response: Response,
): { sendStored(object: Buffer, bytes: readonly Buffer[]): void } | undefined =>
  'sendStored' in response
    ? (response as Response & { sendStored(object: Buffer, bytes: readonly Buffer[]): void })
    : undefined

/** The connection of a request that may become one of another protocol, with what the client has sent already. */
export interface Upgrade {
  readonly socket: Duplex
  readonly head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/** Offers handlers the connection of a request; those that do not take it answer as ever. */
export const offerUpgrade = (request: IncomingMessage, upgrade: Upgrade): void => {
  upgrades.set(request, upgrade)
}
/** The connection to take over; undefined where the client asks for no other protocol. */
export const upgradeOf = (request: IncomingMessage): Upgrade | undefined => upgrades.get(request)

/** Whether a request asks for a WebSocket. Upstream: apimachinery/pkg/util/httpstream/wsstream (IsWebSocketRequest) */
export const isWebSocketRequest = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  (headers.upgrade ?? '').toLowerCase() === 'websocket' &&
  /(?:^|,)\s*upgrade\s*(?:,|$)/i.test(headers.connection ?? '')

/** Whether a request asks for streams over SPDY, as kubectl before 1.30. Upstream: httpstream.IsUpgradeRequest */
export const isSpdyRequest = ({ headers }: IncomingMessage): boolean =>
  (headers.upgrade ?? '').toLowerCase() === 'spdy/3.1' &&
  /(?:^|,)\s*upgrade\s*(?:,|$)/i.test(headers.connection ?? '')

const closers = new WeakMap<IncomingMessage, () => void>()

/** Says how to end the connection of a request over HTTP/2. */
export const onLastRequest = (request: IncomingMessage, close: () => void): void => {
  closers.set(request, close)
}

/** The connection takes no further request: Connection: close, and GOAWAY over HTTP/2. */
export function closeConnection(request: IncomingMessage, response: Response): void {
  const close = closers.get(request)
  if (close !== undefined) response.once('close', close)
  else if (!isHttp2(request) && !response.headersSent) response.setHeader('Connection', 'close')
}
