// Packets through the rules of one node, on one core.
import { FakeClock } from '../../component-base/clock.ts'
import { seededRandom } from '../../component-base/random.ts'
import { address } from '../../kube-proxy-sim/datapath/address.ts'
import { loadRules } from '../../kube-proxy-sim/datapath/load-rules.ts'
import { NodeDataPath } from '../../kube-proxy-sim/datapath/node-datapath.ts'
import type { Packet } from '../../kube-proxy-sim/datapath/packet.ts'
import { proxyNetwork } from '../../kube-proxy-sim/datapath/proxy-network.ts'
import type { ClusterState, Service } from '../../kube-proxy-sim/rules/model/objects.ts'
import { renderRules } from '../../kube-proxy-sim/rules/render-rules.ts'
import { proxyConfig, slice } from '../../kube-proxy-sim/rules/testing/objects.ts'

const modes = ['iptables', 'nftables', 'ipvs'] as const

/** Packets a second of processor time, by the mode of kube-proxy. */
export type PacketsFigure = Record<(typeof modes)[number], number>

/** As many in a table of connections, which holds 262,144. */
const packetsOfRound = 100_000
const rounds = 5

/**
 * Packets a second through the rules for so many Services of three endpoints each: cluster IPs, node ports and load balancers, asked by
 * pods, strangers and the node. Each packet is the first of a connection, which costs most; the best of five rounds.
 */
export async function packetsPerSecond(count: number): Promise<PacketsFigure> {
  const figures = modes.map((mode) => [mode, ofMode(mode, count)] as const)
  return Object.fromEntries(figures) as PacketsFigure
}

function ofMode(mode: (typeof modes)[number], count: number): number {
  const config = proxyConfig({ mode })
  const state = services(count)
  const rules = renderRules(state, config)
  const packets = packetsTo(state.services)
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const path = new NodeDataPath({
      network: proxyNetwork(config),
      random: seededRandom(1),
      clock: new FakeClock(),
    })
    loadRules(path, rules)
    const start = process.cpuUsage()
    let through = 0
    for (const packet of packets) {
      const { outcome } = path.send(packet)
      if (outcome === 'forwarded') through++
    }
    const { user, system } = process.cpuUsage(start)
    const took = (user + system) / 1e6
    if (through !== packets.length)
      throw new Error(`${mode}: ${through} of ${packets.length} packets came through`)
    best = Math.min(best, took)
  }
  return Math.round(packets.length / best)
}

const types = ['ClusterIP', 'ClusterIP', 'NodePort', 'LoadBalancer'] as const

function services(count: number): ClusterState {
  const numbers = Array.from({ length: count }, (_, at) => at)
  return {
    services: numbers.map((at): Service => {
      const type = types[at % types.length]!
      const ip = `10.96.${at >> 8}.${at & 255}`
      const port = { name: 'p', protocol: 'TCP', port: 80 }
      return {
        metadata: { namespace: 'ns', name: `s${at}` },
        spec: {
          type,
          clusterIP: ip,
          clusterIPs: [ip],
          ipFamilies: ['IPv4'],
          ports: [type === 'ClusterIP' ? port : { ...port, nodePort: 30_000 + at }],
        },
        ...(type === 'LoadBalancer'
          ? { status: { loadBalancer: { ingress: [{ ip: `100.64.${at >> 8}.${at & 255}` }] } } }
          : {}),
      } as Service
    }),
    endpointSlices: numbers.map((at) =>
      slice(
        `s${at}`,
        [0, 1, 2].map((number) => ({
          addresses: [`10.244.${1 + ((at * 3 + number) >> 8)}.${(at * 3 + number) & 255}`],
          nodeName: 'n2',
          conditions: { ready: true },
        })),
        { ports: [{ name: 'p', protocol: 'TCP', port: 8080 }] },
      ),
    ),
  }
}

const senders = [
  { source: '10.244.0.7', in: 'cbr0' },
  { source: '192.0.2.1', in: 'eth0' },
  { source: '10.1.1.1', in: undefined },
]

function packetsTo(services: readonly Service[]): Packet[] {
  const random = seededRandom(2)
  const places = services.flatMap(({ spec, status }) => {
    const [port] = spec!.ports!
    return [
      { destination: spec!.clusterIP!, destinationPort: port!.port! },
      ...(port!.nodePort === undefined ? [] : [{ destination: '10.1.1.1', destinationPort: port!.nodePort }]),
      ...(status?.loadBalancer?.ingress ?? []).map(({ ip }) => ({
        destination: ip!,
        destinationPort: port!.port!,
      })),
    ]
  })
  return Array.from({ length: packetsOfRound }, (_, at) => {
    const place = places[random.int(places.length)]!
    const sender = senders[at % senders.length]!
    return {
      protocol: 'tcp',
      source: address(sender.source)!,
      // No two packets to a place are of one connection.
      sourcePort: 1024 + (at % 64_000),
      destination: address(place.destination)!,
      destinationPort: place.destinationPort,
      in: sender.in,
    }
  })
}
