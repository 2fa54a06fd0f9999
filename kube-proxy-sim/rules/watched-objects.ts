// Upstream: ProxyServer.Run of cmd/kube-proxy/app/server.go

import { getOwn } from '../../apimachinery/json.ts'
import { rulesDialect } from './dialect.ts'
import type { ClusterState, Service } from './model/objects.ts'

const proxyName = 'service.kubernetes.io/service-proxy-name'
const headless = 'service.kubernetes.io/headless'

/** The labels with which an object is hidden from kube-proxy, by kind. */
interface Selectors {
  services: readonly string[]
  endpointSlices: readonly string[]
}

function selectors(minor: number): Selectors {
  if (rulesDialect(minor).labelsByKind) return { services: [proxyName], endpointSlices: [headless] }
  return { services: [headless, proxyName], endpointSlices: [headless, proxyName] }
}

/** The objects that a kube-proxy of the release watches, of all that a cluster has. */
export function watchedObjects(state: ClusterState, minor: number): ClusterState {
  const chosen = selectors(minor)
  const without =
    (labels: readonly string[]) =>
    ({ metadata }: Pick<Service, 'metadata'>): boolean =>
      labels.every((label) => getOwn(metadata.labels, label) === undefined)
  return {
    services: state.services.filter(without(chosen.services)),
    endpointSlices: state.endpointSlices.filter(without(chosen.endpointSlices)),
  }
}
