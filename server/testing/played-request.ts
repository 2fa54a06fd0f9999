// Requests of recorded cases: to a kube-apiserver here over HTTP, to a real one over HTTPS, whose certificate nobody checks.
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** What a kube-apiserver is asked. */
export interface PlayedRequest {
  readonly method: string
  readonly headers: OutgoingHttpHeaders
  /** An object is sent as JSON, a text as it is. */
  readonly body?: unknown
  /** Of the body; JSON where it is not given. */
  readonly type?: string | undefined
  /** Whether enough has come of an answer that has no end. */
  enough?(text: string): boolean
}

/** A whole answer, or what came of it. */
export interface PlayedAnswer {
  readonly status: number
  readonly message: IncomingMessage
  readonly text: string
  /** JSON where the text begins with a brace, else the text. */
  readonly body: unknown
}

/** Rejects as node:http does. */
export function ask(url: string, asked: PlayedRequest): Promise<PlayedAnswer> {
  const { method, headers, body, type = 'application/json', enough } = asked
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const ofBody = sent === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(sent) }
  const start = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const options = { method, rejectUnauthorized: false, headers: { ...headers, ...ofBody } }
    const request = start(url, options, (message) => {
      const chunks: Buffer[] = []
      const textNow = (): string => Buffer.concat(chunks).toString('utf8')
      message.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (enough?.(textNow()) === true) message.destroy()
      })
      message.on('close', () => {
        const text = textNow()
        const parsed: unknown = text.startsWith('{') && enough === undefined ? JSON.parse(text) : text
        resolve({ status: message.statusCode ?? 0, message, text, body: parsed })
      })
    })
    request.on('error', reject)
    request.end(sent)
  })
}
