// One Service as a node sees it: policies, topology and last resorts are resolved, so that a backend need not know of them.
import { familyOf, type IPFamily, ipFamilies } from '../../component-base/ip-family.ts'
import type { Endpoint } from '../rules/model/endpoint.ts'
import { rangeText } from '../rules/model/ip-range.ts'
import type { EndpointSlice, Service } from '../rules/model/objects.ts'
import type { ServicePort } from '../rules/model/service-port.ts'
import { type ServiceTraffic, serviceTraffic } from '../rules/model/service-traffic.ts'
import type { ProxyConfig } from '../rules/proxy-config.ts'
import type { EndpointMessage, IPSet, PortMapping, ProtocolName, ServiceEndpoints } from './messages.ts'

const protocols: readonly string[] = ['TCP', 'UDP', 'SCTP']

/**
 * The message about a Service; undefined for headless ones and ExternalName, which no proxy serves.
 * @param slices of this Service only
 */
export function serviceEndpoints(
  service: Service,
  slices: readonly EndpointSlice[],
  config: ProxyConfig,
): ServiceEndpoints | undefined {
  const state = { services: [service], endpointSlices: slices }
  const traffic = familiesOf(service).flatMap((family) => serviceTraffic(state, family, config))
  const port = traffic[0]?.port
  if (port === undefined) return undefined
  const ports = portMappings(service, traffic)
  return {
    Namespace: port.namespace,
    Name: port.name,
    Type: service.spec?.type ?? 'ClusterIP',
    IPs: {
      ClusterIP: port.clusterIP,
      ClusterIPs: each(traffic, (p) => [p.clusterIP]),
      ExternalIPs: each(traffic, (p) => p.externalIPs),
      LoadBalancerIPs: ipSet(each(traffic, (p) => p.loadBalancerVIPs)),
    },
    MapAll: false,
    Ports: ports,
    Endpoints: endpoints(traffic, ports, hostnames(slices)),
    ExternalTrafficToLocal: port.externalPolicyLocal,
    IPFilters: ipFilters(traffic),
    ...(port.clientIPAffinity ? { ClientIP: { TimeoutSeconds: port.stickyMaxAgeSeconds } } : {}),
    InternalTrafficToLocal: port.internalPolicyLocal,
    HealthCheckNodePort: port.healthCheckNodePort,
  }
}

/** The primary family first. */
function familiesOf(service: Service): readonly IPFamily[] {
  const primary = familyOf(service.spec?.clusterIP ?? '')
  return [primary, ...ipFamilies.filter((family) => family !== primary)]
}

const each = (
  traffic: readonly ServiceTraffic[],
  pick: (port: ServicePort) => readonly string[],
): string[] => [...new Set(traffic.flatMap(({ port }) => pick(port)))]

function ipSet(ips: readonly string[]): IPSet {
  const of = (family: IPFamily): string[] => ips.filter((ip) => familyOf(ip) === family)
  return { V4: of('IPv4'), V6: of('IPv6') }
}

/** Source ranges hold for load balancer IPs only. */
function ipFilters(traffic: readonly ServiceTraffic[]): ServiceEndpoints['IPFilters'] {
  return ipFamilies.flatMap((family) => {
    const port = traffic.find((t) => familyOf(t.port.clusterIP) === family)?.port
    if (port === undefined || port.loadBalancerSourceRanges.length === 0) return []
    return port.loadBalancerVIPs.length === 0
      ? []
      : [
          {
            TargetIPs: ipSet(port.loadBalancerVIPs),
            SourceRanges: port.loadBalancerSourceRanges.map(rangeText),
          },
        ]
  })
}

/** Ports in the order of the Service. */
function portMappings(service: Service, traffic: readonly ServiceTraffic[]): PortMapping[] {
  return (service.spec?.ports ?? []).flatMap((spec) => {
    const ofPort = traffic.filter(
      ({ port }) => port.portName === (spec.name ?? '') && port.protocol === (spec.protocol ?? 'TCP'),
    )
    return ofPort.length === 0 ? [] : [portMapping(ofPort, spec.targetPort)]
  })
}

/** @param traffic of one port, by family */
function portMapping(traffic: readonly ServiceTraffic[], targetPort: unknown): PortMapping {
  const { port } = traffic[0]!
  const number = targetPort === undefined || targetPort === 0 ? port.port : targetPort
  const hasEndpoints = (family: IPFamily): boolean =>
    traffic.some((one) => one.hasEndpoints && familyOf(one.port.clusterIP) === family)
  return {
    Name: port.portName,
    Protocol: (protocols.includes(port.protocol) ? port.protocol : 'UnknownProtocol') as ProtocolName,
    Port: port.port,
    NodePort: port.nodePort,
    TargetPort: typeof number === 'number' ? number : 0,
    HasEndpointsV4: hasEndpoints('IPv4'),
    HasEndpointsV6: hasEndpoints('IPv6'),
  }
}

interface Found {
  endpoint: Endpoint
  scopes: EndpointMessage['Scopes']
  /** Service port → the endpoint's. */
  served: Map<string, number>
}

/** What the node uses, one entry for each address; several where ports differ in what they are used for. */
function endpoints(
  traffic: readonly ServiceTraffic[],
  ports: readonly PortMapping[],
  hostnameOf: ReadonlyMap<string, string>,
): EndpointMessage[] {
  const found = new Map<string, Found>()
  for (const one of traffic) {
    for (const [endpoint, scopes] of scoped(one)) {
      const key = `${endpoint.ip} ${endpoint.ready} ${scopes.Internal} ${scopes.External}`
      const served = found.get(key)?.served ?? new Map<string, number>()
      // A service port has one number in an entry: pods that share an address get one each.
      const own = served.has(one.port.portName) ? `${key} ${endpoint.port}` : key
      if (!found.has(own)) found.set(own, { endpoint, scopes, served: own === key ? served : new Map() })
      found.get(own)!.served.set(one.port.portName, endpoint.port)
    }
  }
  return [...found.values()].map((entry) => endpointMessage(entry, ports, hostnameOf))
}

/** The endpoints of a port that take some traffic on this node. */
function scoped({ port, cluster, local }: ServiceTraffic): Map<Endpoint, EndpointMessage['Scopes']> {
  const internal = port.internalPolicyLocal ? local : cluster
  const outside = port.externalPolicyLocal ? local : cluster
  const external = new Set(port.externallyAccessible ? outside : [])
  const within = new Set(internal)
  return new Map(
    [...new Set([...internal, ...external])].map((endpoint) => [
      endpoint,
      { Internal: within.has(endpoint), External: external.has(endpoint) },
    ]),
  )
}

function endpointMessage(
  { endpoint, scopes, served }: Found,
  ports: readonly PortMapping[],
  hostnameOf: ReadonlyMap<string, string>,
): EndpointMessage {
  const v6 = endpoint.ip.includes(':')
  return {
    Hostname: hostnameOf.get(endpoint.ip) ?? '',
    Conditions: { Ready: endpoint.ready, Selected: true, Local: endpoint.local },
    IPsV4: v6 ? [] : [endpoint.ip],
    IPsV6: v6 ? [endpoint.ip] : [],
    PortOverrides: ports.flatMap(({ Name, TargetPort }) => {
      const port = served.get(Name) ?? 0
      return port === TargetPort && port !== 0 ? [] : [{ Name, Port: port }]
    }),
    Scopes: scopes,
  }
}

function hostnames(slices: readonly EndpointSlice[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { endpoints: all } of slices)
    for (const endpoint of all ?? []) {
      const ip = endpoint.addresses?.[0]
      if (endpoint.hostname !== undefined && ip !== undefined) found.set(ip, endpoint.hostname)
    }
  return found
}
