// The way of a packet through the nodes of a cluster, and of its answer back.
import { type Address, address } from '../../kube-proxy-sim/datapath/address.ts'
import type { Fate, TraceLine } from '../../kube-proxy-sim/datapath/node-datapath.ts'
import type { Headers, Packet } from '../../kube-proxy-sim/datapath/packet.ts'
import { uplink } from '../../kube-proxy-sim/datapath/proxy-network.ts'
import type { NodeKernel } from './node-kernel.ts'
import type { NetworkNode, NetworkPod, Topology } from './topology.ts'

/** What became of a packet: `refused` and the sender told, `dropped` without a word, `unreachable` where nobody has its destination. */
export type JourneyOutcome = 'delivered' | 'refused' | 'dropped' | 'unreachable'

/** A rule of a node that matched, or what happened between nodes in words. */
export type JourneyStep = string | { node: string; line: TraceLine }

/** A step as one line: `node hook table chain: rule`. */
export const stepText = (step: JourneyStep): string =>
  typeof step === 'string' ? step : traceText(step.node, step.line)

/** The way of a packet to its end, and the outcome. */
export interface Journey {
  outcome: JourneyOutcome
  /** The packet's addresses at the end. */
  headers: Headers
  /** The last node that the packet came to; undefined: it came to none. */
  node: string | undefined
  pod: NetworkPod | undefined
  /** The rules that matched, and the events between nodes. */
  trace: readonly JourneyStep[]
}

/** Where a packet comes from: a node itself, a pod of it, or outside. `via`: the node that packets from outside come to. */
export type Origin = { node: string; pod: boolean } | { via: string | undefined }

/** The parts of a network that packets meet. */
export interface JourneyParts {
  topology: Topology
  kernel(node: NetworkNode): NodeKernel
  /** The balancer's choice of a node, or how the packet ended there. */
  balance(packet: Packet): Balanced | 'closed' | 'no node' | undefined
  /** A node to which external IPs are routed. */
  entry(packet: Packet): NetworkNode | undefined
}

/** The node that a load balancer sends a packet to, and the packet as it sends it. */
export interface Balanced {
  node: NetworkNode
  packet: Packet
}

/** Packets that go round in a circle end, as the kernel's do. */
const maxHops = 64

interface Hop {
  kernel: NodeKernel
  /** The interface by which the packet came; undefined of the node's own. */
  from: string | undefined
}

/** Sends a packet on its way, and its answer back where it was delivered. */
export class JourneyOfPacket {
  private readonly parts: JourneyParts
  private readonly trace: JourneyStep[] = []
  private readonly hops: Hop[] = []
  private packet: Packet

  constructor(parts: JourneyParts, packet: Packet) {
    this.parts = parts
    this.packet = packet
  }

  run(origin: Origin): Journey {
    const { topology } = this.parts
    let node: NetworkNode | undefined
    let from: string | undefined
    if ('node' in origin) {
      node = topology.node(origin.node)!
      from = origin.pod ? this.parts.kernel(node).network.bridge : undefined
    } else {
      if (origin.via !== undefined) node = topology.node(origin.via)
      else {
        const entry = this.enter()
        if (typeof entry === 'string') return this.end(entry)
        node = entry
      }
      from = uplink
    }
    return this.through(node!, from)
  }

  private through(first: NetworkNode, by: string | undefined): Journey {
    let node = first
    let from = by
    while (this.hops.length < maxHops) {
      const kernel = this.parts.kernel(node)
      this.hops.push({ kernel, from })
      const fate = this.pass(kernel, from)
      if (fate.outcome === 'delivered') return this.delivered(node, undefined)
      if (fate.outcome === 'rejected') return this.end('refused')
      if (fate.outcome !== 'forwarded')
        return this.end(fate.outcome === 'dropped' ? 'dropped' : 'unreachable')
      if (fate.out === kernel.network.bridge) {
        const pod = this.parts.topology.podAt(this.packet.destination.text)
        return pod?.node === node.name ? this.delivered(node, pod) : this.end('unreachable')
      }
      const next = this.nextNode()
      if (typeof next === 'string') return this.end(next)
      node = next
      from = uplink
    }
    this.trace.push(`${maxHops} nodes have sent it on`)
    return this.end('unreachable')
  }

  /** Lets a node see the packet, which goes on as the node leaves it. */
  private pass(kernel: NodeKernel, from: string | undefined): Fate {
    const fate = kernel.send({ ...this.packet, in: from })
    for (const line of fate.trace) this.trace.push({ node: kernel.name, line })
    this.packet = { ...this.packet, ...fate.headers }
    return fate
  }

  /** The next node of a packet that has left a node by its uplink, or the outcome where there is none. */
  private nextNode(): NetworkNode | JourneyOutcome {
    const { topology } = this.parts
    const { text } = this.packet.destination
    const own = topology.nodeAt(text) ?? topology.node(topology.podAt(text)?.node ?? '')
    return own ?? this.enter()
  }

  /** Where a packet comes in that is outside all nodes. Pods have addresses that are known to nodes only. */
  private enter(): NetworkNode | JourneyOutcome {
    const { topology, balance, entry } = this.parts
    const { text } = this.packet.destination
    const node = topology.nodeAt(text)
    if (node !== undefined) return node
    const balanced = balance(this.packet)
    if (balanced === 'closed') {
      this.trace.push(`load balancer ${text}: it has no port ${this.packet.destinationPort}`)
      return 'refused'
    }
    if (balanced === 'no node') {
      this.trace.push(`load balancer ${text}: no node is healthy`)
      return 'dropped'
    }
    if (balanced !== undefined) {
      this.trace.push(`load balancer ${text}: to ${balanced.node.name}`)
      this.packet = balanced.packet
      return balanced.node
    }
    const routed = entry(this.packet)
    // The nodes' router knows no way to what only rules translate, and tells nobody.
    if (routed === undefined && topology.isClusterIP(text)) {
      this.trace.push(`outside: no node has translated the cluster IP ${text}`)
      return 'dropped'
    }
    if (routed === undefined) this.trace.push(`outside: nobody has ${text}`)
    return routed ?? 'unreachable'
  }

  private delivered(node: NetworkNode, pod: NetworkPod | undefined): Journey {
    return { ...this.end('delivered'), node: node.name, pod }
  }

  private end(outcome: JourneyOutcome): Journey {
    const { source, sourcePort, destination, destinationPort } = this.packet
    const headers = { source, sourcePort, destination, destinationPort }
    return { outcome, headers, node: this.hops.at(-1)?.kernel.name, pod: undefined, trace: this.trace }
  }

  /** Sends the answer of who got the packet back on the same way: connections count as answered then. @returns whether it arrives */
  answer({ headers, pod }: Journey): boolean {
    const { source, sourcePort, destination, destinationPort } = headers
    this.packet = {
      protocol: this.packet.protocol,
      source: destination,
      sourcePort: destinationPort,
      destination: source,
      destinationPort: sourcePort,
    }
    for (const [at, { kernel }] of [...this.hops.entries()].reverse()) {
      const isLast = at === this.hops.length - 1
      const from = isLast ? (pod === undefined ? undefined : kernel.network.bridge) : uplink
      const fate = kernel.send({ ...this.packet, in: from })
      if (fate.outcome !== 'forwarded' && fate.outcome !== 'delivered') {
        this.trace.push(`${kernel.name}: the answer is ${fate.outcome}`)
        return false
      }
      this.packet = { ...this.packet, ...fate.headers }
    }
    return true
  }
}

const traceText = (node: string, { hook, table, chain, rule }: TraceLine): string =>
  `${node} ${hook} ${table} ${chain}: ${rule}`

/** The address of one end of a packet by its text, which has been read before. */
export const known = (text: string): Address => address(text)!
