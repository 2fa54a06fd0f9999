// The fields of API objects that a proxy reads. Fields that the API server defaults may be absent in files.

import type { NodeSpec, NodeStatus, ServicePort, ServiceSpec, ServiceStatus } from '../../../api/core-v1.ts'
import type { EndpointSlice as ApiEndpointSlice, Endpoint, EndpointPort } from '../../../api/discovery-v1.ts'
import type { ObjectMeta } from '../../../apimachinery/json.ts'
import type { With } from '../../../apimachinery/with.ts'

export type ServicePortSpec = With<ServicePort, 'port'>
export interface Service {
  metadata: ObjectMeta
  spec?: Omit<ServiceSpec, 'ports'> & { ports?: ServicePortSpec[] }
  status?: ServiceStatus
}

export type SliceEndpoint = Endpoint
export interface EndpointSlice extends Omit<ApiEndpointSlice, 'endpoints' | 'ports'> {
  metadata: ObjectMeta
  endpoints?: Endpoint[] | null
  ports?: EndpointPort[] | null
}

export interface ProxyNode {
  metadata: ObjectMeta
  spec?: NodeSpec
  status?: Pick<NodeStatus, 'addresses'>
}

/** What the API server holds for a proxy. */
export interface ClusterState {
  services: readonly Service[]
  endpointSlices: readonly EndpointSlice[]
}
