// The fields of API objects that a proxy reads. Fields that the API server defaults may be absent in files.
import type { ObjectMeta } from '../../../apimachinery/json.ts'

/** v1 ServicePort. */
export interface ServicePortSpec {
  name?: string
  protocol?: string
  port: number
  nodePort?: number
}

/** v1 Service, as far as rules depend on it. */
export interface Service {
  metadata: ObjectMeta
  spec?: {
    type?: string
    clusterIP?: string
    clusterIPs?: string[]
    ipFamilies?: string[]
    ports?: ServicePortSpec[]
    externalIPs?: string[]
    sessionAffinity?: string
    sessionAffinityConfig?: { clientIP?: { timeoutSeconds?: number } }
    loadBalancerSourceRanges?: string[]
    externalTrafficPolicy?: string
    internalTrafficPolicy?: string
    healthCheckNodePort?: number
  }
  status?: { loadBalancer?: { ingress?: { ip?: string; ipMode?: string }[] } }
}

/** discovery/v1 Endpoint. */
export interface SliceEndpoint {
  addresses?: string[]
  conditions?: { ready?: boolean; serving?: boolean; terminating?: boolean }
  nodeName?: string
  hints?: { forZones?: { name: string }[]; forNodes?: { name: string }[] }
}

/** discovery.k8s.io/v1 EndpointSlice. */
export interface EndpointSlice {
  metadata: ObjectMeta
  addressType?: string
  endpoints?: SliceEndpoint[] | null
  ports?: { name?: string; protocol?: string; port?: number }[] | null
}

/** v1 Node, as far as rules depend on it. */
export interface ProxyNode {
  metadata: ObjectMeta
  spec?: { podCIDR?: string; podCIDRs?: string[] }
  status?: { addresses?: { type: string; address: string }[] }
}

/** The objects of an API server that a proxy reads. */
export interface ClusterState {
  services: readonly Service[]
  endpointSlices: readonly EndpointSlice[]
}
