// Upstream: pkg/apis/discovery/v1beta1/conversion.go; the form of v1 is the hub. What v1 has fields for is in v1beta1's topology.
import type { Conversion, Fields } from './conversion.ts'

const v1beta1 = 'discovery.k8s.io/v1beta1'
const zoneLabel = 'topology.kubernetes.io/zone'
const hostLabel = 'kubernetes.io/hostname'

interface Endpoint {
  nodeName?: string
  zone?: string
  deprecatedTopology?: Record<string, string>
  topology?: Record<string, string>
}

const endpointsOf = (object: Fields): Endpoint[] => {
  const { endpoints } = object
  return Array.isArray(endpoints) ? (endpoints as Endpoint[]) : []
}

function splitTopology(endpoint: Endpoint): void {
  const { topology } = endpoint
  if (topology == null) return
  const { [zoneLabel]: zone, ...rest } = topology
  if (zone !== undefined) endpoint.zone = zone
  // Another host than the node is kept, odd as it is.
  if (endpoint.nodeName !== undefined && rest[hostLabel] === endpoint.nodeName) delete rest[hostLabel]
  delete endpoint.topology
  if (Object.keys(rest).length > 0) endpoint.deprecatedTopology = rest
}

function joinTopology(endpoint: Endpoint): void {
  const { deprecatedTopology, zone, nodeName } = endpoint
  if (deprecatedTopology == null && zone == null && nodeName == null) return
  const topology = { ...deprecatedTopology }
  if (zone != null) topology[zoneLabel] = zone
  if (nodeName != null && !topology[hostLabel]) topology[hostLabel] = nodeName
  delete endpoint.deprecatedTopology
  delete endpoint.zone
  endpoint.topology = topology
}

/** To v1: zone and node leave the topology for fields of their own. */
export const endpointSliceToHub: Conversion = (object, apiVersion) => {
  if (apiVersion === v1beta1) endpointsOf(object).forEach(splitTopology)
}
/** Converts an EndpointSlice from v1: zone and node go into the topology. */
export const endpointSliceFromHub: Conversion = (object, apiVersion) => {
  if (apiVersion === v1beta1) endpointsOf(object).forEach(joinTopology)
}
