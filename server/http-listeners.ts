import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions as TlsOptions } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Express } from 'express'

export interface ListenOptions {
  readonly host?: string
  readonly port?: number
  /** Over HTTPS, with these. */
  readonly tls?: TlsOptions
}

/** Go's http.DefaultMaxHeaderBytes. */
const maxHeaderSize = 1024 * 1024

/** The open ports of an app. */
export class HttpListeners {
  private readonly app: Express
  private readonly servers: Server[] = []
  private readonly sockets = new Set<Socket>()
  private requests = 0

  constructor(app: Express) {
    this.app = app
  }

  /** The answer is the port. Rejects where the address cannot be used. */
  async listen({ host = '127.0.0.1', port = 0, tls }: ListenOptions = {}): Promise<number> {
    const server =
      tls === undefined
        ? createHttpServer({ maxHeaderSize }, this.app)
        : createHttpsServer({ ...tls, maxHeaderSize }, this.app)
    this.servers.push(server)
    server.keepAliveTimeout = 120_000
    // Headers are bounded by their size; beyond a count node would drop those that came last.
    server.maxHeadersCount = 0
    // closeAllConnections would leave out those that are still in their TLS handshake, and close() waits for them.
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket)
      socket.once('close', () => this.sockets.delete(socket))
    })
    server.on('request', (request, response) => {
      if (isWatch(request.url ?? '')) return
      this.requests++
      response.once('close', () => this.requests--)
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => resolve())
    })
    return (server.address() as AddressInfo).port
  }

  /** Requests that are being answered; watches, which stay, are not counted. */
  inFlight(): number {
    return this.requests
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => this.closeServer(server)))
  }

  private closeServer(server: Server): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of this.sockets) socket.destroy()
    })
  }
}

const isWatch = (url: string): boolean => /[?&]watch=(?:1|true)(?:&|$)/.test(url)
