// What every backend that writes rules needs: one entry for each port and address family.
import { type EndpointMessage, type PortMapping, type ServiceEndpoints, targetPortOf } from '../messages.ts'

/** An endpoint's address and port. */
export interface Destination {
  ip: string
  port: number
}

/** Addresses that lead to the same destinations. */
export interface Entrance {
  ips: string[]
  /** The source networks (CIDRs) that may use the addresses; empty: all. */
  from: readonly string[]
}

/** The addresses of a port of a Service in one address family, and the endpoints that traffic goes to. */
export interface PortRules {
  /** `namespace/name/tcp/port name`. */
  name: string
  protocol: string
  port: number
  clusterIPs: string[]
  internal: Destination[]
  entrances: Entrance[]
  /** 0: none. */
  nodePort: number
  external: Destination[]
  /** Sources of outside traffic are hidden, so that answers come back through this node. */
  masquerade: boolean
  /** Seconds that a client stays with its endpoint; 0: it need not. */
  affinity: number
  /** The verdict on traffic where there are no destinations. */
  otherwise: 'drop' | 'reject'
}

/** An address family, by the suffix of the API's fields. */
export type Family = 'v4' | 'v6'

/** The ports of all services in a family. Ports without addresses of the family are left out. */
export function portRules(items: readonly ServiceEndpoints[], family: Family): PortRules[] {
  return items.flatMap((item) => {
    const clusterIPs = ofFamily(item.IPs.ClusterIPs, family)
    if (clusterIPs.length === 0) return []
    const common = {
      clusterIPs,
      entrances: entrancesOf(item, family),
      masquerade: !item.ExternalTrafficToLocal,
      affinity: item.ClientIP?.TimeoutSeconds ?? 0,
    }
    return item.Ports.map((port) => {
      const to = (scope: 'Internal' | 'External'): Destination[] =>
        item.Endpoints.filter(({ Scopes }) => Scopes[scope]).flatMap((endpoint) => {
          const target = targetPortOf(endpoint, port)
          return target === undefined ? [] : ipsOf(endpoint, family).map((ip) => ({ ip, port: target }))
        })
      return {
        ...common,
        name: `${item.Namespace}/${item.Name}/${port.Protocol.toLowerCase()}/${port.Name}`,
        protocol: port.Protocol.toLowerCase(),
        port: port.Port,
        nodePort: port.NodePort,
        otherwise: hasEndpoints(port, family) ? ('drop' as const) : ('reject' as const),
        internal: to('Internal'),
        external: to('External'),
      }
    })
  })
}

const ofFamily = (ips: readonly string[], family: Family): string[] =>
  ips.filter((ip) => ip.includes(':') === (family === 'v6'))

const hasEndpoints = (port: PortMapping, family: Family): boolean =>
  family === 'v6' ? port.HasEndpointsV6 : port.HasEndpointsV4

const ipsOf = (endpoint: EndpointMessage, family: Family): string[] =>
  family === 'v6' ? endpoint.IPsV6 : endpoint.IPsV4

function entrancesOf(item: ServiceEndpoints, family: Family): Entrance[] {
  const key = family === 'v6' ? 'V6' : 'V4'
  const balanced = item.IPs.LoadBalancerIPs[key]
  const filter = item.IPFilters.find(({ TargetIPs }) => TargetIPs[key].length > 0)
  const all = [
    { ips: ofFamily(item.IPs.ExternalIPs, family), from: [] },
    { ips: balanced, from: filter?.SourceRanges ?? [] },
  ]
  return all.filter(({ ips }) => ips.length > 0)
}
