// Upstream: pkg/proxy/servicechangetracker.go (HealthCheckNodePorts), endpointschangetracker.go (LocalReadyEndpoints)

import type { ServiceSpec } from '../api/core-v1.ts'
import type { Endpoint } from '../api/discovery-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import type { HealthCheckedService } from './serve/service-health.ts'

/** Services that want a health check port, with the number of their ready endpoints on the node. */
export function healthCheckedServices(
  services: Iterable<KubeObject>,
  slices: Iterable<KubeObject>,
  nodeName: string,
): HealthCheckedService[] {
  let local: Map<string, Set<string>> | undefined
  const found: HealthCheckedService[] = []
  for (const service of services) {
    const spec = service['spec'] as ServiceSpec
    const port = spec.healthCheckNodePort ?? 0
    if (spec.type !== 'LoadBalancer' || spec.externalTrafficPolicy !== 'Local' || port === 0) continue
    const { namespace = '', name = '' } = service.metadata
    // Few clusters have such Services.
    local ??= localReadyAddresses(slices, nodeName)
    found.push({ namespace, name, port, localEndpoints: local.get(`${namespace}/${name}`)?.size ?? 0 })
  }
  return found
}

function localReadyAddresses(slices: Iterable<KubeObject>, nodeName: string): Map<string, Set<string>> {
  const byService = new Map<string, Set<string>>()
  for (const slice of slices) {
    const key = `${slice.metadata.namespace}/${slice.metadata.labels?.['kubernetes.io/service-name']}`
    const addresses = byService.get(key) ?? new Set<string>()
    byService.set(key, addresses)
    for (const endpoint of (slice['endpoints'] ?? []) as Endpoint[]) {
      if (endpoint.nodeName !== nodeName || endpoint.conditions?.ready === false) continue
      for (const address of endpoint.addresses?.slice(0, 1) ?? []) addresses.add(address)
    }
  }
  return byService
}
