// Upstream: pkg/proxy/nftables/proxier.go syncProxyRules, the elements of the shared sets and maps
import { filterVerdict, type ServiceTraffic } from '../model/service-traffic.ts'
import type { ServiceChains } from './chain-names.ts'
import type { NftContext } from './context.ts'
import { addFirewallElements } from './early-base-chains.ts'

/** Adds the addresses and ports of a service port to the shared sets and maps. */
export function addCaptureElements(
  context: NftContext,
  traffic: ServiceTraffic,
  chains: ServiceChains,
): void {
  const { table, dialect } = context
  const { port, hasEndpoints } = traffic
  const protocol = port.protocol.toLowerCase()
  const at = (ip: string): string[] => [ip, protocol, `${port.port}`]
  const verdict = filterVerdict(traffic) === 'reject' ? 'goto reject-chain' : 'drop'
  const enter = (set: string, key: readonly string[], value: string, comment?: string): void =>
    table.addElement(set, { key, value, ...(comment === undefined ? {} : { comment }) })
  const refuse = (set: string, key: readonly string[]): void => enter(set, key, verdict, port.nameString)

  if (dialect.clusterIPsCheck) table.addElement('cluster-ips', { key: [port.clusterIP] })
  const internal = port.internalPolicyLocal ? chains.local : chains.cluster
  if (traffic.hasInternal) enter('service-ips', at(port.clusterIP), `goto ${internal}`)
  else refuse('no-endpoint-services', at(port.clusterIP))

  for (const ip of [...port.externalIPs, ...port.loadBalancerVIPs]) {
    if (hasEndpoints) enter('service-ips', at(ip), `goto ${chains.external}`)
    if (!traffic.hasExternal) refuse('no-endpoint-services', at(ip))
  }
  const note = dialect.firewallElementComments ? port.nameString : undefined
  if (dialect.earlyChains) addFirewallElements(context, port)
  else if (usesFirewall(traffic))
    for (const ip of port.loadBalancerVIPs) enter('firewall-ips', at(ip), `goto ${chains.firewall}`, note)

  if (port.nodePort === 0) return
  const nodePort = [protocol, `${port.nodePort}`]
  if (hasEndpoints) enter('service-nodeports', nodePort, `goto ${chains.external}`)
  if (!traffic.hasExternal) refuse('no-endpoint-nodeports', nodePort)
}

/** Whether a service port needs a firewall chain. @note Unlike in iptables mode also without endpoints. */
export const usesFirewall = ({ port }: ServiceTraffic): boolean =>
  port.loadBalancerVIPs.length > 0 && port.loadBalancerSourceRanges.length > 0
