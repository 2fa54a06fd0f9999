// The network of a cluster: packets go through its nodes, by the rules that each one's kube-proxy programmed last.
import type { Duplex } from 'node:stream'
import type { Clock } from '../../component-base/clock.ts'
import { joinHostPort } from '../../component-base/go/net.ts'
import type { IPFamily } from '../../component-base/ip-family.ts'
import type { Random } from '../../component-base/random.ts'
import { CannotRun } from '../../containers/node-containers.ts'
import { type Address, address } from '../../kube-proxy-sim/datapath/address.ts'
import type { Packet, Protocol } from '../../kube-proxy-sim/datapath/packet.ts'
import { ClusterUsageError } from '../cluster-errors.ts'
import { ClusterDns, type DnsAnswer, type DnsType } from './dns.ts'
import { type Balanced, type Journey, JourneyOfPacket, known, type Origin } from './journey.ts'
import { type Listener, listenerOf, type ProgramsOfNode } from './listeners.ts'
import { NodeKernel } from './node-kernel.ts'
import { addressesOf, lookUp } from './resolve.ts'
import type { Sender } from './sender.ts'
import type { NetworkNode, Topology } from './topology.ts'
import { TopologyReader, type TopologySource } from './topology-reader.ts'

/** The clock, nodes and servers that a cluster's network consists of. */
export interface NetworkParts extends TopologySource {
  clock: Clock
  random: Random
  /** Undefined of a node whose programs are not simulated. */
  node(name: string): ProgramsOfNode | undefined
  /** A connection to the kube-apiserver that says it is at an address, in endpoints of the Service `kubernetes`. */
  dialServer(address: string, port: number): Promise<Duplex>
  /** Is told of each packet that was sent. @param packet as it was sent */
  sent?(packet: Packet, arrival: Arrival, topology: Topology): void
}

/** A packet to send. */
export interface PacketRequest {
  from: Sender
  protocol: Protocol
  destination: string
  port: number
  /** The source port. Default: one that no packet had lately. */
  sourcePort?: number | undefined
  /** The node that a packet from outside comes to. Default: the destination's, or one that a load balancer chooses. */
  via?: string | undefined
}

/** The outcome of sending a packet, and the program that got it. */
export interface Arrival extends Journey {
  /** Undefined where the packet was not delivered, or nobody listens. */
  listener: Listener | undefined
}

const [firstPort, lastPort] = [32_768, 60_999]

/** The network of a cluster. Nothing of it is made before the first packet. */
export class NetworkOfCluster {
  private readonly parts: NetworkParts
  private readonly topology: TopologyReader
  private readonly kernels = new Map<string, NodeKernel>()
  private lastPort = lastPort

  constructor(parts: NetworkParts) {
    this.parts = parts
    this.topology = new TopologyReader(parts)
  }

  /** Sends a packet, and its answer back. @throws ClusterUsageError for a sender that is not there; RulesetError */
  async send(request: PacketRequest): Promise<Arrival> {
    return this.sendIn(await this.topology.read(), request)
  }

  private sendIn(topology: Topology, request: PacketRequest): Arrival {
    const destination = known(request.destination)
    const { origin, source } = this.sender(topology, request, destination)
    const packet: Packet = {
      protocol: request.protocol,
      source,
      sourcePort: request.sourcePort ?? this.nextPort(),
      destination,
      destinationPort: request.port,
    }
    const journey = new JourneyOfPacket(
      {
        topology,
        kernel: (node) => this.kernel(node, topology),
        balance: (one) => this.balance(topology, one),
        entry: (one) =>
          topology.isExternalIP(one.destination.text) ? this.oneOf(readyNodes(topology)) : undefined,
      },
      packet,
    )
    const arrival = this.arrival(journey, origin, topology)
    this.parts.sent?.(packet, arrival, topology)
    return arrival
  }

  private arrival(journey: JourneyOfPacket, origin: Origin, topology: Topology): Arrival {
    const way = journey.run(origin)
    const server = this.serverAt(way, topology)
    if (server !== undefined) return server
    if (way.outcome !== 'delivered') return { ...way, listener: undefined }
    const listener = listenerOf(way, topology, this.parts.node(way.node!))
    if (listener === undefined) return { ...way, outcome: 'refused', listener }
    return journey.answer(way) ? { ...way, listener } : { ...way, outcome: 'dropped', listener: undefined }
  }

  /** Servers stand outside the nodes. */
  private serverAt(way: Journey, topology: Topology): Arrival | undefined {
    const { destination, destinationPort } = way.headers
    if (way.outcome !== 'unreachable' || !topology.isServer(destination.text, destinationPort))
      return undefined
    const dial = (): Promise<Duplex> => this.parts.dialServer(destination.text, destinationPort)
    const listener = { pod: undefined, dial, datagram: undefined }
    return { ...way, outcome: 'delivered', node: undefined, listener }
  }

  /** The origin of a packet, and its source address there. */
  private sender(
    topology: Topology,
    { from, via }: PacketRequest,
    destination: Address,
  ): { origin: Origin; source: Address } {
    const { family } = destination
    if ('address' in from) {
      const source = known(from.address)
      const node = topology.nodeAt(source.text)
      const pod = topology.podAt(source.text)
      if (source.family !== family)
        throw new ClusterUsageError(
          `${source.text} and ${destination.text} are of different address families`,
        )
      if (via !== undefined) this.nodeOf(topology, via)
      if (node === undefined && pod === undefined) return { origin: { via }, source }
      return { origin: { node: node?.name ?? pod!.node, pod: node === undefined }, source }
    }
    if ('node' in from) return this.fromNode(this.nodeOf(topology, from.node), topology, destination)
    const pod = topology.pod(from.pod.includes('/') ? from.pod : `default/${from.pod}`)
    if (pod === undefined) throw new ClusterUsageError(`there is no pod ${from.pod} that has an address`)
    if (pod.hostNetwork) return this.fromNode(this.nodeOf(topology, pod.node), topology, destination)
    const own = pod.addresses.map(known).find((one) => one.family === family)
    return { origin: { node: pod.node, pod: true }, source: own ?? noAddress(`pod ${pod.name}`, family) }
  }

  private nodeOf(topology: Topology, name: string): NetworkNode {
    const node = topology.node(name)
    if (node === undefined) throw new ClusterUsageError(`there is no node ${name}`)
    return node
  }

  private fromNode(node: NetworkNode, topology: Topology, destination: Address) {
    const source = this.kernel(node, topology).path.sourceFor(destination)
    return {
      origin: { node: node.name, pod: false },
      source: source ?? noAddress(`node ${node.name}`, destination.family),
    }
  }

  private kernel(node: NetworkNode, topology: Topology): NodeKernel {
    const kernel = this.kernels.get(node.name) ?? new NodeKernel(node.name, this.parts)
    this.kernels.set(node.name, kernel)
    const programs = this.parts.node(node.name)
    kernel.network.update(node, topology, programs?.runningKubelet?.podCIDR)
    kernel.use(programs?.ruler)
    return kernel
  }

  /** A load balancer sends to nodes that are ready; where it asks them for their health, to those that have endpoints. */
  private balance(topology: Topology, packet: Packet): Balanced | 'closed' | 'no node' | undefined {
    const { text, family } = packet.destination
    const port = topology.balanced(text, packet.destinationPort, packet.protocol)
    if (port === undefined || port === 'closed') return port
    const nodes = readyNodes(topology).filter(
      ({ name, labels }) =>
        labels['node.kubernetes.io/exclude-from-external-load-balancers'] === undefined &&
        (port.healthCheckNodePort === 0 || this.isHealthy(name, port.healthCheckNodePort)),
    )
    const node = this.oneOf(nodes)
    if (node === undefined) return 'no node'
    if (port.nodePort === undefined) return { node, packet }
    const own = node.addresses.map(known).find((one) => one.family === family)
    if (own === undefined) return 'no node'
    // A load balancer that is a proxy sends in its own name.
    const proxied = { source: packet.destination, destination: own, destinationPort: port.nodePort }
    return { node, packet: { ...packet, ...proxied } }
  }

  private isHealthy(node: string, port: number): boolean {
    return this.parts.node(node)?.runningProxy?.traffic?.serviceHealth(port)?.code === 200
  }

  private oneOf<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : items[this.parts.random.int(items.length)]
  }

  private nextPort(): number {
    this.lastPort = this.lastPort >= lastPort ? firstPort : this.lastPort + 1
    return this.lastPort
  }

  /**
   * A TCP connection to an IP address.
   * @throws Error with code ECONNREFUSED, ETIMEDOUT (packets are dropped), EHOSTUNREACH or ENETUNREACH, as of node:net; CannotRun where who is
   *   there has no program that is simulated
   */
  async connect(from: Sender, destination: string, port: number): Promise<Duplex> {
    const arrival = await this.reach(from, destination, port, 'tcp')
    const { outcome, listener } = arrival
    const where = joinHostPort(destination, port)
    if (outcome === 'refused') throw failure('ECONNREFUSED', where)
    if (outcome === 'dropped') throw failure('ETIMEDOUT', where)
    if (outcome === 'unreachable') throw failure('EHOSTUNREACH', where)
    if (listener?.dial === undefined)
      throw new CannotRun(`${endOf(arrival)} has no program here that answers`)
    return listener.dial()
  }

  /** The answer to a UDP datagram; undefined where none comes. @throws as `connect`, but for ETIMEDOUT */
  async datagram(
    from: Sender,
    destination: string,
    port: number,
    data: Uint8Array,
  ): Promise<Uint8Array | undefined> {
    const { outcome, listener } = await this.reach(from, destination, port, 'udp')
    if (outcome === 'refused') throw failure('ECONNREFUSED', joinHostPort(destination, port))
    if (outcome === 'unreachable') throw failure('EHOSTUNREACH', joinHostPort(destination, port))
    return listener?.datagram?.(data)
  }

  private async reach(from: Sender, destination: string, port: number, protocol: Protocol): Promise<Arrival> {
    if (address(destination) === undefined) throw new ClusterUsageError(`${destination} is no IP address`)
    try {
      return await this.send({ from, destination, port, protocol })
    } catch (error) {
      if (error instanceof NoAddressError) throw failure('ENETUNREACH', joinHostPort(destination, port))
      throw error
    }
  }

  /** The addresses of a name as the sender's resolver finds them; empty where there is no such name. */
  async resolve(name: string, from: Sender): Promise<readonly string[]> {
    return addressesOf(name, await this.names(from))
  }

  /** The records of a name as the sender looks it up, with its search domains. */
  async lookUp(name: string, type: DnsType, from: Sender): Promise<DnsAnswer> {
    return lookUp(name, type, await this.names(from))
  }

  /** The records of a whole name, as the cluster's DNS server answers. */
  query(name: string, type: DnsType): Promise<DnsAnswer> {
    return new ClusterDns(this.parts.client).query(name, type)
  }

  private async names(from: Sender) {
    const { client } = this.parts
    return { from, topology: await this.topology.read(), dns: new ClusterDns(client) }
  }

  /** The kernel of a node; undefined until packets have come to the node. */
  kernelOf(node: string): NodeKernel | undefined {
    return this.kernels.get(node)
  }

  /** Ends what follows the cluster. */
  stop(): void {
    this.topology.stop()
    for (const kernel of this.kernels.values()) kernel.stop()
    this.kernels.clear()
  }
}

const readyNodes = ({ nodes }: Topology): NetworkNode[] => nodes.filter(({ ready }) => ready)

/** A sender without an address of its destination's family: its kernel has no route there. */
class NoAddressError extends ClusterUsageError {}

function noAddress(what: string, family: IPFamily): never {
  throw new NoAddressError(`${what} has no ${family} address`)
}

const endOf = ({ headers, pod, listener }: Arrival): string => {
  const name = pod?.name ?? listener?.pod
  const place = joinHostPort(headers.destination.text, headers.destinationPort)
  return name === undefined ? place : `pod ${name} at ${place}`
}

const failure = (code: string, where: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`connect ${code} ${where}`), { code })
