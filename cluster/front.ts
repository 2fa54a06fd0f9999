// One address for several servers, as a load balancer before a control plane is.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { joinHostPort } from '../component-base/go/net.ts'
import { type Connection, connectionRefused } from '../component-base/in-process-connection.ts'
import type { ClientTls } from '../component-base/mutual-trust.ts'
import type { KubeServer } from '../server/create-server.ts'
import { ownUrl } from './own-url.ts'

const host = '127.0.0.1'

/** A server, or a front of several, to which a connection within the process can be opened. */
export type Reachable = Pick<KubeServer, 'connect'> & Partial<Pick<KubeServer, 'directLine'>>

/** A server behind a front. */
interface Target {
  readonly port: number
  readonly inProcess: Reachable
}

/**
 * Passes connections on to servers, without reading them: TLS is between client and server. Connections go to the servers in
 * turns, and to the next one where a server does not answer. A client within the process keeps to its server while that is there,
 * as one over HTTP/2 does; so which server it gets depends on nothing but its turn.
 */
export class Front implements Reachable {
  readonly port: number
  private readonly listener: Server
  /** The targets in the order of the turns; undefined: the server does not serve at present. */
  private readonly targets: Map<string, Target | undefined>
  private readonly sockets = new Set<Socket>()
  private readonly chosen = new WeakMap<ClientTls, string>()
  /** The numbers of connections that have been passed on: over sockets, of commands and of components. */
  private readonly turns = { sockets: 0, commands: 0, components: 0 }

  private readonly servers: ReadonlyMap<string, Reachable>

  private constructor(listener: Server, names: readonly string[], servers: ReadonlyMap<string, Reachable>) {
    this.listener = listener
    this.port = (listener.address() as AddressInfo).port
    this.servers = servers
    this.targets = new Map(names.map((name) => [name, undefined]))
    listener.on('connection', (socket) => this.pass(socket))
  }

  /**
   * Listens on the loopback address. Rejects where it cannot.
   * @param names of the servers, none of which serves yet
   * @param servers of this process, by their {@link ownUrl}
   */
  static async listen(
    names: readonly string[],
    port: number,
    servers: ReadonlyMap<string, Reachable>,
  ): Promise<Front> {
    const listener = createServer({ allowHalfOpen: true })
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject)
      listener.listen(port, host, () => resolve())
    })
    return new Front(listener, names, servers)
  }

  /** @param url of the server, on the loopback address of this process */
  add(name: string, url: string): void {
    const inProcess = this.servers.get(ownUrl(url))
    if (inProcess !== undefined) this.targets.set(name, { port: Number(new URL(url).port), inProcess })
  }

  /** New connections go to the others; those that are there end with the server. */
  remove(name: string): void {
    this.targets.set(name, undefined)
  }

  connect({ component }: { component: boolean }, client?: ClientTls): Connection {
    const known = client === undefined ? undefined : this.chosen.get(client)
    const [name, target] =
      known !== undefined && this.targets.get(known) !== undefined
        ? [known, this.targets.get(known)!]
        : (this.inTurn(component ? 'components' : 'commands')[0] ?? [])
    if (target === undefined) throw connectionRefused(`https://${joinHostPort(host, this.port)}`)
    if (client !== undefined) this.chosen.set(client, name!)
    return target.inProcess.connect({ component }, client)
  }

  /** Ends the connections too. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.listener.close(() => resolve())
      for (const socket of this.sockets) socket.destroy()
    })
  }

  /** The servers that serve, beginning with the one whose turn it is. */
  private inTurn(kind: keyof Front['turns']): [string, Target][] {
    const serving = [...this.targets].filter((entry): entry is [string, Target] => entry[1] !== undefined)
    if (serving.length === 0) return []
    const first = this.turns[kind]++ % serving.length
    return [...serving.slice(first), ...serving.slice(0, first)]
  }

  private pass(client: Socket): void {
    this.keep(client)
    this.tryOne(
      client,
      this.inTurn('sockets').map(([, target]) => target),
    )
  }

  private tryOne(client: Socket, [target, ...others]: readonly Target[]): void {
    if (target === undefined || client.destroyed) {
      client.destroy()
      return
    }
    const server = connect({ host, port: target.port, allowHalfOpen: true })
    const refused = (): void => this.tryOne(client, others)
    server.once('error', refused)
    server.once('connect', () => {
      server.off('error', refused)
      this.keep(server)
      join(client, server)
    })
  }

  private keep(socket: Socket): void {
    socket.setNoDelay(true)
    this.sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => this.sockets.delete(socket))
  }
}

/** What one end sends the other gets; the connection ends with either. */
function join(client: Socket, server: Socket): void {
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.pipe(to)
    from.once('close', () => to.destroy())
    if (from.destroyed) to.destroy()
  }
}
