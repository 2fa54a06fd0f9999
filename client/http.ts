// What clients of a server share: connections, requests over them, and answers line by line.
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { ClientAnswer } from '../component-base/direct-line.ts'
import type { Connect } from '../component-base/in-process-connection.ts'
import { connectBy } from './connect-by.ts'
import type { ConnectionConfig } from './kubeconfig.ts'

/** Keeps connections to one server. @param connect opens them, in place of sockets */
export function keptConnections(config: ConnectionConfig, connect?: Connect): HttpAgent {
  const { server, ca, cert, key, insecure } = config
  const agent = server.startsWith('https:')
    ? new HttpsAgent({
        keepAlive: true,
        // Made once: node would parse the certificates again for each connection, and every watch has its own.
        ...(connect === undefined ? { secureContext: createSecureContext({ ca, cert, key }) } : {}),
        rejectUnauthorized: insecure !== true,
      })
    : new HttpAgent({ keepAlive: true })
  if (connect !== undefined) connectBy(agent, config, connect)
  return agent
}

/** A request that may be sent again once, when a kept connection turns out to be closed. */
export interface SentRequest extends RequestOptions {
  body?: string | undefined
  /** Called with each request that is made. */
  made?: (request: ClientRequest) => void
  /** Whether the request may be sent once more; undefined: it always may. */
  mayRepeat?: () => boolean
}

/** Sends a request and resolves with the head of the answer. Rejects with errors of node:net, or an AbortError. */
export function send(url: string, request: SentRequest): Promise<IncomingMessage> {
  const { body, made, mayRepeat, ...options } = request
  const start = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = start(url, options, resolve)
    made?.(outgoing)
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The server ended a kept connection before it got the request, as one does that restarts.
      const lost = outgoing.reusedSocket && error.code === 'ECONNRESET'
      if (lost && mayRepeat?.() !== false) resolve(send(url, request))
      else reject(error)
    })
    outgoing.end(body)
  })
}

/** An answer that came over a connection, in the form of one that came without. */
export const answerOf = (response: IncomingMessage): ClientAnswer => ({
  status: response.statusCode ?? 0,
  warnings: response.headersDistinct['warning'] ?? [],
  text: () => textOf(response),
  lines: () => linesOf(response),
  async eachLine(tell) {
    for await (const line of linesOf(response)) tell(line)
  },
})

/** The whole body of a response as UTF-8. Rejects where the connection breaks. */
export async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** The lines of an answer as they come, until it ends; a last line without a line break is left out. */
export async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  let rest = ''
  response.setEncoding('utf8')
  for await (const chunk of response as AsyncIterable<string>) {
    rest += chunk
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      yield rest.slice(0, end)
      rest = rest.slice(end + 1)
    }
  }
}
