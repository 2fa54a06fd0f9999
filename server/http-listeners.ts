import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer, type ServerOptions as TlsOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Express } from 'express'
import { type Connection, inProcessConnection } from '../component-base/in-process-connection.ts'
import { type ClientTls, mutualTrust, type ServerTls, type Trust } from '../component-base/mutual-trust.ts'

/** The address to listen at; by default a free port of 127.0.0.1, without TLS. */
export interface ListenOptions {
  readonly host?: string
  readonly port?: number
  /** Over HTTPS, with these. */
  readonly tls?: TlsOptions & ServerTls & { readonly proxyCA?: string }
  /** Holds requests back until it is their turn. */
  readonly turns?: Turns | undefined
}

/** A request that asks for its turn, told by its first line and User-Agent. */
export interface RequestTurn {
  readonly method: string
  readonly url: string
  readonly userAgent: string
  /** Of a component that runs in this process. */
  readonly component: boolean
}
/** Resolves when the request may be answered. */
export type Turns = (request: RequestTurn) => Promise<void>

// Milliseconds that a client may take. Upstream: apiserver/pkg/server/secure_serving.go (IdleTimeout, ReadHeaderTimeout), and the
// default of --request-timeout for the whole request, its body included.
const idleTimeout = 90_000
const headersTimeout = 32_000
const requestTimeout = 60_000

/** Go's http.DefaultMaxHeaderBytes. */
const maxHeaderSize = 1024 * 1024

/** Clients whose trust is remembered at a time. */
const mostTrusts = 100

/** The open ports of an app. */
export class HttpListeners {
  private readonly app: Express
  private readonly servers: Server[] = []
  /** Answers components of this process; it listens on no port. Made when the first one connects. */
  private inner: (() => Server) | undefined
  private tls: ServerTls | undefined
  /** By what the client shows and believes: every command reads the same few kubeconfigs anew. */
  private readonly trusts = new Map<string, Trust>()
  private readonly sockets = new Set<Duplex>()
  /** Those over which a request is being answered, watches apart. */
  private readonly busy = new Set<Duplex>()
  private readonly grace: number
  private requests = 0
  /** Set while the server ends, and waits for its answers. */
  private idle: (() => void) | undefined

  /** @param grace milliseconds that requests may still take when the server ends; 0: they end with it */
  constructor(app: Express, grace = 0) {
    this.app = app
    this.grace = grace
  }

  /** The answer is the port. Rejects where the address cannot be used. */
  async listen(options: ListenOptions = {}): Promise<number> {
    const { host = '127.0.0.1', port = 0 } = options
    const server = this.newServer(options, false)
    this.servers.push(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => resolve())
    })
    this.inner = once(() => this.newServer(options, true))
    this.tls = options.tls
    return (server.address() as AddressInfo).port
  }

  /**
   * Connects as over the port that was listened on, but within the process. The answer is the client's end, encrypted where a
   * handshake would succeed for certain.
   */
  connect(by: { component: boolean }, client?: ClientTls): Connection {
    const [clientEnd, serverEnd] = inProcessConnection()
    const server = by.component ? this.inner!() : this.servers[0]!
    const trust = client && this.trust(client)
    if (trust === undefined) {
      server.emit('connection', serverEnd)
      return clientEnd
    }
    this.keep(serverEnd)
    const getPeerCertificate = (): object => trust.peer ?? {}
    server.emit(
      'secureConnection',
      Object.assign(serverEnd, { encrypted: true, authorized: true, getPeerCertificate }),
    )
    return Object.assign(clientEnd, { encrypted: true as const })
  }

  private trust(client: ClientTls): Trust | undefined {
    if (this.tls === undefined) return undefined
    const now = Date.now()
    const { host, ca, cert, key, insecure } = client
    const id = JSON.stringify([host, ca, cert, key, insecure])
    const known = this.trusts.get(id)
    if (known !== undefined && now < known.until) return known
    const found = mutualTrust(this.tls, client, now)
    if (this.trusts.size >= mostTrusts) this.trusts.clear()
    if (found !== undefined) this.trusts.set(id, found)
    return found
  }

  /** Requests that are being answered; watches, which stay, are not counted. */
  inFlight(): number {
    return this.requests
  }

  /** Ends all connections; those that a request is being answered over when it is, or its time is over. */
  async close(): Promise<void> {
    const closed = this.servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
    const end = (): void => {
      for (const socket of this.sockets) socket.destroy()
    }
    if (this.grace === 0) end()
    else await this.answered(end)
    await Promise.all(closed)
  }

  private async answered(end: () => void): Promise<void> {
    for (const socket of this.sockets) if (!this.busy.has(socket)) socket.destroy()
    const over = setTimeout(end, this.grace)
    await new Promise<void>((resolve) => {
      this.idle = resolve
      this.tellIdle()
    })
    // What has been answered is on its way to the client, which ends the connection.
    for (const socket of this.sockets) socket.end()
    over.unref()
  }

  private tellIdle(): void {
    if (this.busy.size === 0) this.idle?.()
  }

  private newServer({ tls, turns }: ListenOptions, component: boolean): Server {
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      this.count(request, response)
      this.app(request, response)
    }
    const listener =
      turns === undefined
        ? answer
        : async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
            await turns({ ...turnOf(request), component })
            if (!response.destroyed) answer(request, response)
          }
    const server =
      tls === undefined
        ? createHttpServer({ maxHeaderSize }, listener)
        : createHttpsServer(
            {
              ...tls,
              ca: [tls.ca, tls.proxyCA ?? []].flat(),
              maxHeaderSize,
              handshakeTimeout: headersTimeout,
            },
            listener,
          )
    server.keepAliveTimeout = idleTimeout
    server.headersTimeout = headersTimeout
    server.requestTimeout = requestTimeout
    // Headers are bounded by their size; beyond a count node would drop those that came last.
    server.maxHeadersCount = 0
    // closeAllConnections would leave out those that are still in their TLS handshake, and close() waits for them.
    server.on('connection', (socket: Duplex) => this.keep(socket))
    return server
  }

  private keep(socket: Duplex): void {
    this.sockets.add(socket)
    socket.once('close', () => this.sockets.delete(socket))
  }

  private count(request: IncomingMessage, response: ServerResponse): void {
    if (isWatch(request.url ?? '')) return
    const { socket } = request
    this.requests++
    this.busy.add(socket)
    response.once('close', () => {
      this.requests--
      this.busy.delete(socket)
      if (this.idle === undefined) return
      socket.end()
      this.tellIdle()
    })
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const turnOf = ({ method = '', url = '', headers }: IncomingMessage): Omit<RequestTurn, 'component'> => ({
  method,
  url,
  userAgent: headers['user-agent'] ?? '',
})

const isWatch = (url: string): boolean => /[?&]watch=(?:1|true)(?:&|$)/.test(url)
