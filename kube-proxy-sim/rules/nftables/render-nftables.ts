import { type IPFamily, ipFamilies } from '../../../component-base/ip-family.ts'
import type { ClusterState } from '../model/objects.ts'
import { serviceTraffic } from '../model/service-traffic.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { addBaseChains } from './base-chains.ts'
import { nftContext } from './context.ts'
import { addServiceChains } from './service-chains.ts'

/** The text of `nft list ruleset` on a node in nftables mode. Upstream: pkg/proxy/nftables/proxier.go */
export function renderNftables(state: ClusterState, config: ProxyConfig): string {
  return ipFamilies.map((family) => renderFamily(state, family, config)).join('')
}

function renderFamily(state: ClusterState, family: IPFamily, config: ProxyConfig): string {
  const context = nftContext(family, config)
  addBaseChains(context)
  for (const traffic of serviceTraffic(state, family, config)) addServiceChains(context, traffic)
  return context.table.text()
}
