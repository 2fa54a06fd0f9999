// Upstream: pkg/proxy/ipvs/proxier.go syncProxyRules and syncEndpoint
import { familyOf, type IPFamily, isLoopback } from '../../../component-base/ip-family.ts'
import type { Endpoint } from '../model/endpoint.ts'
import { nodePortAddresses } from '../model/node-port-addresses.ts'
import type { ServiceTraffic } from '../model/service-traffic.ts'
import type { ProxyConfig } from '../proxy-config.ts'

/** An address and port that the kernel balances over endpoints. */
export interface VirtualServer {
  ip: string
  port: number
  /** `TCP`, `UDP` or `SCTP`. */
  protocol: string
  scheduler: string
  /** The seconds that a client stays with its endpoint; 0: it does not. */
  persistent: number
  endpoints: readonly Endpoint[]
  /** Whether the address is put on kube-ipvs0; node addresses are on the machine already. */
  bound: boolean
}

/** The virtual servers of all services in an address family. */
export function virtualServers(
  services: readonly ServiceTraffic[],
  family: IPFamily,
  config: ProxyConfig,
): VirtualServer[] {
  const nodeIPs = nodePortIPs(family, config)
  const own = new Set(machineAddresses(family, config))
  return services.flatMap((traffic) => serversOf(traffic, nodeIPs, own, config))
}

/** The machine's addresses without loopback. */
const machineAddresses = (family: IPFamily, { interfaceAddresses }: ProxyConfig): string[] =>
  interfaceAddresses.filter((ip) => familyOf(ip) === family && !isLoopback(ip))

/** The addresses at which node ports answer. */
export function nodePortIPs(family: IPFamily, config: ProxyConfig): string[] {
  const { matchAll, nodeIPs } = nodePortAddresses(config, family)
  return matchAll ? machineAddresses(family, config) : nodeIPs.filter((ip) => !isLoopback(ip))
}

function serversOf(
  traffic: ServiceTraffic,
  nodeIPs: readonly string[],
  own: ReadonlySet<string>,
  config: ProxyConfig,
): VirtualServer[] {
  const { port } = traffic
  const server = (ip: string, number: number, localOnly: boolean, bound: boolean): VirtualServer => ({
    ip,
    port: number,
    protocol: port.protocol,
    scheduler: config.ipvs.scheduler,
    persistent: port.clientIPAffinity ? port.stickyMaxAgeSeconds : 0,
    endpoints: realServers(traffic, localOnly),
    bound,
  })
  const external = [...port.externalIPs, ...port.loadBalancerVIPs]
  return [
    server(port.clusterIP, port.port, port.internalPolicyLocal, true),
    ...external.map((ip) => server(ip, port.port, port.externalPolicyLocal, !own.has(ip))),
    ...(port.nodePort === 0 ? [] : nodeIPs).map((ip) =>
      server(ip, port.nodePort, port.externalPolicyLocal, false),
    ),
  ]
}

/** @note With policy Local and no local endpoint ipvs falls back to all endpoints, for the node's own pods. */
const realServers = ({ cluster, local }: ServiceTraffic, localOnly: boolean): readonly Endpoint[] =>
  localOnly && local.length > 0 ? local : cluster
