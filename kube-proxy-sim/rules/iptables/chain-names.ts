// Upstream: pkg/proxy/iptables/proxier.go portProtoHash and what follows it
import type { Endpoint } from '../model/endpoint.ts'
import type { ServicePort } from '../model/service-port.ts'
import { nameHash } from '../name-hash.ts'

/** The names of a service port's chains. */
export interface ServiceChains {
  cluster: string
  local: string
  firewall: string
  external: string
}

const hashLength = 16

/** The names of a service port's chains: `KUBE-SVC-`, for example, and the hash of its name and protocol. */
export function serviceChains(port: ServicePort): ServiceChains {
  const hash = nameHash(`${port.nameString}${port.protocol.toLowerCase()}`, hashLength)
  return {
    cluster: `KUBE-SVC-${hash}`,
    local: `KUBE-SVL-${hash}`,
    firewall: `KUBE-FW-${hash}`,
    external: `KUBE-EXT-${hash}`,
  }
}

/** The name of the chain of a service port's endpoint: `KUBE-SEP-` and a hash. */
export const endpointChain = (port: ServicePort, endpoint: Endpoint): string =>
  `KUBE-SEP-${nameHash(`${port.nameString}${port.protocol.toLowerCase()}${endpoint.text}`, hashLength)}`
