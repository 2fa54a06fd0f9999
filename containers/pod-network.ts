// Where the containers of a pod listen, and the way out of it.

import type { Duplex } from 'node:stream'
import { inProcessConnection } from '../component-base/in-process-connection.ts'
import type { ContainerNetwork } from './container-network.ts'
import { CannotRun } from './node-containers.ts'
import type { DatagramHandler, Peer, TcpHandler } from './process.ts'

const local: Peer = { address: '127.0.0.1', port: 40_000 }

/** The error of a connection to a port where nothing listens. */
export const refused = (address: string, port: number): Error =>
  Object.assign(new Error(`connect ECONNREFUSED ${address}:${port}`), { code: 'ECONNREFUSED' })

/** The ports of a pod, or of a node's own network, which the pods of the host network share. */
export class PodPorts {
  private readonly tcp = new Map<number, TcpHandler>()
  private readonly udp = new Map<number, DatagramHandler>()
  private readonly open = new Map<number, Set<Duplex>>()
  private nextPort = 32_768

  /** Whether a program listens at a TCP port. */
  taken(port: number): boolean {
    return this.tcp.has(port)
  }

  /** @returns what ends it, and the connections that are open; undefined where the port is taken */
  listenTcp(port: number, handler: TcpHandler): (() => void) | undefined {
    if (this.tcp.has(port)) return undefined
    this.tcp.set(port, handler)
    return () => {
      if (this.tcp.get(port) !== handler) return
      this.tcp.delete(port)
      for (const connection of this.open.get(port) ?? []) connection.destroy()
    }
  }

  listenUdp(port: number, handler: DatagramHandler): (() => void) | undefined {
    if (this.udp.has(port)) return undefined
    this.udp.set(port, handler)
    return () => void (this.udp.get(port) === handler && this.udp.delete(port))
  }

  /** @throws ECONNREFUSED */
  dial(port: number, from: Peer | undefined, address: string): Duplex {
    const handler = this.tcp.get(port)
    if (handler === undefined) throw refused(address, port)
    const [client, server] = inProcessConnection()
    const open = this.open.get(port) ?? new Set()
    this.open.set(port, open.add(server))
    server.once('close', () => open.delete(server))
    handler(server, from ?? { ...local, port: this.ephemeral() })
    return client
  }

  /** @throws ECONNREFUSED */
  async datagram(
    port: number,
    data: Uint8Array,
    from: Peer | undefined,
    address: string,
  ): Promise<Uint8Array | undefined> {
    const handler = this.udp.get(port)
    if (handler === undefined) throw refused(address, port)
    return handler(data, from ?? { ...local, port: this.ephemeral() })
  }

  private ephemeral(): number {
    this.nextPort = this.nextPort === 60_999 ? 32_768 : this.nextPort + 1
    return this.nextPort
  }
}

/** The network as a pod's processes see it: their own pod, and what lies behind the node's network. */
export function networkOfPod(
  ports: PodPorts,
  addresses: () => readonly string[],
  beyond: ContainerNetwork | undefined,
): ContainerNetwork {
  const isOwn = (address: string): boolean =>
    /^127\.|^::1$|^localhost$/.test(address) || addresses().includes(address)
  const outside = (what: string): ContainerNetwork => {
    if (beyond === undefined) throw new CannotRun(`${what} is not simulated: this node has no network`)
    return beyond
  }
  const peer = (address: string): Peer | undefined => {
    const [own] = addresses()
    return /^127\.|^::1$|^localhost$/.test(address) || own === undefined
      ? undefined
      : { address: own, port: 40_001 }
  }
  return {
    resolve: async (pod, name, type) => {
      if (name === 'localhost') return type === 'A' ? [{ name, type, value: '127.0.0.1' }] : []
      return outside(`looking up ${name}`).resolve(pod, name, type)
    },
    dial: async (pod, address, port) =>
      isOwn(address)
        ? ports.dial(port, peer(address), address)
        : outside(`a connection to ${address}:${port}`).dial(pod, address, port),
    datagram: async (pod, address, port, data) =>
      isOwn(address)
        ? ports.datagram(port, data, peer(address), address)
        : outside(`a datagram to ${address}:${port}`).datagram(pod, address, port, data),
  }
}
