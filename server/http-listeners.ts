import { createServer as createHttpServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions as TlsOptions } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { DirectLine } from '../component-base/direct-line.ts'
import { type Connection, inProcessConnection } from '../component-base/in-process-connection.ts'
import { type ClientTls, mutualTrust, type ServerTls, type Trust } from '../component-base/mutual-trust.ts'
import { DirectRequests } from './direct-requests.ts'
import {
  isDirect,
  isSpdyRequest,
  isWebSocketRequest,
  offerUpgrade,
  type RequestListener,
  type Response,
} from './endpoints/http-message.ts'
import type { Http2Connections } from './http2-connections.ts'
import { oneByOne } from './pipelined-requests.ts'

/** The address to listen at; by default a free port of 127.0.0.1, without TLS. */
export interface ListenOptions {
  readonly host?: string
  readonly port?: number
  /** Over HTTPS, with these. */
  readonly tls?: TlsOptions & ServerTls & { readonly proxyCA?: string }
  /** HTTP/2 is spoken with clients that choose it, with so many requests at a time (0: 100); undefined: HTTP/1.1 only. */
  readonly http2Streams?: number | undefined
  /** Whether a connection over HTTP/2 takes no request after the one that is here; default: never. Upstream: GoawayDecider */
  readonly goAway?: (() => boolean) | undefined
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

/** A request whose connection node hands over to handlers if it asks for a WebSocket or SPDY; others are answered as if they asked for nothing. */
class UpgradableRequest extends IncomingMessage {
  private asked = false
  get upgrade(): boolean {
    return this.asked && (isWebSocketRequest(this) || isSpdyRequest(this))
  }
  set upgrade(asked: boolean) {
    this.asked = asked
  }
}
const limits = { maxHeaderSize, IncomingMessage: UpgradableRequest }

/** Clients whose trust is remembered at a time. */
const mostTrusts = 100

/** The open ports of an app. */
export class HttpListeners {
  private readonly app: RequestListener
  private http2: Http2Connections | undefined
  private readonly servers: Server[] = []
  /** Answers components of this process; it listens on no port. Made when the first one connects. */
  private inner: (() => Server) | undefined
  private tls: ServerTls | undefined
  /** Requests within the process that need no connection. */
  private readonly direct: DirectRequests
  /** Answers those. */
  private answerDirect: RequestListener
  private readonly directTrusts = new WeakMap<ClientTls, Trust>()
  /** By what the client shows and believes: every command reads the same few kubeconfigs anew. */
  private readonly trusts = new Map<string, Trust>()
  private readonly sockets = new Set<Duplex>()
  /** Those over which requests are being answered, watches apart, with their number. */
  private readonly busy = new Map<Duplex, number>()
  /** Watches over HTTP/2: each ends by itself. */
  private readonly watches = new Set<Response>()
  private readonly grace: number
  private readonly handshakeFailed: () => void
  private requests = 0
  /** Of these, those that a node answers. */
  private passedOn = 0
  /** Set while the server ends, and waits for its answers. */
  private idle: (() => void) | undefined

  /** @param grace milliseconds that requests may still take when the server ends; 0: they end with it @param handshakeFailed told of each client that TLS could not be agreed on with */
  constructor(app: RequestListener, grace = 0, handshakeFailed: () => void = () => {}) {
    this.app = app
    this.handshakeFailed = handshakeFailed
    this.grace = grace
    this.answerDirect = this.listener({}, true)
    this.direct = new DirectRequests((request, response) => this.answerDirect(request, response))
  }

  /** The answer is the port. Rejects where the address cannot be used. */
  async listen(options: ListenOptions = {}): Promise<number> {
    const { host = '127.0.0.1', port = 0 } = options
    const server = this.newServer(options, false)
    this.servers.push(server)
    server.on('tlsClientError', this.handshakeFailed)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => resolve())
    })
    this.inner = once(() => this.newServer(options, true))
    this.answerDirect = this.listener(options, true)
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
    const shown = {
      getPeerCertificate: (): object => trust.peer ?? {},
      getPeerX509Certificate: (): object | undefined => trust.x509,
    }
    server.emit('secureConnection', Object.assign(serverEnd, { encrypted: true, authorized: true, ...shown }))
    return Object.assign(clientEnd, { encrypted: true as const })
  }

  /** A line for requests as over {@link connect}, without a connection; undefined where a handshake has to decide. */
  directLine(client: ClientTls): DirectLine | undefined {
    if (this.tls === undefined) return this.direct.line(undefined)
    const known = this.directTrusts.get(client)
    const trust = known !== undefined && Date.now() < known.until ? known : this.trust(client)
    if (trust === undefined) return undefined
    this.directTrusts.set(client, trust)
    return this.direct.line(trust)
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

  /**
   * Requests that are being answered. Watches, which stay, are not counted, nor what a node answers: its kubelet asks the server
   * meanwhile.
   */
  inFlight(): number {
    return this.requests - this.passedOn
  }

  /** Ends all connections; those that a request is being answered over when it is, or its time is over. */
  async close(): Promise<void> {
    const closed = this.servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
    const end = (): void => {
      for (const socket of this.sockets) socket.destroy()
      this.direct.close()
    }
    if (this.grace === 0) end()
    else await this.answered(end)
    await Promise.all(closed)
  }

  private async answered(end: () => void): Promise<void> {
    for (const watch of this.watches) watch.destroy()
    for (const socket of this.sockets)
      if (this.http2?.goAway(socket) !== true && !this.busy.has(socket)) socket.destroy()
    const over = setTimeout(end, this.grace)
    await new Promise<void>((resolve) => {
      this.idle = resolve
      this.tellIdle()
    })
    this.direct.close()
    // What has been answered is on its way to the client, which ends the connection.
    for (const socket of this.sockets) socket.end()
    over.unref()
  }

  private tellIdle(): void {
    if (this.busy.size === 0) this.idle?.()
  }

  private newServer(options: ListenOptions, component: boolean): Server {
    const listener = this.listener(options, component)
    const server =
      options.tls === undefined
        ? createHttpServer(limits, oneByOne(listener))
        : this.secureServer(options.tls, options, listener)
    server.keepAliveTimeout = idleTimeout
    server.headersTimeout = headersTimeout
    server.requestTimeout = requestTimeout
    // Headers are bounded by their size; beyond a count node would drop those that came last.
    server.maxHeadersCount = 0
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      offerUpgrade(request, { socket, head })
      listener(request, lastResponse(request, socket))
    })
    // closeAllConnections would leave out those that are still in their TLS handshake, and close() waits for them.
    server.on('connection', (socket: Duplex) => this.keep(socket))
    return server
  }

  private listener({ turns }: ListenOptions, component: boolean): RequestListener {
    const answer = (request: IncomingMessage, response: Response): void => {
      this.count(request, response)
      this.app(request, response)
    }
    if (turns === undefined) return answer
    return async (request, response) => {
      await turns({ ...turnOf(request), component })
      try {
        if (!response.destroyed) answer(request, response)
      } catch (error) {
        // The others that wait for their turns have nothing to do with it.
        response.destroy(error as Error)
      }
    }
  }

  /** Two servers behind one port: the client chooses its protocol in the handshake. */
  private secureServer(
    tls: NonNullable<ListenOptions['tls']>,
    { http2Streams, goAway }: ListenOptions,
    listener: RequestListener,
  ): Server {
    const ca = [tls.ca, tls.proxyCA ?? []].flat()
    const protocols = http2Streams === undefined ? ['http/1.1'] : ['h2', 'http/1.1']
    const server = createHttpsServer(
      { ...tls, ...limits, ca, handshakeTimeout: headersTimeout, ALPNProtocols: protocols },
      oneByOne(listener),
    )
    if (http2Streams === undefined) return server
    const http2 = once(async () => {
      const { Http2Connections } = await import('./http2-connections.ts')
      this.http2 = new Http2Connections(listener, {
        streams: http2Streams,
        idle: idleTimeout,
        isLast: goAway,
      })
      return this.http2
    })
    const listeners = server.listeners('secureConnection') as ((socket: Duplex) => void)[]
    server.removeAllListeners('secureConnection')
    server.on('secureConnection', (socket: Duplex & { alpnProtocol?: string | false }) => {
      if (socket.alpnProtocol === 'h2') void takenBy(http2, this.kept(socket))
      else for (const one of listeners) one.call(server, socket)
    })
    return server
  }

  private keep(socket: Duplex): void {
    this.sockets.add(socket)
    socket.once('close', () => this.sockets.delete(socket))
  }

  private kept(socket: Duplex): Duplex {
    this.keep(socket)
    return socket
  }

  private count(request: IncomingMessage, response: Response): void {
    if (isWatch(request.url ?? '')) {
      this.countWatch(request, response)
      return
    }
    const socket = this.http2?.socketOf(request) ?? request.socket
    const passedOn = isOfNode(request.url ?? '') ? 1 : 0
    this.requests++
    this.passedOn += passedOn
    this.busy.set(socket, (this.busy.get(socket) ?? 0) + 1)
    response.on('close', () => {
      this.requests--
      this.passedOn -= passedOn
      const left = this.busy.get(socket)! - 1
      if (left > 0) this.busy.set(socket, left)
      else this.busy.delete(socket)
      if (this.idle === undefined) return
      if (left === 0 && this.http2?.goAway(socket) !== true) socket.end()
      this.tellIdle()
    })
  }

  private countWatch(request: IncomingMessage, response: Response): void {
    if (request.httpVersionMajor < 2 && !isDirect(request)) return
    this.watches.add(response)
    response.on('close', () => this.watches.delete(response))
  }
}

/** Node's HTTP/2 is loaded with the first client that chooses it: a start without it is a fiftieth shorter. */
async function takenBy(http2: () => Promise<Http2Connections>, socket: Duplex): Promise<void> {
  const connections = await http2()
  if (!socket.destroyed) connections.take(socket)
}

/** The answer to a request whose connection node has let go of: it is the last one. */
function lastResponse(request: IncomingMessage, socket: Duplex): Response {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket as Socket)
  response.once('finish', () => socket.end())
  socket.on('error', () => socket.destroy())
  return response
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

/** Upstream: apiserver/pkg/server/config.go (LongRunningFunc) */
const isOfNode = (url: string): boolean =>
  /^\/api\/v1\/(?:[^?]*\/)?(?:pods|services|nodes)\/[^/?]+\/(?:attach|exec|log|portforward|proxy)(?:[/?]|$)/.test(
    url,
  )
