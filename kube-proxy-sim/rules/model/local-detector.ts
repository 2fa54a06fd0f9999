// Upstream: pkg/proxy/util/localdetector.go, getLocalDetectors of cmd/kube-proxy/app/server_linux.go
import type { IPFamily } from '../../../component-base/ip-family.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { type IPRange, ipRange, rangeText } from './ip-range.ts'

/** The means to tell a local pod's packet: its source network, or the interface that it comes from. */
export type LocalDetector =
  | { by: 'cidr'; cidr: string }
  | { by: 'interface'; name: string }
  | { by: 'prefix'; prefix: string }

/** The detector of a family; undefined where local traffic cannot be told. */
export function localDetector(config: ProxyConfig, family: IPFamily): LocalDetector | undefined {
  const { detectLocal, podCIDRs } = config
  switch (detectLocal.mode) {
    case 'ClusterCIDR':
      return byCIDR(detectLocal.clusterCIDRs, family)
    case 'NodeCIDR':
      return byCIDR(podCIDRs, family)
    case 'BridgeInterface':
      return { by: 'interface', name: detectLocal.bridgeInterface }
    case 'InterfaceNamePrefix':
      return { by: 'prefix', prefix: detectLocal.interfaceNamePrefix }
    default:
      return undefined
  }
}

function byCIDR(cidrs: readonly string[], family: IPFamily): LocalDetector | undefined {
  const range = cidrs.map(ipRange).find((one): one is IPRange => one?.family === family)
  return range === undefined ? undefined : { by: 'cidr', cidr: rangeText(range) }
}
