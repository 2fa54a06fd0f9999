// What is answered at the kubelet's ports, by text and on connections that were to become something else. Upstream: go-restful (WriteErrorString)
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** The answer to a request at one of the kubelet's ports. */
export interface Answer {
  status: number
  contentType: string
  body: string
  /** The Location header of a redirect. */
  location?: string
}

/** An answer in plain words. */
export const text = (body: string, status = 200): Answer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
})

/** The answer to paths that there are not. */
export const notFound = text('404 page not found\n', 404)

/** Answers on a connection that is not switched to another protocol, and ends it. */
export function answerRaw(
  socket: Duplex,
  { status, contentType, body, location }: Answer,
  headers: readonly string[] = [],
): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers,
    ...(location === undefined ? [] : [`Location: ${location}`]),
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Sends the whole answer; to HEAD without its body. */
export function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, contentType, body, location } = answer
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    ...(location === undefined ? {} : { Location: location }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
