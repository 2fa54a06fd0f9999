// Upstream: staging/src/k8s.io/apimachinery/pkg/util/proxy/upgradeaware.go
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ApiCall } from './api-call.ts'
import { type Upgrade, upgradeOf } from './http-message.ts'

/** The connection, host and path that an upgraded request is passed on to. */
export interface Backend {
  readonly connection: Duplex
  /** The value of the Host header that the backend is sent. */
  readonly host: string
  /** The path with its query. */
  readonly path: string
}

/** Headers that are for this server alone: who asks, and what it may do. */
const own = new Set(['authorization', 'host', 'connection', 'upgrade', 'transfer-encoding', 'content-length'])
const isOfUser = (name: string): boolean => /^(?:x-remote-(?:user|uid|group$|extra-)|impersonate-)/.test(name)

/** The headers of a request, as they are passed on to what is no server of the API. */
export function backendHeaders({ req }: ApiCall, host: string): OutgoingHttpHeaders {
  const kept = Object.entries(req.headersDistinct).filter(([name]) => !own.has(name) && !isOfUser(name))
  const from = [req.headers['x-forwarded-for'] ?? [], req.socket.remoteAddress ?? []].flat().join(', ')
  return {
    ...Object.fromEntries(kept),
    ...(from === '' ? {} : { 'x-forwarded-for': from }),
    host,
  }
}

/** Sends a request over a connection of its own. Rejects where the backend does not answer. */
export function ask(
  backend: Backend,
  options: { method: string; headers: OutgoingHttpHeaders; body?: IncomingMessage | undefined },
): Promise<IncomingMessage> {
  const { connection, path } = backend
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      method: options.method,
      path,
      headers: options.headers,
      createConnection: () => connection as Socket,
    })
    request.once('response', resolve)
    request.once('error', reject)
    if (options.body === undefined) request.end()
    else options.body.pipe(request)
  })
}

/**
 * Passes on a request to switch protocols, and then what both sides say, until one of them ends. Resolves when the backend has
 * answered; it is passed on as it is where it does not switch. Rejects where it does not answer.
 */
export function passUpgrade(call: ApiCall, backend: Backend): Promise<void> {
  const upgrade = upgradeOf(call.req)!
  const { connection, host, path } = backend
  const { req, res } = call
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      method: req.method,
      path,
      headers: { ...backendHeaders(call, host), connection: 'Upgrade', upgrade: req.headers.upgrade },
      createConnection: () => connection as Socket,
    })
    request.once('error', reject)
    request.once('upgrade', (answer, socket, head) => {
      res.statusCode = 101
      join(upgrade, answer, socket, head)
      call.onAnswer?.()
      resolve()
    })
    request.once('response', (answer) => {
      res.statusCode = answer.statusCode ?? 502
      upgrade.socket.write(headOf(answer), 'latin1')
      answer.pipe(upgrade.socket)
      answer.once('close', () => upgrade.socket.end())
      resolve()
    })
    request.end()
  })
}

function join(client: Upgrade, answer: IncomingMessage, backend: Duplex, head: Buffer): void {
  client.socket.write(headOf(answer), 'latin1')
  if (head.length > 0) client.socket.write(head)
  if (client.head.length > 0) backend.write(client.head)
  const end = (): void => {
    backend.destroy()
    client.socket.destroy()
  }
  for (const one of [backend, client.socket]) {
    one.on('error', end)
    one.once('close', () => (one === backend ? client.socket.end() : backend.destroy()))
  }
  backend.pipe(client.socket)
  client.socket.pipe(backend)
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let i = 0; i < rawHeaders.length; i += 2) {
    // The body ends with the connection, so that it has no chunks any more.
    if (!/^transfer-encoding$/i.test(rawHeaders[i]!)) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}
