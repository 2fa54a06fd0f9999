// Upstream: Linux net/netfilter/{nf_conntrack_core,nf_nat_core}.c
import type { Address } from './address.ts'
import type { Headers, Packet, Protocol } from './packet.ts'

/** As rules name the state of a packet's connection. */
export type ConnectionState = 'new' | 'established' | 'invalid'

/** A connection through a node, and how its addresses are translated. */
export interface Connection {
  /** By which packets find it, in both directions; that of answers is there when it is confirmed. */
  readonly key: string
  replyKey?: string
  readonly protocol: Protocol
  /** As the first packet came. */
  readonly original: Readonly<Headers>
  /** As answers come: translated, and turned round. */
  reply: Readonly<Headers>
  /** An answer was seen. */
  answered: boolean
  /** Its first packet got through: how it is translated stays. */
  confirmed: boolean
  destinationTranslated: boolean
  sourceTranslated: boolean
  /** A virtual server of ipvs translates its destination, not the tables of translation. */
  balanced: boolean
  /** Milliseconds since the epoch of the last packet. */
  seen: number
}

/** A packet's connection, and whether it goes the way of the first. */
export interface Tracked {
  connection: Connection
  isReply: boolean
}

/** Seconds without a packet after which a connection is forgotten, by protocol: before an answer, and after it. */
const timeouts: Readonly<Record<Protocol, readonly [number, number]>> = {
  tcp: [120, 432_000],
  udp: [30, 120],
  sctp: [3, 210],
}

/** nf_conntrack_max of a machine with some memory. */
const maxConnections = 262_144

const keyOf = (protocol: Protocol, { source, sourcePort, destination, destinationPort }: Headers): string =>
  `${protocol} ${source.text} ${sourcePort} ${destination.text} ${destinationPort}`

const turned = ({ source, sourcePort, destination, destinationPort }: Readonly<Headers>): Headers => ({
  source: destination,
  sourcePort: destinationPort,
  destination: source,
  destinationPort: sourcePort,
})

/** The connections of a node. They outlive the rules that made them, as the kernel's do. */
export class Conntrack {
  private readonly byOriginal = new Map<string, Connection>()
  private readonly byReply = new Map<string, Connection>()
  private swept = Number.NEGATIVE_INFINITY

  /** The connection of a packet, a new one where it belongs to none. @param now milliseconds since the epoch */
  track(packet: Packet, now: number): Tracked {
    const key = keyOf(packet.protocol, packet)
    const known = this.byOriginal.get(key)
    if (known !== undefined && this.isUsed(known, now)) return { connection: known, isReply: false }
    const answered = this.byReply.get(key)
    if (answered === undefined || !this.isUsed(answered, now))
      return { connection: newConnection(packet, key, now), isReply: false }
    answered.answered = true
    return { connection: answered, isReply: true }
  }

  /** Notes a packet of a connection; forgets one that is over. */
  private isUsed(known: Connection, now: number): boolean {
    if (isForgotten(known, now)) {
      this.delete(known)
      return false
    }
    known.seen = now
    return true
  }

  /** Keeps a connection whose first packet got through. False where the table is full: the packet is dropped. */
  confirm(connection: Connection): boolean {
    if (this.byOriginal.size >= maxConnections && !this.makesRoom(connection.seen)) return false
    connection.confirmed = true
    connection.replyKey = keyOf(connection.protocol, connection.reply)
    this.byOriginal.set(connection.key, connection)
    this.byReply.set(connection.replyKey, connection)
    return true
  }

  /** Deletes what is over, once a second at most. */
  private makesRoom(now: number): boolean {
    if (now - this.swept < 1000) return false
    this.swept = now
    return this.deleteWhere((one) => isForgotten(one, now)) > 0
  }

  /** Whether answers that come to these addresses would be of another connection. */
  isTaken(protocol: Protocol, reply: Headers, now: number): boolean {
    const known = this.byReply.get(keyOf(protocol, reply))
    return known !== undefined && !isForgotten(known, now)
  }

  /** Forgets the connections that `isStale` tells; as `conntrack -D`. @returns how many */
  deleteWhere(isStale: (connection: Connection) => boolean): number {
    const stale = [...this.byOriginal.values()].filter(isStale)
    for (const one of stale) this.delete(one)
    return stale.length
  }

  /** Those that are not forgotten, the oldest first. */
  list(now: number): Connection[] {
    return [...this.byOriginal.values()].filter((one) => !isForgotten(one, now))
  }

  /** Forgets a connection. */
  delete(connection: Connection): void {
    connection.confirmed = false
    this.byOriginal.delete(connection.key)
    if (connection.replyKey !== undefined) this.byReply.delete(connection.replyKey)
  }
}

/** Whether a connection is known and not over. @param now milliseconds since the epoch */
export const isAlive = (connection: Connection, now: number): boolean =>
  connection.confirmed && !isForgotten(connection, now)

const isForgotten = ({ protocol, answered, seen }: Connection, now: number): boolean =>
  now - seen > timeouts[protocol][answered ? 1 : 0] * 1000

function newConnection(packet: Packet, key: string, now: number): Connection {
  const { source, sourcePort, destination, destinationPort } = packet
  const original = { source, sourcePort, destination, destinationPort }
  return {
    key,
    protocol: packet.protocol,
    original,
    reply: turned(original),
    answered: false,
    confirmed: false,
    destinationTranslated: false,
    sourceTranslated: false,
    balanced: false,
    seen: now,
  }
}

/** Sends a connection elsewhere; answers will come from there. */
export function translateDestination(connection: Connection, to: Address, port: number): void {
  connection.reply = { ...connection.reply, source: to, sourcePort: port }
  connection.destinationTranslated = true
}

/** Gives a connection another source; answers will go there. */
export function translateSource(connection: Connection, from: Address, port: number): void {
  connection.reply = { ...connection.reply, destination: from, destinationPort: port }
  connection.sourceTranslated = true
}

/** The addresses that a packet of the connection has after translation. */
export const translated = ({ connection, isReply }: Tracked): Headers =>
  turned(isReply ? connection.original : connection.reply)

/** Seconds until a connection is forgotten if no packet comes. @param now milliseconds since the epoch */
export const secondsLeft = ({ protocol, answered, seen }: Connection, now: number): number =>
  Math.max(0, timeouts[protocol][answered ? 1 : 0] - Math.floor((now - seen) / 1000))

/** As `conntrack -L` tells both directions: `src=… dst=… sport=… dport=…`. */
export function connectionText({ protocol, original, reply, answered }: Connection): string {
  const way = (h: Readonly<Headers>): string =>
    `src=${h.source.text} dst=${h.destination.text} sport=${h.sourcePort} dport=${h.destinationPort}`
  return `${protocol} ${way(original)}${answered ? '' : ' [UNREPLIED]'} ${way(reply)}`
}
