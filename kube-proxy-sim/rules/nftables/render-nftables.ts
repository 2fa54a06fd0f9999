import { type IPFamily, ipFamilies } from '../../../component-base/ip-family.ts'
import type { ClusterState } from '../model/objects.ts'
import type { ServiceTraffic } from '../model/service-traffic.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { RenderedParts } from '../rendered-parts.ts'
import { addBaseChains } from './base-chains.ts'
import { nftContext } from './context.ts'
import { addServiceChains } from './service-chains.ts'

/** The text of `nft list ruleset` on a node in nftables mode. Upstream: pkg/proxy/nftables/proxier.go */
export function renderNftables(
  state: ClusterState,
  config: ProxyConfig,
  parts = new RenderedParts(),
): string {
  return ipFamilies
    .map((family) => renderFamily(parts.traffic(state, family, config), family, config))
    .join('')
}

function renderFamily(services: readonly ServiceTraffic[], family: IPFamily, config: ProxyConfig): string {
  const context = nftContext(family, config)
  addBaseChains(context)
  for (const traffic of services) addServiceChains(context, traffic)
  return context.table.text()
}
