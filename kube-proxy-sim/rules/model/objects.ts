// The fields of API objects that a proxy reads. Fields that the API server defaults may be absent in files.

import type { Node, ServicePort, ServiceSpec, ServiceStatus } from '../../../api/core-v1.ts'
import type { EndpointSlice as ApiEndpointSlice, Endpoint, EndpointPort } from '../../../api/discovery-v1.ts'
import type { ObjectMeta } from '../../../apimachinery/json.ts'
import type { With } from '../../../apimachinery/with.ts'

/** v1 ServicePort. */
export type ServicePortSpec = With<ServicePort, 'port'>
/** v1 Service. */
export interface Service {
  metadata: ObjectMeta
  spec?: Omit<ServiceSpec, 'ports'> & { ports?: ServicePortSpec[] }
  status?: ServiceStatus
}

/** discovery/v1 Endpoint. */
export type SliceEndpoint = Endpoint
/** discovery.k8s.io/v1 EndpointSlice. */
export interface EndpointSlice extends Omit<ApiEndpointSlice, 'endpoints' | 'ports'> {
  metadata: ObjectMeta
  endpoints?: Endpoint[] | null
  ports?: EndpointPort[] | null
}

/** v1 Node. */
export type ProxyNode = With<Node, 'metadata'>

/** The objects of an API server that a proxy reads. */
export interface ClusterState {
  services: readonly Service[]
  endpointSlices: readonly EndpointSlice[]
}
