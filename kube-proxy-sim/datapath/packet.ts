import type { Address } from './address.ts'

/** The protocols of Services. */
export type Protocol = 'tcp' | 'udp' | 'sctp'

/** The source and destination of a packet. Rules change the addresses on its way. */
export interface Headers {
  source: Address
  sourcePort: number
  destination: Address
  destinationPort: number
}

/** A packet before a node has seen it. */
export interface Packet extends Readonly<Headers> {
  readonly protocol: Protocol
  /** The interface that it comes in by; undefined of the node's own. */
  readonly in?: string | undefined
  /** The packet belongs to no connection that may be: an answer that nobody asked for. */
  readonly invalid?: boolean
}
