// Upstream: ProxyServer.Run of cmd/kube-proxy/app/server.go
import { getOwn } from '../../server/apimachinery/json.ts'
import type { ClusterState, Service } from './model/objects.ts'

const proxyName = 'service.kubernetes.io/service-proxy-name'
const headless = 'service.kubernetes.io/headless'

/** Which labels keep an object away from kube-proxy. */
interface Selectors {
  services: readonly string[]
  endpointSlices: readonly string[]
  /** Headless services are left out by their cluster IP also. */
  byClusterIP: boolean
}

/** @note Until 1.35 both labels counted on either kind; 1.36 reads service-proxy-name of Services only, and headless of EndpointSlices only. */
function selectors(minor: number): Selectors {
  const byClusterIP = minor >= 32
  if (minor >= 36) return { services: [proxyName], endpointSlices: [headless], byClusterIP }
  return { services: [headless, proxyName], endpointSlices: [headless, proxyName], byClusterIP }
}

/** Paths of the collections that a kube-proxy of the release lists and watches. */
export function watchedPaths(minor: number): { services: string; endpointSlices: string } {
  const chosen = selectors(minor)
  const query = (labels: readonly string[]): string =>
    `labelSelector=${encodeURIComponent(labels.map((label) => `!${label}`).join(','))}`
  const field = chosen.byClusterIP ? `&fieldSelector=${encodeURIComponent('spec.clusterIP!=None')}` : ''
  return {
    services: `/api/v1/services?${query(chosen.services)}${field}`,
    endpointSlices: `/apis/discovery.k8s.io/v1/endpointslices?${query(chosen.endpointSlices)}`,
  }
}

/** The collection of ServiceCIDRs in the version that the release reads. */
export const serviceCIDRsPath = (minor: number): string =>
  `/apis/networking.k8s.io/${minor >= 33 ? 'v1' : minor >= 31 ? 'v1beta1' : 'v1alpha1'}/servicecidrs`

/** What of all objects a kube-proxy of the release would see. */
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
