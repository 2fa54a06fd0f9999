// What a kubectl of the host connects through: it leads to the servers that the machine has started, and nowhere else.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Connect } from '../../../component-base/in-process-connection.ts'

/** An HTTP proxy to the machine's servers; it refuses all other hosts, and notes them. */
export class OwnServersProxy {
  private readonly connect: Connect
  private readonly server: Server
  /** Hosts with ports that it was asked for and did not lead to, since {@link takeRefused}. */
  private refused: string[] = []

  /** @param connect opens connections to own servers; throws for any other */
  constructor(connect: Connect) {
    this.connect = connect
    this.server = createServer((request, response) => this.plain(request, response))
    this.server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.tunnel(request, socket, head),
    )
    this.server.on('clientError', (_error, socket) => socket.destroy())
    // It is there for programs that this process waits for.
    this.server.unref()
  }

  /** Listens on a socket of the file system, or on a free port of the loopback. Answers with the port. */
  listen(path?: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject)
      const listening = (): void => {
        const address = this.server.address()
        resolve(typeof address === 'string' ? 0 : (address as AddressInfo).port)
      }
      if (path === undefined) this.server.listen(0, '127.0.0.1', listening)
      else this.server.listen(path, listening)
    })
  }

  takeRefused(): string[] {
    return this.refused.splice(0)
  }

  private own(url: string): Duplex | undefined {
    try {
      return this.connect(url)
    } catch {
      return undefined
    }
  }

  private tunnel({ url = '' }: IncomingMessage, socket: Duplex, head: Buffer): void {
    const target = URL.canParse(`https://${url}`) ? this.own(`https://${url}`) : undefined
    socket.on('error', () => target?.destroy())
    if (target === undefined) {
      this.refused.push(url)
      socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      return
    }
    target.on('error', () => socket.destroy())
    target.once('close', () => socket.destroy())
    socket.once('close', () => target.destroy())
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    if (head.length > 0) target.write(head)
    socket.pipe(target).pipe(socket)
  }

  /** Requests without TLS: own servers answer them as servers do that have it. */
  private plain({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const host = URL.canParse(url) ? (/^http:\/\/([^/?#]+)/.exec(url)?.[1] ?? '') : ''
    const target = host === '' ? undefined : this.own(`https://${host}`)
    target?.destroy()
    if (target === undefined) this.refused.push(host)
    response.writeHead(target === undefined ? 502 : 400, {
      'Content-Type': 'text/plain',
      Connection: 'close',
    })
    response.end(target === undefined ? '' : 'Client sent an HTTP request to an HTTPS server.\n')
  }
}
