// Upstream: Linux net/netfilter/{nf_conntrack_core,nf_nat_core}.c
import type { Address } from './address.ts'
import type { Headers, Packet, Protocol } from './packet.ts'

/** The state of a packet's connection, in the words of iptables and nft. */
export type ConnectionState = 'new' | 'established' | 'invalid'

/** A connection through a node, and how its addresses are translated. */
export interface Connection {
  /** The key by which packets find the connection; `replyKey`, for answers, is there once it is confirmed. */
  readonly key: string
  replyKey?: string
  readonly protocol: Protocol
  /** The addresses of the first packet, before translation. */
  readonly original: Readonly<Headers>
  /** The addresses of answers: translated, with source and destination exchanged. */
  readonly reply: Headers
  /** An answer was seen. */
  answered: boolean
  /** The first packet got through, so that the translation of addresses stays. */
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

const numbers: Readonly<Record<Protocol, number>> = { tcp: 6, udp: 17, sctp: 132 }

/** One text for each pair of ends; of IPv4 in no more characters than there are halves of addresses, ports and protocols. */
function keyOf(
  protocol: Protocol,
  { source, sourcePort, destination, destinationPort }: Readonly<Headers>,
): string {
  if (source.small < 0 || destination.small < 0)
    return `${protocol} ${source.text} ${sourcePort} ${destination.text} ${destinationPort}`
  return String.fromCharCode(
    source.small >>> 16,
    source.small & 0xffff,
    destination.small >>> 16,
    destination.small & 0xffff,
    sourcePort,
    destinationPort,
    numbers[protocol],
  )
}

const turned = ({ source, sourcePort, destination, destinationPort }: Readonly<Headers>): Headers => ({
  source: destination,
  sourcePort: destinationPort,
  destination: source,
  destinationPort: sourcePort,
})

/** The connections of a node. They outlive the rules that made them, as the kernel's do. */
export class Conntrack {
  /** The connections by the keys of their first packets, the oldest first. */
  private readonly originals = new Map<string, Connection>()
  /** The connections by the keys of their answers. A packet whose key is a first packet's belongs to that connection. */
  private readonly replies = new Map<string, Connection>()
  /** Connections whose answers go to a newer one of the same key, until that one is forgotten. */
  private readonly shadowed = new Map<string, Set<Connection>>()
  private swept = Number.NEGATIVE_INFINITY

  /** The connection of a packet, a new one where it belongs to none. @param now milliseconds since the epoch */
  track(packet: Packet, now: number): Tracked {
    const key = keyOf(packet.protocol, packet)
    for (;;) {
      const known = this.originals.get(key) ?? this.replies.get(key)
      if (known === undefined) return { connection: newConnection(packet, key, now), isReply: false }
      if (!this.isUsed(known, now)) continue
      const isReply = known.key !== key
      if (isReply) known.answered = true
      return { connection: known, isReply }
    }
  }

  /** Notes a packet of the connection; false where its timeout has passed: it is deleted. */
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
    const same = this.originals.get(connection.key)
    if (same !== undefined) this.delete(same)
    if (this.originals.size >= maxConnections && !this.makesRoom(connection.seen)) return false
    connection.confirmed = true
    const replyKey = keyOf(connection.protocol, connection.reply)
    connection.replyKey = replyKey
    this.originals.set(connection.key, connection)
    const older = this.replies.get(replyKey)
    if (older !== undefined) {
      const shadowed = this.shadowed.get(replyKey)
      if (shadowed === undefined) this.shadowed.set(replyKey, new Set([older]))
      else shadowed.add(older)
    }
    this.replies.set(replyKey, connection)
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
    const known = this.replies.get(keyOf(protocol, reply))
    return known !== undefined && !isForgotten(known, now)
  }

  /** Forgets the connections that `isStale` tells; as `conntrack -D`. @returns how many */
  deleteWhere(isStale: (connection: Connection) => boolean): number {
    const before = this.originals.size
    for (const one of this.originals.values()) if (isStale(one)) this.delete(one)
    return before - this.originals.size
  }

  /** The connections whose timeout has not passed, the oldest first. */
  list(now: number): Connection[] {
    const alive: Connection[] = []
    for (const one of this.originals.values()) if (!isForgotten(one, now)) alive.push(one)
    return alive
  }

  /** Forgets a connection. */
  delete(connection: Connection): void {
    connection.confirmed = false
    const { key, replyKey } = connection
    if (this.originals.get(key) === connection) this.originals.delete(key)
    if (replyKey === undefined) return
    const shadowed = this.shadowed.get(replyKey)
    shadowed?.delete(connection)
    if (this.replies.get(replyKey) === connection) {
      const [next] = shadowed ?? []
      if (next === undefined) this.replies.delete(replyKey)
      else this.replies.set(replyKey, next)
      if (next !== undefined) shadowed?.delete(next)
    }
    if (shadowed?.size === 0) this.shadowed.delete(replyKey)
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
  connection.reply.source = to
  connection.reply.sourcePort = port
  connection.destinationTranslated = true
}

/** Gives a connection another source; answers will go there. */
export function translateSource(connection: Connection, from: Address, port: number): void {
  connection.reply.destination = from
  connection.reply.destinationPort = port
  connection.sourceTranslated = true
}

/** The addresses that a packet of the connection has after translation. */
export const translated = ({ connection, isReply }: Tracked): Headers =>
  turned(isReply ? connection.original : connection.reply)

/** Seconds until a connection is forgotten if no packet comes. @param now milliseconds since the epoch */
export const secondsLeft = ({ protocol, answered, seen }: Connection, now: number): number =>
  Math.max(0, timeouts[protocol][answered ? 1 : 0] - Math.floor((now - seen) / 1000))

/** Both directions of a connection in the form of `conntrack -L`: `src=… dst=… sport=… dport=…`. */
export function connectionText({ protocol, original, reply, answered }: Connection): string {
  const way = (h: Readonly<Headers>): string =>
    `src=${h.source.text} dst=${h.destination.text} sport=${h.sourcePort} dport=${h.destinationPort}`
  return `${protocol} ${way(original)}${answered ? '' : ' [UNREPLIED]'} ${way(reply)}`
}
