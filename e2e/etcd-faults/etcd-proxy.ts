import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Between a server and etcd: a network that can be cut. While it is, nothing arrives, and nobody is told. */
export class EtcdProxy {
  private readonly server: Server
  private readonly sockets = new Set<Socket>()
  private isCut = false

  private constructor(server: Server) {
    this.server = server
  }

  /** @param url of etcd, as `http://127.0.0.1:2379` */
  static async open(url: string): Promise<EtcdProxy> {
    const { hostname, port } = new URL(url)
    const server = createServer()
    const proxy = new EtcdProxy(server)
    server.on('connection', (near) => proxy.join(near, connect(Number(port), hostname)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  cut(): void {
    this.isCut = true
    for (const socket of this.sockets) socket.pause()
  }

  mend(): void {
    this.isCut = false
    for (const socket of this.sockets) socket.resume()
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
  }

  private join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from)
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => {
        this.sockets.delete(from)
        to.destroy()
      })
      if (this.isCut) from.pause()
    }
  }
}
