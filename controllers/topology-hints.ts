// Upstream: staging/src/k8s.io/endpointslice/trafficdist, hintsEnabled of staging/src/k8s.io/endpointslice/utils.go
import { getOwn, type KubeObject } from '../server/apimachinery/json.ts'
import { allocateZones, type HintedEndpoint } from './zone-allocation.ts'

const close = ['PreferClose', 'PreferSameZone', 'PreferSameNode']

/**
 * The endpoints of a Service in one address family, with the hints that it asks for: by the annotation topology-mode, or
 * by spec.trafficDistribution. A value that the release does not know the API server has refused or dropped.
 */
export function withHints(
  service: KubeObject,
  endpoints: readonly HintedEndpoint[],
  nodes: readonly KubeObject[],
): HintedEndpoint[] {
  if (asksForZones(service)) return allocateZones(endpoints, nodes)
  const { trafficDistribution = '' } = service['spec'] as { trafficDistribution?: string }
  if (!close.includes(trafficDistribution)) return [...endpoints]
  return endpoints.map((endpoint) => closeTo(endpoint, trafficDistribution === 'PreferSameNode'))
}

/** The older annotation wins. */
export function asksForZones({ metadata: { annotations } }: KubeObject): boolean {
  const mode =
    getOwn(annotations, 'service.kubernetes.io/topology-aware-hints') ??
    getOwn(annotations, 'service.kubernetes.io/topology-mode')
  return mode === 'Auto' || mode === 'auto'
}

function closeTo(endpoint: HintedEndpoint, byNode: boolean): HintedEndpoint {
  if (!endpoint.conditions.ready) return endpoint
  const { zone, nodeName } = endpoint
  const hints = {
    ...(zone === undefined ? {} : { forZones: [{ name: zone }] }),
    ...(byNode && nodeName !== undefined ? { forNodes: [{ name: nodeName }] } : {}),
  }
  return Object.keys(hints).length === 0 ? endpoint : { ...endpoint, hints }
}
