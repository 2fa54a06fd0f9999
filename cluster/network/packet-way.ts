// The way of a packet in texts, as reports draw it.
import { joinHostPort } from '../../component-base/go/net.ts'
import type { Packet } from '../../kube-proxy-sim/datapath/packet.ts'
import type { Arrival } from './cluster-network.ts'
import type { JourneyOutcome } from './journey.ts'
import type { Topology } from './topology.ts'

/** One end of a way: an address and port, and whose it is where the cluster knows it (`pod default/web-1`, `node n1`). */
export interface PacketEnd {
  place: string
  of?: string
}

/** A part of a way: a node with the rules that matched there, in their order, or what happened between nodes, in words. */
export interface PacketHop {
  at: string
  rules: string[]
}

/** The way of a packet from who sent it to who got it, or to where it ended. */
export interface PacketWay {
  from: PacketEnd
  /** Where it was sent to, with the protocol: `10.96.0.10:53/udp`. */
  to: string
  hops: PacketHop[]
  outcome: JourneyOutcome
  /** The place at which the packet's way ends, with the destination that rules have given it. */
  end: PacketEnd
}

/** @param packet as it was sent */
export function packetWay(packet: Packet, arrival: Arrival, topology: Topology): PacketWay {
  const { source, sourcePort, destination, destinationPort, protocol } = packet
  const { headers, outcome } = arrival
  return {
    from: endOf(source.text, sourcePort, topology),
    to: `${joinHostPort(destination.text, destinationPort)}/${protocol}`,
    hops: hopsOf(arrival),
    outcome,
    end: endOf(headers.destination.text, headers.destinationPort, topology),
  }
}

function endOf(address: string, port: number, topology: Topology): PacketEnd {
  const [pod, node] = [topology.podAt(address), topology.nodeAt(address)]
  const name = pod !== undefined ? `pod ${pod.name}` : node !== undefined ? `node ${node.name}` : undefined
  return { place: joinHostPort(address, port), ...(name === undefined ? {} : { of: name }) }
}

function hopsOf({ trace }: Arrival): PacketHop[] {
  const hops: PacketHop[] = []
  for (const step of trace) {
    const at = typeof step === 'string' ? step : `node ${step.node}`
    const rules = hops.at(-1)?.at === at ? hops.at(-1)!.rules : []
    if (hops.at(-1)?.rules !== rules) hops.push({ at, rules })
    if (typeof step === 'string') continue
    const { hook, table, chain, rule } = step.line
    rules.push(`${hook} ${table} ${chain}: ${rule}`)
  }
  return hops
}
