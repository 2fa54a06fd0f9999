// The way of packets through a node: hooks, routing, translation.
// Upstream: Linux net/netfilter/core.c, net/netfilter/nf_nat_core.c, include/uapi/linux/netfilter_ipv4.h
import type { Clock } from '../../component-base/clock.ts'
import { type IPFamily, ipFamilies } from '../../component-base/ip-family.ts'
import type { Random } from '../../component-base/random.ts'
import type { Address } from './address.ts'
import {
  type ConnectionState,
  Conntrack,
  type Tracked,
  translateDestination,
  translated,
  translateSource,
} from './conntrack.ts'
import { type NodeNetwork, withAddresses } from './node-network.ts'
import type { Headers, Packet } from './packet.ts'
import type { BaseChain, Chain, Hook, Rule, Verdict, Walk } from './ruleset.ts'
import { isIdle, runBaseChain } from './run-chain.ts'

/** A rule that matched a packet, or a change of the packet. */
export interface TraceLine {
  hook: Hook
  table: string
  chain: string
  /** The rule's text, as its tool prints it. */
  rule: string
  /** The rule itself: one object until rules are loaded anew. */
  of: Rule
}

/** The outcome of sending a packet through a node. */
export interface Fate {
  /**
   * `delivered` to the node itself, `forwarded` by an interface, `rejected` and the sender told, `dropped` without a word,
   * `unroutable` where no route leads to its destination.
   */
  outcome: 'delivered' | 'forwarded' | 'rejected' | 'dropped' | 'unroutable'
  /** The packet's addresses at the end of its way. */
  headers: Headers
  /** The interface by which the packet leaves. */
  out?: string | undefined
  /** The ICMP error that the sender gets: `icmp-port-unreachable`. */
  rejectedWith?: string
  /** The rules that matched; empty where no trace was asked for. */
  trace: TraceLine[]
}

/** The parts of a node that packets meet. */
export interface NodeDataPathParts {
  network: NodeNetwork
  random: Random
  clock: Clock
  conntrack?: Conntrack
}

type ChainsByHook = ReadonlyMap<Hook, readonly BaseChain[]>

const order: readonly Hook[] = ['prerouting', 'input', 'forward', 'output', 'postrouting']

/** A node that packets go through, with the rules that are loaded and the connections that it knows. */
export class NodeDataPath {
  readonly conntrack: Conntrack
  private readonly parts: NodeDataPathParts
  /** With the addresses that rules brought. */
  private network: NodeNetwork
  private readonly chains: Record<IPFamily, ChainsByHook> = { IPv4: new Map(), IPv6: new Map() }

  constructor(parts: NodeDataPathParts) {
    this.parts = parts
    this.network = parts.network
    this.conntrack = parts.conntrack ?? new Conntrack()
  }

  /** The source of what the node itself sends to an address; undefined where it has none of the family. */
  sourceFor(destination: Address): Address | undefined {
    return this.network.sourceFor(destination)
  }

  /** Replaces all rules. Connections stay. @param addresses that are the node's own with them */
  load(chains: readonly BaseChain[], addresses: readonly string[] = []): void {
    this.network = withAddresses(this.parts.network, new Set(addresses))
    const sorted = chains.filter((one) => !isIdle(one)).sort((a, b) => a.priority - b.priority)
    for (const family of ipFamilies) {
      const own = sorted.filter((one) => one.family === undefined || one.family === family)
      this.chains[family] = new Map(order.map((hook) => [hook, own.filter((one) => one.hook === hook)]))
    }
  }

  /** Sends a packet through the node. @param trace whether the rules that match are told */
  send(packet: Packet, trace = false): Fate {
    const now = this.parts.clock.now()
    const tracked = packet.invalid === true ? undefined : this.conntrack.track(packet, now)
    const fate = new Way({
      network: this.network,
      random: this.parts.random,
      byHook: this.chains[packet.destination.family],
      conntrack: this.conntrack,
      packet,
      tracked,
      now,
      trace,
    }).run()
    const isThrough = fate.outcome === 'delivered' || fate.outcome === 'forwarded'
    if (!isThrough || tracked === undefined || tracked.connection.confirmed) return fate
    return this.conntrack.confirm(tracked.connection) ? fate : { ...fate, outcome: 'dropped' }
  }
}

const stateOf = (tracked: Tracked | undefined): ConnectionState => {
  if (tracked === undefined) return 'invalid'
  return tracked.connection.answered ? 'established' : 'new'
}

/** The network, rules and connections that a packet meets on its way. */
interface WayParts {
  network: NodeNetwork
  random: Random
  byHook: ChainsByHook
  conntrack: Conntrack
  packet: Packet
  /** The packet's connection; undefined where the packet is invalid. */
  tracked: Tracked | undefined
  now: number
  trace: boolean
}

/** The way of one packet through the node. */
class Way {
  private readonly parts: WayParts
  private readonly walk: Walk
  private readonly trace: TraceLine[] = []
  private hook: Hook = 'prerouting'
  /** Whether a virtual server has sent the packet on. */
  private isBalanced = false
  /** Whether the translation of destination and source has been decided, which happens once for each. */
  private readonly decided = { destination: false, source: false }

  constructor(parts: WayParts) {
    this.parts = parts
    const { packet, tracked, network, random, now } = parts
    const { source, sourcePort, destination, destinationPort } = packet
    this.walk = {
      packet,
      source,
      sourcePort,
      destination,
      destinationPort,
      in: packet.in,
      out: undefined,
      mark: 0,
      connection: tracked?.connection,
      state: stateOf(tracked),
      network,
      random,
      now,
      matched: parts.trace
        ? (table: string, chain: Chain, rule: Rule) =>
            this.trace.push({ hook: this.hook, table, chain: chain.name, rule: rule.text, of: rule })
        : undefined,
    }
    if (tracked?.connection.confirmed === true) this.decided = { destination: true, source: true }
  }

  run(): Fate {
    return this.walk.in === undefined ? this.fromNode() : this.fromOutside()
  }

  private fromOutside(): Fate {
    const refused = this.pass('prerouting')
    if (refused !== undefined) return refused
    const { network } = this.parts
    if (network.isLocal(this.walk.destination)) return this.pass('input') ?? this.end('delivered')
    this.walk.out = network.routeTo(this.walk.destination)
    if (this.walk.out === undefined) return this.end('unroutable')
    return this.pass('forward') ?? this.pass('postrouting') ?? this.end('forwarded')
  }

  private fromNode(): Fate {
    const { network } = this.parts
    this.walk.out = network.routeTo(this.walk.destination)
    if (this.walk.out === undefined) return this.end('unroutable')
    const refused = this.pass('output')
    if (refused !== undefined) return refused
    this.walk.out = network.routeTo(this.walk.destination)
    if (this.walk.out === undefined) return this.end('unroutable')
    const held = this.pass('postrouting')
    if (held !== undefined || this.walk.out !== 'lo') return held ?? this.end('forwarded')
    // What the node sends to itself comes back in.
    this.walk.in = 'lo'
    this.walk.out = undefined
    return this.pass('prerouting') ?? this.pass('input') ?? this.end('delivered')
  }

  /** Lets the packet see a hook's chains; how it ended where it did not get through. */
  private pass(hook: Hook): Fate | undefined {
    this.hook = hook
    const manip = hook === 'prerouting' || hook === 'output' ? 'destination' : 'source'
    const translates = hook !== 'forward'
    let isTranslated = !translates
    for (const base of this.parts.byHook.get(hook) ?? []) {
      // Translation that was decided is applied where nat chains stand.
      if (!isTranslated && base.priority >= natPriority[manip]) {
        isTranslated = true
        this.applyDecided(manip)
      }
      if (base.isNat && (this.parts.tracked === undefined || this.decided[manip])) continue
      if (base.isBalancer === true && this.isBalanced) continue
      const fate = this.obey(runBaseChain(base, this.walk))
      if (fate !== undefined) return fate
      if (base.isNat && this.isDone(manip)) this.decided[manip] = true
    }
    if (!isTranslated) this.applyDecided(manip)
    if (translates) this.decided[manip] = true
    return undefined
  }

  /** Whether a nat chain has translated: those that follow are not asked. */
  private isDone(manip: 'destination' | 'source'): boolean {
    const { connection } = this.parts.tracked!
    return manip === 'destination' ? connection.destinationTranslated : connection.sourceTranslated
  }

  private applyDecided(manip: 'destination' | 'source'): void {
    if (this.parts.tracked === undefined || !this.decided[manip]) return
    const to = translated(this.parts.tracked)
    if (manip === 'destination') {
      const { connection, isReply } = this.parts.tracked
      if (connection.balanced && !isReply) return
      this.walk.destination = to.destination
      this.walk.destinationPort = to.destinationPort
    } else {
      this.walk.source = to.source
      this.walk.sourcePort = to.sourcePort
    }
  }

  /** Does what a verdict says; how the packet ended where it does. */
  private obey(verdict: Verdict): Fate | undefined {
    switch (verdict.kind) {
      case 'drop':
        return this.end('dropped')
      case 'reject':
        return { ...this.end('rejected'), rejectedWith: verdict.with }
      case 'dnat':
        this.walk.destination = verdict.destination
        this.walk.destinationPort = verdict.port ?? this.walk.destinationPort
        translateDestination(this.parts.tracked!.connection, this.walk.destination, this.walk.destinationPort)
        return undefined
      case 'balance':
        return this.balance(verdict.destination, verdict.port)
      case 'expire':
        this.parts.conntrack.delete(this.parts.tracked!.connection)
        return this.end('dropped')
      case 'masquerade':
        return this.masquerade(verdict.randomPort)
      default:
        return undefined
    }
  }

  /** What came in goes out again from here, past the hooks of what the node sends; to the node itself it goes on. */
  private balance(destination: Address, port: number): Fate | undefined {
    const { connection } = this.parts.tracked!
    this.isBalanced = true
    this.walk.destination = destination
    this.walk.destinationPort = port
    if (!connection.confirmed) {
      translateDestination(connection, destination, port)
      connection.balanced = true
    }
    const out = this.parts.network.routeTo(destination)
    if (out === undefined) return this.end('unroutable')
    if (this.hook !== 'input') {
      this.walk.out = out
      return undefined
    }
    if (out === 'lo') return undefined
    this.walk.in = undefined
    this.walk.out = out
    return this.pass('output') ?? this.pass('postrouting') ?? this.end('forwarded')
  }

  private masquerade(randomPort: boolean): Fate | undefined {
    const source = this.parts.network.sourceFor(this.walk.destination)
    // The kernel has no address to give: it lets nothing through.
    if (source === undefined) return this.end('dropped')
    this.walk.source = source
    if (randomPort || this.isTaken()) this.walk.sourcePort = this.freePort()
    translateSource(this.parts.tracked!.connection, source, this.walk.sourcePort)
    return undefined
  }

  private isTaken(): boolean {
    const { source, sourcePort, destination, destinationPort, packet, now } = this.walk
    const reply = {
      source: destination,
      sourcePort: destinationPort,
      destination: source,
      destinationPort: sourcePort,
    }
    return this.parts.conntrack.isTaken(packet.protocol, reply, now)
  }

  private freePort(): number {
    const [first, count] = [1024, 64_512]
    const start = this.parts.random.int(count)
    for (let at = 0; at < count; at++) {
      this.walk.sourcePort = first + ((start + at) % count)
      if (!this.isTaken()) break
    }
    return this.walk.sourcePort
  }

  private end(outcome: Fate['outcome']): Fate {
    const { source, sourcePort, destination, destinationPort, out } = this.walk
    return {
      outcome,
      headers: { source, sourcePort, destination, destinationPort },
      ...(outcome === 'forwarded' ? { out } : {}),
      trace: this.trace,
    }
  }
}

/** Where the kernel translates, among the priorities of a hook's chains. */
const natPriority = { destination: -100, source: 100 } as const
