import { type IPFamily, ipFamilies, isLoopback } from '../../component-base/ip-family.ts'
import type { ProxyConfig } from '../rules/proxy-config.ts'
import { type Address, type AddressMatch, addressMatch } from './address.ts'
import { type NodeNetwork, nodeNetwork } from './node-network.ts'

/** The interface by which a node reaches all that is not its own. */
export const uplink = 'eth0'

/** The interface of a node's pods: the one that its proxy takes for theirs, `cbr0` where it is told none. */
export function podInterfaceOf(config: Pick<ProxyConfig, 'detectLocal'> | undefined): string {
  const { mode, bridgeInterface = '', interfaceNamePrefix = '' } = config?.detectLocal ?? {}
  if (mode === 'InterfaceNamePrefix' && interfaceNamePrefix !== '') return `${interfaceNamePrefix}0`
  return bridgeInterface || 'cbr0'
}

/** The network of the node that a proxy runs on: its pods behind a bridge, all else by one interface. */
export interface ProxyNetwork extends NodeNetwork {
  /** The interface by which packets of a source come in; undefined for the node's own. */
  interfaceOf(source: Address): string | undefined
}

/** The network that a proxy's configuration tells of: the node's addresses and pod networks. */
export function proxyNetwork({
  interfaceAddresses,
  nodeIPs,
  podCIDRs,
  detectLocal,
}: ProxyConfig): ProxyNetwork {
  const bridge = podInterfaceOf({ detectLocal })
  const addresses = [...interfaceAddresses, ...ipFamilies.map((family) => nodeIPs[family])]
  const own = [...new Set(addresses.filter((one) => one !== '' && !isLoopback(one)))]
  const network = nodeNetwork([
    { name: uplink, addresses: own, routes: defaultRoutes },
    { name: bridge, addresses: [], routes: podCIDRs },
  ])
  const pods = podCIDRs.map(addressMatch).filter((match): match is AddressMatch => match !== undefined)
  return {
    ...network,
    bridge,
    interfaceOf(source) {
      if (network.isLocal(source)) return undefined
      return pods.some((isPod) => isPod(source)) ? bridge : uplink
    },
  }
}

const everything: Readonly<Record<IPFamily, string>> = { IPv4: '0.0.0.0/0', IPv6: '::/0' }
const defaultRoutes = ipFamilies.map((family) => everything[family])
