// Upstream: pkg/proxy/nftables/proxier.go hashAndTruncate and what follows it
import type { Endpoint } from '../model/endpoint.ts'
import type { ServicePort } from '../model/service-port.ts'
import { nameHash } from '../name-hash.ts'

/** nft's longest name less the longest prefix of a chain. */
const maxLength = 256 - 16

function hashed(name: string): string {
  const full = `${nameHash(name, 8)}-${name}`
  return full.length > maxLength ? `${full.slice(0, maxLength - 3)}...` : full
}

const portPath = (port: ServicePort): string =>
  `${port.namespace}/${port.name}/${port.protocol.toLowerCase()}/${port.portName}`

/** The names of a service port's chains. */
export interface ServiceChains {
  cluster: string
  local: string
  external: string
  firewall: string
}

/** The names of a service port's chains: `service-HASH-ns/name/tcp/port`, for example. */
export function serviceChains(port: ServicePort): ServiceChains {
  const base = hashed(portPath(port))
  return {
    cluster: `service-${base}`,
    local: `local-${base}`,
    external: `external-${base}`,
    firewall: `firewall-${base}`,
  }
}

/** The names of an endpoint's chain, and of the set of clients that stick to it. */
export function endpointNames(port: ServicePort, endpoint: Endpoint): { chain: string; affinity: string } {
  const base = hashed(`${portPath(port)}__${endpoint.writtenIP.replaceAll(':', '.')}/${endpoint.port}`)
  return { chain: `endpoint-${base}`, affinity: `affinity-${base}` }
}
