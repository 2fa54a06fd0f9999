// Upstream: the decisions at the head of syncProxyRules' loop, which pkg/proxy/{iptables,nftables}/proxier.go share.
import type { IPFamily } from '../../../component-base/ip-family.ts'
import { rulesDialect } from '../dialect.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { watchedObjects } from '../watched-objects.ts'
import { type CategorizedEndpoints, categorizeEndpoints } from './categorize-endpoints.ts'
import { type Endpoint, endpointsMap, servicePortKey } from './endpoint.ts'
import type { ClusterState } from './objects.ts'
import { type ServicePort, servicePorts, usesClusterEndpoints, usesLocalEndpoints } from './service-port.ts'

/** A service port with its endpoints, and the chains that its traffic on this node needs. */
export interface ServiceTraffic extends CategorizedEndpoints {
  port: ServicePort
  /** Every endpoint of the port, usable or not. */
  endpoints: readonly Endpoint[]
  usesClusterChain: boolean
  usesLocalChain: boolean
  /** Whether traffic to the cluster IP reaches something. */
  hasInternal: boolean
  /** Whether traffic from outside reaches something. */
  hasExternal: boolean
  /** Whether there is a chain for node ports, external and load balancer IPs; also without endpoints for outside traffic, for short cuts. */
  usesExternalChain: boolean
}

/** The verdict on traffic that reaches no endpoint: rejected where there is none at all, dropped where other nodes have one. */
export type FilterVerdict = 'reject' | 'drop'
/** The verdict on traffic that finds no endpoint on the node: dropped where another node has an endpoint, else rejected. */
export const filterVerdict = (traffic: ServiceTraffic): FilterVerdict =>
  traffic.hasEndpoints ? 'drop' : 'reject'

/** All service ports of one family, by name. */
export function serviceTraffic(state: ClusterState, family: IPFamily, config: ProxyConfig): ServiceTraffic[] {
  const { services, endpointSlices } = watchedObjects(state, config.minor)
  const all = endpointsMap(endpointSlices, family, config)
  return services
    .flatMap((service) => servicePorts(service, family, config))
    .sort(byName)
    .map((port) => {
      const key = servicePortKey(port.namespace, port.name, port.portName, port.protocol)
      return trafficOf(port, all.get(key) ?? [], config)
    })
}

const byName = (a: ServicePort, b: ServicePort): number => {
  const [left, right] = [`${a.nameString} ${a.protocol}`, `${b.nameString} ${b.protocol}`]
  return left < right ? -1 : left > right ? 1 : 0
}

function trafficOf(port: ServicePort, endpoints: readonly Endpoint[], config: ProxyConfig): ServiceTraffic {
  const found = categorizeEndpoints(endpoints, port, config)
  // Where traffic without an endpoint here is marked to be dropped, it has a chain too.
  const hasLocal = found.local.length > 0 || (found.hasEndpoints && rulesDialect(config.minor).marksDrops)
  return {
    ...found,
    port,
    endpoints,
    usesClusterChain: found.cluster.length > 0 && usesClusterEndpoints(port),
    usesLocalChain: hasLocal && usesLocalEndpoints(port),
    hasInternal: found.hasEndpoints && (!port.internalPolicyLocal || hasLocal),
    hasExternal: found.hasEndpoints && (!port.externalPolicyLocal || hasLocal),
    usesExternalChain: found.hasEndpoints && port.externallyAccessible,
  }
}
