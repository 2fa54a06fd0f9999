// Upstream: the decisions at the head of syncProxyRules' loop, which pkg/proxy/{iptables,nftables}/proxier.go share.
import { isDeepStrictEqual } from 'node:util'
import type { IPFamily } from '../../../component-base/ip-family.ts'
import { rulesDialect } from '../dialect.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { watchedObjects } from '../watched-objects.ts'
import { type CategorizedEndpoints, categorizeEndpoints } from './categorize-endpoints.ts'
import { type Endpoint, endpointsMap, portKey, serviceKey, slicesByService } from './endpoint.ts'
import type { ClusterState, EndpointSlice, Service } from './objects.ts'
import { type ServicePort, servicePorts, usesClusterEndpoints, usesLocalEndpoints } from './service-port.ts'

/** A service port with its endpoints, and the chains that its traffic on this node needs. */
export interface ServiceTraffic extends CategorizedEndpoints {
  port: ServicePort
  /** The key by which service ports are sorted. */
  key: string
  /** Every endpoint of the port, usable or not. */
  endpoints: readonly Endpoint[]
  usesClusterChain: boolean
  usesLocalChain: boolean
  /** Whether traffic to the cluster IP reaches an endpoint. */
  hasInternal: boolean
  /** Whether traffic from outside reaches an endpoint. */
  hasExternal: boolean
  /** Whether there is a chain for node ports, external and load balancer IPs; also without endpoints for outside traffic, for short cuts. */
  usesExternalChain: boolean
}

/** The verdict on traffic that reaches no endpoint: rejected where there is none at all, dropped where other nodes have one. */
export type FilterVerdict = 'reject' | 'drop'
/** The verdict on traffic that finds no endpoint on the node: dropped where another node has an endpoint, else rejected. */
export const filterVerdict = (traffic: ServiceTraffic): FilterVerdict =>
  traffic.hasEndpoints ? 'drop' : 'reject'

/** The traffic of all service ports of one family, sorted by name. */
export const serviceTraffic = (
  state: ClusterState,
  family: IPFamily,
  config: ProxyConfig,
): readonly ServiceTraffic[] => new TrafficMemory(family).traffic(state, config)

/** The objects of a Service, as they were when its traffic was found out. */
interface KnownService {
  service: Service
  slices: readonly EndpointSlice[]
  ports: readonly ServiceTraffic[]
}

/**
 * The service ports of one family as they were last asked for. An object that changed is another object: what is made of the same ones
 * and the same configuration is answered again, itself, so that a change costs what it concerns and not the whole cluster.
 */
export class TrafficMemory {
  private readonly family: IPFamily
  private config: ProxyConfig | undefined
  private known = new Map<string, KnownService>()

  constructor(family: IPFamily) {
    this.family = family
  }

  /** The traffic of all service ports, sorted by name. */
  traffic(state: ClusterState, config: ProxyConfig): readonly ServiceTraffic[] {
    if (!isDeepStrictEqual(this.config, config)) this.known.clear()
    this.config = config
    const { services, endpointSlices } = watchedObjects(state, config.minor)
    const slices = slicesByService(endpointSlices, this.family)
    const last = this.known
    this.known = new Map()
    return services.flatMap((service) => this.portsOf(service, slices, last)).sort(byName)
  }

  private portsOf(
    service: Service,
    all: ReadonlyMap<string, readonly EndpointSlice[]>,
    last: ReadonlyMap<string, KnownService>,
  ): readonly ServiceTraffic[] {
    const name = serviceKey(service.metadata.namespace, service.metadata.name)
    const slices = all.get(name) ?? []
    const before = last.get(name)
    const known =
      before?.service === service && isSame(before.slices, slices)
        ? before
        : { service, slices, ports: trafficOfService(service, slices, this.family, this.config!) }
    this.known.set(name, known)
    return known.ports
  }
}

const isSame = (before: readonly unknown[], now: readonly unknown[]): boolean =>
  before.length === now.length && before.every((one, at) => one === now[at])

function trafficOfService(
  service: Service,
  slices: readonly EndpointSlice[],
  family: IPFamily,
  config: ProxyConfig,
): ServiceTraffic[] {
  const endpoints = endpointsMap(slices, family, config)
  return servicePorts(service, family, config).map((port) =>
    trafficOf(port, endpoints.get(portKey(port.portName, port.protocol)) ?? [], config),
  )
}

const byName = (a: ServiceTraffic, b: ServiceTraffic): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

function trafficOf(port: ServicePort, endpoints: readonly Endpoint[], config: ProxyConfig): ServiceTraffic {
  const found = categorizeEndpoints(endpoints, port, config)
  // Where traffic without an endpoint here is marked to be dropped, it has a chain too.
  const hasLocal = found.local.length > 0 || (found.hasEndpoints && rulesDialect(config.minor).marksDrops)
  return {
    ...found,
    port,
    key: `${port.nameString} ${port.protocol}`,
    endpoints,
    usesClusterChain: found.cluster.length > 0 && usesClusterEndpoints(port),
    usesLocalChain: hasLocal && usesLocalEndpoints(port),
    hasInternal: found.hasEndpoints && (!port.internalPolicyLocal || hasLocal),
    hasExternal: found.hasEndpoints && (!port.externalPolicyLocal || hasLocal),
    usesExternalChain: found.hasEndpoints && port.externallyAccessible,
  }
}
