// Upstream: pkg/apis/core/helper/qos/qos.go

import type { Pod } from '../../../api/core-v1.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { addResources, compareQuantities, quantityOf, type ResourceList } from '../core/resource-list.ts'
import type { ServerContext } from '../generic/strategy.ts'

/** The QoS class in a pod's status, else the computed one. */
export const podQOS = (pod: Pod, server: ServerContext): string =>
  pod.status?.qosClass || computePodQOS(pod, server)

const compute = (list: ResourceList | undefined): ResourceList =>
  Object.fromEntries(
    Object.entries(list ?? {}).filter(
      ([name, q]) => (name === 'cpu' || name === 'memory') && quantityOf(q).sign > 0,
    ),
  )

/** The QoS class that follows from a pod's requests and limits of CPU and memory. */
export function computePodQOS(pod: Pod, server: ServerContext): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const spec = pod.spec ?? {}
  const podLevel = spec.resources != null && gateEnabled(server.gates, 'PodLevelResources')
  const parts = podLevel
    ? [{ resources: spec.resources }]
    : [...(spec.containers ?? []), ...(spec.initContainers ?? [])]
  let requests: ResourceList = {}
  let limits: ResourceList = {}
  let guaranteed = true
  for (const { resources } of parts) {
    const own = compute(resources?.limits)
    requests = addResources(requests, compute(resources?.requests))
    limits = addResources(limits, own)
    const complete = own['cpu'] !== undefined && own['memory'] !== undefined
    if (!complete && !(podLevel && Object.keys(resources?.limits ?? {}).length === 0)) guaranteed = false
  }
  const names = Object.keys(requests)
  if (names.length === 0 && Object.keys(limits).length === 0) return 'BestEffort'
  const equal = names.every(
    (name) => getOwn(limits, name) !== undefined && compareQuantities(limits[name], requests[name]) === 0,
  )
  return guaranteed && equal && names.length === Object.keys(limits).length ? 'Guaranteed' : 'Burstable'
}
