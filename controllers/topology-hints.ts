// Upstream: staging/src/k8s.io/endpointslice/trafficdist, hintsEnabled of staging/src/k8s.io/endpointslice/utils.go

import { getOwn, type KubeObject } from '../apimachinery/json.ts'
import { type FeatureGateReader, gateEnabled } from '../featuregates/reader.ts'
import type { ControllerContext } from './controller.ts'
import { controllersDialect } from './dialect.ts'
import { allocateZones, type HintedEndpoint } from './zone-allocation.ts'

function known(trafficDistribution: string, gates: FeatureGateReader): boolean {
  if (!gateEnabled(gates, 'ServiceTrafficDistribution')) return false
  if (trafficDistribution === 'PreferClose') return true
  if (!['PreferSameZone', 'PreferSameNode'].includes(trafficDistribution)) return false
  return gateEnabled(gates, 'PreferSameTrafficDistribution')
}

/**
 * The endpoints of a Service in a family, with the hints that it asks for: by the annotation topology-mode, or by
 * spec.trafficDistribution.
 */
export function withHints(
  service: KubeObject,
  endpoints: readonly HintedEndpoint[],
  nodes: readonly KubeObject[],
  { gates, minor }: Pick<ControllerContext, 'gates' | 'minor'>,
): HintedEndpoint[] {
  if (asksForZones(service, minor))
    return gateEnabled(gates, 'TopologyAwareHints') ? allocateZones(endpoints, nodes) : [...endpoints]
  const { trafficDistribution = '' } = service['spec'] as { trafficDistribution?: string }
  if (!known(trafficDistribution, gates)) return [...endpoints]
  return endpoints.map((endpoint) => closeTo(endpoint, trafficDistribution === 'PreferSameNode'))
}

/** Whether a Service's annotation asks for hints by zone; of both forms the older annotation wins. */
export function asksForZones({ metadata: { annotations } }: KubeObject, minor: number): boolean {
  const { readsTopologyMode } = controllersDialect(minor)
  const mode =
    getOwn(annotations, 'service.kubernetes.io/topology-aware-hints') ??
    (readsTopologyMode ? getOwn(annotations, 'service.kubernetes.io/topology-mode') : undefined)
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
