// The part of a node that packets go through: interfaces, and the rules that its kube-proxy programmed last.
import type { Clock } from '../../component-base/clock.ts'
import { type IPFamily, ipFamilies, isLoopback } from '../../component-base/ip-family.ts'
import type { Random } from '../../component-base/random.ts'
import { type Address, address, addressMatch } from '../../kube-proxy-sim/datapath/address.ts'
import type { Connection } from '../../kube-proxy-sim/datapath/conntrack.ts'
import { loadRules } from '../../kube-proxy-sim/datapath/load-rules.ts'
import { type Fate, NodeDataPath } from '../../kube-proxy-sim/datapath/node-datapath.ts'
import type { NodeNetwork } from '../../kube-proxy-sim/datapath/node-network.ts'
import type { Packet, Protocol } from '../../kube-proxy-sim/datapath/packet.ts'
import { podInterfaceOf, uplink } from '../../kube-proxy-sim/datapath/proxy-network.ts'
import { RuleMemory } from '../../kube-proxy-sim/datapath/rule-memory.ts'
import { staleConnections } from '../../kube-proxy-sim/datapath/stale-connections.ts'
import { serviceTraffic } from '../../kube-proxy-sim/rules/model/service-traffic.ts'
import type { Programmed } from '../../kube-proxy-sim/rules/programmed-rules.ts'
import type { RunningProxy } from '../component-start.ts'
import type { NetworkNode, Topology } from './topology.ts'

/** The interfaces of a node as of now: pods behind one, everything else behind the other. */
class Interfaces implements NodeNetwork {
  bridge = podInterfaceOf(undefined)
  private own: readonly Address[] = []
  private ownTexts: ReadonlySet<string> = new Set()
  private isPod: (one: Address) => boolean = () => false

  update({ name, addresses, podCIDRs }: NetworkNode, topology: Topology): void {
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

/** The kernel of a node. Rules and connections stay when kube-proxy ends. */
export class NodeKernel {
  readonly name: string
  readonly network = new Interfaces()
  readonly path: NodeDataPath
  private readonly clock: Clock
  private readonly memory = new RuleMemory()
  private readonly counters = new Map<string, { packets: number; bytes: number }>()
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
    for (const { table, rule } of fate.trace) {
      const known = this.counters.get(counterKey(packet.source.family, table, rule))
      if (known === undefined)
        this.counters.set(counterKey(packet.source.family, table, rule), { packets: 1, bytes })
      else {
        known.packets++
        known.bytes += bytes
      }
    }
    return fate
  }

  /** What a rule has matched. It counts on where a sync writes the same rule again. @param rule as its tool shows it */
  count(family: IPFamily, table: string, rule: string): { packets: number; bytes: number } {
    return this.counters.get(counterKey(family, table, rule)) ?? { packets: 0, bytes: 0 }
  }

  /** The connections that are known, the oldest first. */
  connections(): Connection[] {
    return this.path.conntrack.list(this.clock.now())
  }

  /** The kernel is gone with its cluster. */
  stop(): void {
    this.unsubscribe()
  }

  /** As kube-proxy does with each sync. */
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

/** How long packets without data are. */
const bytesOf: Readonly<Record<Protocol, number>> = { tcp: 60, udp: 28, sctp: 40 }

const isUDP = ({ protocol }: { protocol: string }): boolean => protocol === 'udp'

const trafficOf = (programmed: Programmed | undefined, family: IPFamily) =>
  programmed === undefined ? [] : serviceTraffic(programmed.state, family, programmed.config)
