// Upstream: pkg/apis/discovery/v1beta1/conversion.go; the form of v1 is the hub
import { getOwn, setOwn } from '../../json.ts'
import type { Conversion, Fields } from './conversion.ts'

const v1beta1 = 'discovery.k8s.io/v1beta1'
const zoneLabel = 'topology.kubernetes.io/zone'
const hostLabel = 'kubernetes.io/hostname'
type Topology = Record<string, string>

const endpointsOf = (object: Fields): Fields[] => (object['endpoints'] as Fields[] | null | undefined) ?? []

/** From v1beta1: the zone leaves the topology, and so does a host that nodeName tells; the rest is deprecatedTopology. */
export const endpointSliceToHub: Conversion = (object, apiVersion) => {
  if (apiVersion !== v1beta1) return
  for (const endpoint of endpointsOf(object)) {
    const { [zoneLabel]: zone, ...rest } = (endpoint['topology'] as Topology | null | undefined) ?? {}
    delete endpoint['topology']
    if (zone !== undefined) endpoint['zone'] = zone
    const host = getOwn(rest, hostLabel)
    if (host !== undefined && host === endpoint['nodeName']) delete rest[hostLabel]
    if (Object.keys(rest).length > 0) endpoint['deprecatedTopology'] = rest
  }
}

/** To v1beta1: zone and nodeName become labels of the topology. */
export const endpointSliceFromHub: Conversion = (object, apiVersion) => {
  if (apiVersion !== v1beta1) return
  for (const endpoint of endpointsOf(object)) {
    const { zone, nodeName, deprecatedTopology } = endpoint
    delete endpoint['zone']
    delete endpoint['deprecatedTopology']
    if (zone == null && nodeName == null && deprecatedTopology == null) continue
    const topology = { ...(deprecatedTopology as Topology | null | undefined) }
    if (zone != null) setOwn(topology, zoneLabel, zone as string)
    if (nodeName != null && !getOwn(topology, hostLabel)) setOwn(topology, hostLabel, nodeName as string)
    endpoint['topology'] = topology
  }
}
