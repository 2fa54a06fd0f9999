// Upstream: pkg/proxy/iptables/proxier.go syncProxyRules, the rules that catch a service's addresses
import { filterVerdict, type ServiceTraffic } from '../model/service-traffic.ts'
import type { ServiceChains } from './chain-names.ts'
import type { IptablesContext } from './context.ts'
import { comment, dport, hostNetwork } from './save-rule.ts'

interface Captured {
  context: IptablesContext
  traffic: ServiceTraffic
  chains: ServiceChains
  protocol: string
  /** Whether traffic to load balancer IPs goes through the firewall chain. */
  firewall: boolean
}

/** Whether a service port needs a firewall chain: it has endpoints, load balancer IPs and source ranges. */
export const usesFirewall = ({ hasEndpoints, port }: ServiceTraffic): boolean =>
  hasEndpoints && port.loadBalancerVIPs.length > 0 && port.loadBalancerSourceRanges.length > 0

/** Appends the rules that lead from the shared chains to those of a service port, or to REJECT and DROP. */
export function addCaptureRules(
  context: IptablesContext,
  traffic: ServiceTraffic,
  chains: ServiceChains,
): void {
  const protocol = traffic.port.protocol.toLowerCase()
  const captured = { context, traffic, chains, protocol, firewall: usesFirewall(traffic) }
  captureClusterIP(captured)
  captureExternalIPs(captured)
  captureLoadBalancerIPs(captured)
  captureNodePort(captured)
  const { healthCheckNodePort, nameString } = traffic.port
  if (healthCheckNodePort === 0) return
  context.tables.filter.append('KUBE-NODEPORTS', {
    p: 'tcp',
    m: [comment(`${nameString} health check node port`), dport('tcp', healthCheckNodePort)],
    j: 'ACCEPT',
  })
}

/** Appends the nat rule of KUBE-SERVICES that sends traffic to an address of the service to the chain. */
function jumpTo({ context, traffic, protocol }: Captured, ip: string, kind: string, chain: string): void {
  const { port } = traffic
  context.tables.nat.append('KUBE-SERVICES', {
    d: hostNetwork(ip),
    p: protocol,
    m: [comment(`${port.nameString} ${kind}`), dport(protocol, port.port)],
    j: chain,
  })
}

/** A filter rule for traffic that reaches nothing. `ip` undefined: the node port. */
function refuse({ context, traffic, protocol }: Captured, chain: string, ip: string | undefined): void {
  const { port, hasEndpoints } = traffic
  const reject = context.family === 'IPv6' ? 'icmp6-port-unreachable' : 'icmp-port-unreachable'
  const local = ip === undefined ? ['-m addrtype --dst-type LOCAL'] : []
  context.tables.filter.append(chain, {
    d: ip === undefined ? undefined : hostNetwork(ip),
    p: protocol,
    m: [
      comment(`${port.nameString} has no ${hasEndpoints ? 'local ' : ''}endpoints`),
      ...local,
      dport(protocol, ip === undefined ? port.nodePort : port.port),
    ],
    j: filterVerdict(traffic) === 'reject' ? `REJECT --reject-with ${reject}` : 'DROP',
  })
}

function captureClusterIP(captured: Captured): void {
  const { traffic, chains } = captured
  const { clusterIP, internalPolicyLocal } = traffic.port
  if (!traffic.hasInternal) refuse(captured, 'KUBE-SERVICES', clusterIP)
  else jumpTo(captured, clusterIP, 'cluster IP', internalPolicyLocal ? chains.local : chains.cluster)
}

function captureExternalIPs(captured: Captured): void {
  const { traffic, chains } = captured
  for (const ip of traffic.port.externalIPs) {
    if (traffic.hasEndpoints) jumpTo(captured, ip, 'external IP', chains.external)
    if (!traffic.hasExternal) refuse(captured, 'KUBE-EXTERNAL-SERVICES', ip)
  }
}

function captureLoadBalancerIPs(captured: Captured): void {
  const { context, traffic, chains, protocol, firewall } = captured
  const { loadBalancerVIPs, nameString, port } = traffic.port
  for (const ip of loadBalancerVIPs) {
    if (traffic.hasEndpoints)
      jumpTo(captured, ip, 'loadbalancer IP', firewall ? chains.firewall : chains.external)
    if (firewall && !context.dialect.marksDrops)
      context.tables.filter.append('KUBE-PROXY-FIREWALL', {
        d: hostNetwork(ip),
        p: protocol,
        m: [comment(`${nameString} traffic not accepted by ${chains.firewall}`), dport(protocol, port)],
        j: 'DROP',
      })
  }
  if (traffic.hasExternal) return
  for (const ip of loadBalancerVIPs) refuse(captured, 'KUBE-EXTERNAL-SERVICES', ip)
}

function captureNodePort(captured: Captured): void {
  const { context, traffic, chains, protocol } = captured
  const { nameString, nodePort } = traffic.port
  const { dialect, nodePorts } = context
  if (nodePort === 0) return
  if (!dialect.nodePortsAnywhere && !nodePorts.matchAll && nodePorts.nodeIPs.length === 0) return
  const jump = (d: string | undefined, more: readonly string[]): void =>
    context.tables.nat.append('KUBE-NODEPORTS', {
      d,
      p: protocol,
      m: [comment(nameString), dport(protocol, nodePort), ...more],
      j: chains.external,
    })
  if (traffic.hasEndpoints) {
    if (context.localhostNodePorts && context.dialect.packetCounters)
      jump('127.0.0.0/8', ['-m nfacct --nfacct-name  localhost_nps_accepted_pkts'])
    jump(undefined, [])
  }
  if (!traffic.hasExternal) refuse(captured, 'KUBE-EXTERNAL-SERVICES', undefined)
}
