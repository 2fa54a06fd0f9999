// Upstream: pkg/proxy/topology.go
import { gateEnabled } from '../../../featuregates/reader.ts'
import { rulesDialect } from '../dialect.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import type { Endpoint } from './endpoint.ts'
import type { ServicePort } from './service-port.ts'

/** The hints that keep a service's traffic close; empty: none. */
export type TopologyMode = '' | 'PreferSameZone' | 'PreferSameNode'

/** The hints by which endpoints are chosen; empty where the node uses all. Only ready endpoints count. */
export function topologyMode(
  endpoints: readonly Endpoint[],
  port: ServicePort,
  config: ProxyConfig,
): TopologyMode {
  const ready = endpoints.filter((endpoint) => endpoint.ready)
  if (ready.length === 0) return ''
  if (preferSameNode(ready, config)) return 'PreferSameNode'
  return mayUseZones(port, config) && preferSameZone(ready, config) ? 'PreferSameZone' : ''
}

function preferSameNode(ready: readonly Endpoint[], config: ProxyConfig): boolean {
  return (
    gateEnabled(config.gates, 'PreferSameTrafficDistribution') &&
    ready.every(({ nodeHints }) => nodeHints.length > 0) &&
    ready.some(({ nodeHints }) => nodeHints.includes(config.nodeName))
  )
}

function preferSameZone(ready: readonly Endpoint[], { zone }: ProxyConfig): boolean {
  return (
    zone !== '' &&
    ready.every(({ zoneHints }) => zoneHints.length > 0) &&
    ready.some(({ zoneHints }) => zoneHints.includes(zone))
  )
}

/** Hints count only with gates, and without ServiceTrafficDistribution only with the annotation. */
function mayUseZones(port: ServicePort, { gates, minor }: ProxyConfig): boolean {
  if (gateEnabled(gates, 'ServiceTrafficDistribution')) return true
  if (!gateEnabled(gates, 'TopologyAwareHints')) return false
  return rulesDialect(minor).topologyModeAnnotation
    ? !['', 'disabled', 'Disabled'].includes(port.hintsAnnotation)
    : ['auto', 'Auto'].includes(port.hintsAnnotation)
}

/** Whether an endpoint's hints name this node or its zone, as the mode asks. */
export function availableForTopology(endpoint: Endpoint, mode: TopologyMode, config: ProxyConfig): boolean {
  if (mode === 'PreferSameNode') return endpoint.nodeHints.includes(config.nodeName)
  return mode === '' || endpoint.zoneHints.includes(config.zone)
}
