// Upstream: pkg/proxy/endpoint.go, pkg/proxy/endpointslicecache.go

import { getOwn } from '../../../apimachinery/json.ts'
import { joinHostPort } from '../../../component-base/go/net.ts'
import { familyOf, type IPFamily } from '../../../component-base/ip-family.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { rulesDialect } from '../dialect.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { canonicalIP } from './ip-range.ts'
import type { EndpointSlice, SliceEndpoint } from './objects.ts'

/** An address and port behind a service port. */
export interface Endpoint {
  ip: string
  /** The IP in names and comments. @note Until 1.30 as the slice writes it, canonical since. */
  writtenIP: string
  port: number
  /** `writtenIP:port` or `[writtenIP]:port`. */
  text: string
  local: boolean
  ready: boolean
  serving: boolean
  terminating: boolean
  /** Empty: no hint. */
  zoneHints: readonly string[]
  nodeHints: readonly string[]
}

/** The endpoints of the ports of a Service by {@link portKey}, sorted by their text. */
export type EndpointsMap = Map<string, Endpoint[]>

/** A key for a port of a Service. @param protocol `TCP` */
export const portKey = (port: string, protocol: string): string => `${port}:${protocol}`
/** A key for a Service. */
export const serviceKey = (namespace = 'default', name = ''): string => `${namespace}/${name}`

const serviceNameLabel = 'kubernetes.io/service-name'

/** The slices of one address family by {@link serviceKey}, in the order in which they are read. */
export function slicesByService(
  slices: readonly EndpointSlice[],
  family: IPFamily,
): ReadonlyMap<string, readonly EndpointSlice[]> {
  const byService = new Map<string, EndpointSlice[]>()
  for (const slice of slices) {
    const service = getOwn(slice.metadata.labels, serviceNameLabel)
    if (service === undefined || service === '' || slice.addressType !== family) continue
    const key = serviceKey(slice.metadata.namespace, service)
    const found = byService.get(key)
    if (found === undefined) byService.set(key, [slice])
    else found.push(slice)
  }
  for (const found of byService.values()) if (found.length > 1) found.sort(bySliceName)
  return byService
}

/** The endpoints of every port of a Service. @param slices of the Service and the family */
export function endpointsMap(
  slices: readonly EndpointSlice[],
  family: IPFamily,
  config: ProxyConfig,
): EndpointsMap {
  const read = endpointReader(config)
  const byPort = new Map<string, Map<string, Endpoint>>()
  for (const slice of slices)
    for (const port of slice.ports ?? []) {
      if (port.port === undefined || port.port === 0) continue
      const key = portKey(port.name ?? '', port.protocol ?? 'TCP')
      const found = byPort.get(key) ?? new Map<string, Endpoint>()
      byPort.set(key, found)
      for (const endpoint of slice.endpoints ?? [])
        add(found, read(endpoint, port.port, family), config.minor)
    }
  return new Map([...byPort].map(([key, found]) => [key, sorted(found)]))
}

const sorted = (found: ReadonlyMap<string, Endpoint>): Endpoint[] => [...found.values()].sort(byText)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byText = (a: Endpoint, b: Endpoint): number => compare(a.text, b.text)
/** Upstream goes over slices in random order; here the last by name wins. */
const bySliceName = (a: EndpointSlice, b: EndpointSlice): number =>
  compare(a.metadata.name ?? '', b.metadata.name ?? '')

/**
 * Of endpoints with one address the last that is not terminating stays: an IP may already be used again.
 * @note Until 1.35 the last that is on this node, or the first.
 */
function add(found: Map<string, Endpoint>, endpoint: Endpoint | undefined, minor: number): void {
  if (endpoint === undefined) return
  const replaces = rulesDialect(minor).liveEndpointWins ? !endpoint.terminating : endpoint.local
  if (replaces || !found.has(endpoint.text)) found.set(endpoint.text, endpoint)
}

function endpointReader(config: ProxyConfig) {
  const nodeHints = gateEnabled(config.gates, 'PreferSameTrafficDistribution')
  const zoneHints = gateEnabled(config.gates, 'TopologyAwareHints')
  const { canonicalEndpointIPs } = rulesDialect(config.minor)
  return (endpoint: SliceEndpoint, port: number, family: IPFamily): Endpoint | undefined => {
    const given = endpoint.addresses?.[0] ?? ''
    const ip = canonicalIP(given)
    if (ip === undefined || familyOf(ip) !== family) return undefined
    const writtenIP = canonicalEndpointIPs ? ip : given
    const conditions = endpoint.conditions ?? {}
    const hints = endpoint.hints ?? {}
    return {
      ip,
      writtenIP,
      port,
      text: joinHostPort(writtenIP, port),
      local: config.nodeName !== '' && endpoint.nodeName === config.nodeName,
      ready: conditions.ready ?? true,
      serving: conditions.serving ?? true,
      terminating: conditions.terminating ?? false,
      zoneHints: zoneHints ? (hints.forZones ?? []).map(({ name = '' }) => name) : [],
      nodeHints: nodeHints ? (hints.forNodes ?? []).map(({ name = '' }) => name) : [],
    }
  }
}
