// Upstream: pkg/proxy/iptables/proxier.go portProtoHash and what follows it
import type { Endpoint } from '../model/endpoint.ts'
import type { ServicePort } from '../model/service-port.ts'
import { nameHash } from '../name-hash.ts'

export interface ServiceChains {
  cluster: string
  local: string
  firewall: string
  external: string
}

const hashLength = 16

export function serviceChains(port: ServicePort): ServiceChains {
  const hash = nameHash(`${port.nameString}${port.protocol.toLowerCase()}`, hashLength)
  return {
    cluster: `KUBE-SVC-${hash}`,
    local: `KUBE-SVL-${hash}`,
    firewall: `KUBE-FW-${hash}`,
    external: `KUBE-EXT-${hash}`,
  }
}

export const endpointChain = (port: ServicePort, endpoint: Endpoint): string =>
  `KUBE-SEP-${nameHash(`${port.nameString}${port.protocol.toLowerCase()}${endpoint.text}`, hashLength)}`
