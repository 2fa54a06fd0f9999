// The messages of proto/localv1.proto, with its names.
import type { IPSet, PortMapping, ServiceEndpoints } from '../messages.ts'

/** A message to Sets/Watch; an empty NodeName is the server's node. */
export interface WatchReq {
  NodeName: string
}

/** The sets that a node-local server has. */
export type SetName = 'ServicesSet' | 'EndpointsSet'

/** The key of an item in a set. */
export interface Ref {
  Set: SetName
  /** `namespace/name` of a service; `namespace/name/pod` or `namespace/name/hash` of an endpoint. */
  Path: string
}

/** An operation on a set; exactly one field is set. */
export interface OpItem {
  Sync?: object
  Set?: { Ref: Ref; Bytes: Buffer }
  Delete?: Ref
}

/** localv1.Service, without the fields that are never set. */
export interface ServiceValue
  extends Pick<
    ServiceEndpoints,
    | 'Namespace'
    | 'Name'
    | 'Type'
    | 'ExternalTrafficToLocal'
    | 'IPFilters'
    | 'ClientIP'
    | 'InternalTrafficToLocal'
    | 'HealthCheckNodePort'
  > {
  IPs: { ClusterIPs: IPSet; ExternalIPs: IPSet; LoadBalancerIPs: IPSet }
  Ports: (Omit<PortMapping, 'HasEndpointsV4' | 'HasEndpointsV6'> & { TargetPortName: string })[]
}

/** localv1.Endpoint. */
export interface EndpointValue {
  Hostname: string
  IPs: IPSet
  Local: boolean
  PortOverrides: { Name: string; Port: number }[]
  Scopes: { Internal: boolean; External: boolean }
}
