// The messages of proto/localnetv1.proto, with its names.

/** The enum Protocol. */
export type ProtocolName = 'UnknownProtocol' | 'TCP' | 'UDP' | 'SCTP'

/** IP addresses by family. */
export interface IPSet {
  V4: string[]
  V6: string[]
}

/** A port of a service, by the numbers that clients, nodes and endpoints use. */
export interface PortMapping {
  Name: string
  Protocol: ProtocolName
  Port: number
  /** 0: none. */
  NodePort: number
  /** 0: the target port is a name, so that every endpoint has an override. */
  TargetPort: number
  /** Traffic that reaches no endpoint here is dropped where some node has one, and rejected where none has. */
  HasEndpointsV4: boolean
  HasEndpointsV6: boolean
}

/** An endpoint of a service, with the traffic that may reach it. */
export interface EndpointMessage {
  Hostname: string
  /** Not Ready: the endpoint is terminating, and used only where no other is ready. */
  Conditions: { Ready: boolean; Selected: boolean; Local: boolean }
  IPsV4: string[]
  IPsV6: string[]
  /** The endpoint's ports, by the name of the service port; 0: the endpoint does not serve that port. */
  PortOverrides: { Name: string; Port: number }[]
  /** Internal: traffic to cluster IPs; external: to node ports, external and load balancer IPs. */
  Scopes: { Internal: boolean; External: boolean }
}

/** A Service as this node has to program it. */
export interface ServiceEndpoints {
  Namespace: string
  Name: string
  Type: string
  IPs: {
    ClusterIP: string
    ClusterIPs: string[]
    ExternalIPs: string[]
    LoadBalancerIPs: IPSet
  }
  MapAll: boolean
  Ports: PortMapping[]
  Endpoints: EndpointMessage[]
  ExternalTrafficToLocal: boolean
  IPFilters: { TargetIPs: IPSet; SourceRanges: string[] }[]
  ClientIP?: { TimeoutSeconds: number }
  InternalTrafficToLocal: boolean
  HealthCheckNodePort: number
}

/** The state that a client knows. 64-bit numbers travel as decimal texts. */
export interface NextFilter {
  InstanceID: string
  Rev: string
}

/** A message of Endpoints/Next: first the filter of the next call, then a service in each. */
export interface NextItem {
  Next: NextFilter | null
  Endpoints: ServiceEndpoints | null
}

/** The port that an endpoint serves a service port on; undefined: it does not serve it. */
export function targetPortOf(endpoint: EndpointMessage, port: PortMapping): number | undefined {
  const found = endpoint.PortOverrides.find(({ Name }) => Name === port.Name)?.Port ?? port.TargetPort
  return found === 0 ? undefined : found
}
