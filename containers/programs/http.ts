// HTTP without sockets: servers that are given connections, and exchanges over them.
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { joinHostPort } from '../../component-base/go/net.ts'
import type { HttpHandler, Peer, Process, TcpHandler } from '../process.ts'
import { readWhole } from '../read-whole.ts'

/** The limit of a body that is read, in bytes, as it comes from a stranger. */
const mostBody = 16 * 1024 * 1024

const peers = new WeakMap<object, Peer>()

/** The address and port that a request comes from, as `10.0.0.1:40000`. */
export function peerText({ socket }: IncomingMessage): string {
  const { address, port } = peers.get(socket) ?? { address: '127.0.0.1', port: 0 }
  return joinHostPort(address, port)
}

/** The address alone. */
export const peerAddress = ({ socket }: IncomingMessage): string => peers.get(socket)?.address ?? '127.0.0.1'

/** An HTTP server that takes connections one by one; made with the first. */
export function httpServer(handler: HttpHandler): TcpHandler {
  let server: ReturnType<typeof createServer> | undefined
  return (connection, from) => {
    server ??= createServer(
      { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 },
      (request, response) => {
        request.on('error', () => {})
        response.on('error', () => {})
        Promise.resolve(handler(request, response)).catch(() => response.destroy())
      },
    )
    peers.set(connection, from)
    connection.on('error', () => connection.destroy())
    server.emit('connection', connection)
  }
}

/** The body of a request. @throws where it is longer than a simulated container takes */
export const requestBody = (request: IncomingMessage): Promise<Buffer> =>
  readWhole(request, mostBody, () => new Error('http: request body too large'))

/** A request of a client in a container. */
export interface HttpAsk {
  url: string
  method?: string
  headers?: Readonly<Record<string, string | string[]>>
  body?: Uint8Array | undefined
  /** The timeout in milliseconds. */
  timeoutMs?: number | undefined
}

/** An answer of a server, whole. */
export interface HttpAnswer {
  status: number
  reason: string
  headers: IncomingMessage['headers']
  rawHeaders: readonly string[]
  body: Buffer
}

/** A failure of the way to a server, with a socket's code, the address that was tried, and its port. */
export class Unreachable extends Error {
  readonly code: string
  readonly host: string
  readonly port: number

  constructor(code: string, host: string, port: number, message: string) {
    super(message)
    this.code = code
    this.host = host
    this.port = port
  }
}

/** The addresses of a host as a process of the container finds them, first those that it prefers; empty: there is no such name. */
export async function addressesOf(process: Process, host: string): Promise<readonly string[]> {
  const { hostAddresses } = await import('../shell/name-service.ts')
  return hostAddresses(process, host.replace(/^\[|\]$/g, ''))
}

/** Sends one request and reads the whole answer. @throws Unreachable, or what the way itself throws */
export async function exchangeHttp(process: Process, ask: HttpAsk): Promise<HttpAnswer> {
  const url = new URL(ask.url)
  const port = Number(url.port || 80)
  const [address] = await addressesOf(process, url.hostname)
  if (address === undefined)
    throw new Unreachable('ENOTFOUND', url.hostname, port, `dial tcp: lookup ${url.hostname}: no such host`)
  let connection: Duplex
  try {
    connection = await process.network.dial(process.pod, address, port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const why =
      code === 'ECONNREFUSED' ? 'connect: connection refused' : code === 'ETIMEDOUT' ? 'i/o timeout' : code
    throw new Unreachable(code, address, port, `dial tcp ${joinHostPort(address, port)}: ${why}`)
  }
  return process.outside(overConnection(connection, ask, url))
}

/** Sends a request over an open connection. */
export function overConnection(connection: Duplex, ask: HttpAsk, url: URL): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        createConnection: () => connection as never,
        method: ask.method ?? 'GET',
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, ...ask.headers },
        setHost: false,
      },
      (message) => {
        readWhole(message, mostBody, () => new Error('answer too large')).then((body) => {
          connection.destroy()
          resolve({
            status: message.statusCode ?? 0,
            reason: message.statusMessage ?? '',
            headers: message.headers,
            rawHeaders: message.rawHeaders,
            body,
          })
        }, reject)
      },
    )
    request.on('error', reject)
    request.end(ask.body)
  })
}
