// Upstream: pkg/proxy/ipvs/ipset.go, ipsetInfo and the entries of syncProxyRules in pkg/proxy/ipvs/proxier.go
import type { IPFamily } from '../../../component-base/ip-family.ts'
import { contains, rangeText } from '../model/ip-range.ts'
import type { ServiceTraffic } from '../model/service-traffic.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { ipvsDialect } from './dialect.ts'
import { nodePortIPs, type VirtualServer } from './virtual-servers.ts'

type IPSetType = 'hash:ip' | 'hash:ip,port' | 'hash:ip,port,ip' | 'hash:ip,port,net' | 'bitmap:port'

/** A set of `ipset`, in which kube-proxy keeps addresses and ports. Entries are lines of `ipset list`. */
export interface IPSet {
  name: string
  type: IPSetType
  comment: string
  entries: Set<string>
}

/** Name without prefix → type and comment, in the order in which the proxy creates them. */
const kinds = {
  'LOOP-BACK': ['hash:ip,port,ip', 'Kubernetes endpoints dst ip:port, source ip for solving hairpin purpose'],
  'CLUSTER-IP': ['hash:ip,port', 'Kubernetes service cluster ip + port for masquerade purpose'],
  'EXTERNAL-IP': ['hash:ip,port', 'Kubernetes service external ip + port for masquerade and filter purpose'],
  'EXTERNAL-IP-LOCAL': [
    'hash:ip,port',
    'Kubernetes service external ip + port with externalTrafficPolicy=local',
  ],
  'LOAD-BALANCER': ['hash:ip,port', 'Kubernetes service lb portal'],
  'LOAD-BALANCER-FW': [
    'hash:ip,port',
    'Kubernetes service load balancer ip + port for load balancer with sourceRange',
  ],
  'LOAD-BALANCER-LOCAL': [
    'hash:ip,port',
    'Kubernetes service load balancer ip + port with externalTrafficPolicy=local',
  ],
  'LOAD-BALANCER-SOURCE-IP': [
    'hash:ip,port,ip',
    'Kubernetes service load balancer ip + port + source IP for packet filter purpose',
  ],
  'LOAD-BALANCER-SOURCE-CIDR': [
    'hash:ip,port,net',
    'Kubernetes service load balancer ip + port + source cidr for packet filter purpose',
  ],
  'NODE-PORT-TCP': ['bitmap:port', 'Kubernetes nodeport TCP port for masquerade purpose'],
  'NODE-PORT-LOCAL-TCP': ['bitmap:port', 'Kubernetes nodeport TCP port with externalTrafficPolicy=local'],
  'NODE-PORT-UDP': ['bitmap:port', 'Kubernetes nodeport UDP port for masquerade purpose'],
  'NODE-PORT-LOCAL-UDP': ['bitmap:port', 'Kubernetes nodeport UDP port with externalTrafficPolicy=local'],
  'NODE-PORT-SCTP-HASH': [
    'hash:ip,port',
    "Kubernetes nodeport SCTP port for masquerade purpose with type 'hash ip:port'",
  ],
  'NODE-PORT-LOCAL-SCTP-HASH': [
    'hash:ip,port',
    "Kubernetes nodeport SCTP port with externalTrafficPolicy=local with type 'hash ip:port'",
  ],
  'HEALTH-CHECK-NODE-PORT': ['bitmap:port', 'Kubernetes health check node port'],
  'IPVS-IPS': ['hash:ip', 'Addresses on the ipvs interface'],
} as const satisfies Record<string, readonly [IPSetType, string]>

/** The sets of kube-proxy by their purpose. */
export type IPSetKind = keyof typeof kinds
/** The ipsets of one address family, by kind. */
export type IPSets = Record<IPSetKind, IPSet>

const longestName = 31

/** @note Sets of IPv6 are told by a 6 in the name, which is cut at ipset's limit. */
function emptySets(family: IPFamily): IPSets {
  const prefix = family === 'IPv6' ? 'KUBE-6-' : 'KUBE-'
  const sets = Object.entries(kinds).map(([kind, [type, comment]]) => [
    kind,
    { name: `${prefix}${kind}`.slice(0, longestName), type, comment, entries: new Set<string>() },
  ])
  return Object.fromEntries(sets) as IPSets
}

/** The sets of a family with their entries, and the load balancer addresses that the node itself must not reach. */
export function ipSets(
  services: readonly ServiceTraffic[],
  servers: readonly VirtualServer[],
  family: IPFamily,
  config: ProxyConfig,
): { sets: IPSets; unreachable: ServiceTraffic['port'][] } {
  const sets = emptySets(family)
  const nodeIPs = nodePortIPs(family, config)
  const unreachable = services
    .filter((traffic) => addService(sets, traffic, nodeIPs, config.nodeIPs[family]))
    .map(({ port }) => port)
  for (const { ip, bound } of servers) if (bound) sets['IPVS-IPS'].entries.add(ip)
  return { sets, unreachable }
}

/** The sets that the release's kube-proxy makes. */
export const createdSets = (sets: IPSets, { minor }: ProxyConfig): IPSet[] =>
  Object.values(sets).filter((set) => set !== sets['IPVS-IPS'] || ipvsDialect(minor).guardsAddresses)

/** True where source ranges keep the node away from the service's load balancer addresses. */
function addService(
  sets: IPSets,
  traffic: ServiceTraffic,
  nodeIPs: readonly string[],
  nodeIP: string,
): boolean {
  const { port, endpoints } = traffic
  const protocol = port.protocol.toLowerCase()
  const add = (kind: IPSetKind, entry: string): void => void sets[kind].entries.add(entry)
  for (const { ip, port: number, local } of endpoints)
    if (local) add('LOOP-BACK', `${ip},${protocol}:${number},${ip}`)
  add('CLUSTER-IP', `${port.clusterIP},${protocol}:${port.port}`)
  for (const ip of port.externalIPs)
    add(port.externalPolicyLocal ? 'EXTERNAL-IP-LOCAL' : 'EXTERNAL-IP', `${ip},${protocol}:${port.port}`)
  addNodePort(sets, traffic, nodeIPs)
  // @note A node port that answers nowhere takes the health check's port with it.
  const answers = port.nodePort === 0 || nodeIPs.length > 0
  if (port.healthCheckNodePort !== 0 && answers) add('HEALTH-CHECK-NODE-PORT', `${port.healthCheckNodePort}`)
  return addLoadBalancer(sets, traffic, nodeIP)
}

function addLoadBalancer(sets: IPSets, { port }: ServiceTraffic, nodeIP: string): boolean {
  const ranges = port.loadBalancerSourceRanges
  const nodeMay = ranges.some((range) => contains(range, nodeIP))
  for (const ip of port.loadBalancerVIPs) {
    const entry = `${ip},${port.protocol.toLowerCase()}:${port.port}`
    sets['LOAD-BALANCER'].entries.add(entry)
    if (port.externalPolicyLocal) sets['LOAD-BALANCER-LOCAL'].entries.add(entry)
    if (ranges.length === 0) continue
    sets['LOAD-BALANCER-FW'].entries.add(entry)
    for (const range of ranges) sets['LOAD-BALANCER-SOURCE-CIDR'].entries.add(`${entry},${rangeText(range)}`)
    if (nodeMay) sets['LOAD-BALANCER-SOURCE-IP'].entries.add(`${entry},${ip}`)
  }
  return ranges.length > 0 && !nodeMay && port.loadBalancerVIPs.length > 0
}

function addNodePort(sets: IPSets, { port }: ServiceTraffic, nodeIPs: readonly string[]): void {
  if (port.nodePort === 0 || nodeIPs.length === 0) return
  const protocol = port.protocol as 'TCP' | 'UDP' | 'SCTP'
  const kind = protocol === 'SCTP' ? ('SCTP-HASH' as const) : protocol
  const entries =
    protocol === 'SCTP' ? nodeIPs.map((ip) => `${ip},sctp:${port.nodePort}`) : [`${port.nodePort}`]
  for (const entry of entries) {
    sets[`NODE-PORT-${kind}`].entries.add(entry)
    if (port.externalPolicyLocal) sets[`NODE-PORT-LOCAL-${kind}`].entries.add(entry)
  }
}
