// The part of a node that packets go through: interfaces, and the rules that its kube-proxy programmed last.
import type { Clock } from '../../component-base/clock.ts'
import { type IPFamily, ipFamilies, isLoopback } from '../../component-base/ip-family.ts'
import type { Random } from '../../component-base/random.ts'
import { type Address, address, addressMatch } from '../../kube-proxy-sim/datapath/address.ts'
import type { Connection } from '../../kube-proxy-sim/datapath/conntrack.ts'
import { loadRules } from '../../kube-proxy-sim/datapath/load-rules.ts'
import { type Fate, NodeDataPath, type TraceLine } from '../../kube-proxy-sim/datapath/node-datapath.ts'
import type { NodeNetwork } from '../../kube-proxy-sim/datapath/node-network.ts'
import type { Packet, Protocol } from '../../kube-proxy-sim/datapath/packet.ts'
import { podInterfaceOf, uplink } from '../../kube-proxy-sim/datapath/proxy-network.ts'
import { RuleMemory } from '../../kube-proxy-sim/datapath/rule-memory.ts'
import type { Rule } from '../../kube-proxy-sim/datapath/ruleset.ts'
import { staleConnections } from '../../kube-proxy-sim/datapath/stale-connections.ts'
import type { Programmed } from '../../kube-proxy-sim/rules/programmed-rules.ts'
import type { RunningProxy } from '../component-start.ts'
import type { NetworkNode, Topology } from './topology.ts'

/** The interfaces of a node as of now: pods behind one, everything else behind the other. */
class Interfaces implements NodeNetwork {
  bridge = podInterfaceOf(undefined)
  private own: readonly Address[] = []
  private ownTexts: ReadonlySet<string> = new Set()
  private isPod: (one: Address) => boolean = () => false

  private last: { node: NetworkNode; topology: Topology; ownCIDR: string | undefined } | undefined

  /** @param ownCIDR of its pods where its Node object has none */
  update(node: NetworkNode, topology: Topology, ownCIDR: string | undefined): void {
    const { last } = this
    if (last?.node === node && last.topology === topology && last.ownCIDR === ownCIDR) return
    this.last = { node, topology, ownCIDR }
    const { name, addresses } = node
    const podCIDRs = node.podCIDRs.length === 0 && ownCIDR !== undefined ? [ownCIDR] : node.podCIDRs
    this.own = addresses.flatMap((text) => address(text) ?? [])
    this.ownTexts = new Set(addresses)
    const matches = podCIDRs.flatMap((cidr) => addressMatch(cidr) ?? [])
    this.isPod = (one) => {
      const pod = topology.podAt(one.text)
      return pod === undefined ? matches.some((isIn) => isIn(one)) : pod.node === name
    }
  }

  isLocal(one: Address): boolean {
    return isLoopback(one.text) || this.ownTexts.has(one.text)
  }

  routeTo(one: Address): string {
    if (this.isLocal(one)) return 'lo'
    return this.isPod(one) ? this.bridge : uplink
  }

  sourceFor(one: Address): Address | undefined {
    return this.isLocal(one) ? one : this.own.find(({ family }) => family === one.family)
  }
}

interface Counter {
  packets: number
  bytes: number
}

/** The kernel of a node. Rules and connections stay when kube-proxy ends. */
export class NodeKernel {
  readonly name: string
  readonly network = new Interfaces()
  readonly path: NodeDataPath
  private readonly clock: Clock
  private readonly memory = new RuleMemory()
  private readonly counters = new Map<string, Counter>()
  /** The same by the rules that are loaded, which are found faster. */
  private readonly counterOf: Readonly<Record<IPFamily, WeakMap<Rule, Counter>>> = {
    IPv4: new WeakMap(),
    IPv6: new WeakMap(),
  }
  private proxy: RunningProxy | undefined
  private loaded: Programmed | undefined
  /** The last sync of the proxy that runs; undefined before its first. */
  private synced: Programmed | undefined
  private unsubscribe: () => void = () => {}

  constructor(name: string, { clock, random }: { clock: Clock; random: Random }) {
    this.name = name
    this.clock = clock
    this.path = new NodeDataPath({ network: this.network, random, clock })
  }

  /** Takes the node's kube-proxy: the one that runs, or that ran last. @throws RulesetError where its rules cannot be followed */
  use(proxy: RunningProxy | undefined): void {
    if (proxy !== this.proxy) {
      this.unsubscribe()
      this.proxy = proxy
      this.synced = proxy?.traffic?.programmed()
      this.unsubscribe = proxy?.traffic?.onSync(() => this.cleanConnections()) ?? (() => {})
    }
    const now = proxy?.traffic?.programmed()
    if (now === undefined || now === this.loaded) return
    loadRules(this.path, proxy!.rules()!, this.memory)
    this.network.bridge = podInterfaceOf(now.config)
    this.loaded = now
  }

  send(packet: Packet): Fate {
    const fate = this.path.send(packet, true)
    const bytes = bytesOf[packet.protocol]
    const { family } = packet.source
    for (const line of fate.trace) {
      const counter = this.counterOf[family].get(line.of) ?? this.newCounter(family, line)
      counter.packets++
      counter.bytes += bytes
    }
    return fate
  }

  private newCounter(family: IPFamily, { table, rule, of }: TraceLine): Counter {
    const key = counterKey(family, table, rule)
    const counter = this.counters.get(key) ?? { packets: 0, bytes: 0 }
    this.counters.set(key, counter)
    this.counterOf[family].set(of, counter)
    return counter
  }

  /** What a rule has matched. It counts on where a sync writes the same rule again. @param rule as its tool shows it */
  count(family: IPFamily, table: string, rule: string): Readonly<Counter> {
    return this.counters.get(counterKey(family, table, rule)) ?? { packets: 0, bytes: 0 }
  }

  /** The connections that are known, the oldest first. */
  connections(): Connection[] {
    return this.path.conntrack.list(this.clock.now())
  }

  /** Ends following kube-proxy, as the cluster ends. */
  stop(): void {
    this.unsubscribe()
  }

  /** Deletes UDP connections that are stale after a sync, as kube-proxy does. */
  private cleanConnections(): void {
    const before = this.synced
    const now = this.proxy!.traffic!.programmed()
    this.synced = now
    if (now === undefined || !this.path.conntrack.list(this.clock.now()).some(isUDP)) return
    for (const family of ipFamilies) {
      const stale = staleConnections(
        { before: trafficOf(before, family), now: trafficOf(now, family) },
        now.config.minor,
      )
      this.path.conntrack.deleteWhere((one) => one.original.source.family === family && stale(one))
    }
  }
}

const counterKey = (family: IPFamily, table: string, rule: string): string => `${family} ${table} ${rule}`

/** The size of a packet without data, in bytes, by protocol. */
const bytesOf: Readonly<Record<Protocol, number>> = { tcp: 60, udp: 28, sctp: 40 }

const isUDP = ({ protocol }: { protocol: string }): boolean => protocol === 'udp'

const trafficOf = (programmed: Programmed | undefined, family: IPFamily) => programmed?.traffic(family) ?? []
