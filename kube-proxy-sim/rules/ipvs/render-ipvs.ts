import { type IPFamily, ipFamilies } from '../../../component-base/ip-family.ts'
import { iptablesContext } from '../iptables/context.ts'
import type { ClusterState } from '../model/objects.ts'
import type { ServiceTraffic } from '../model/service-traffic.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { RenderedParts } from '../rendered-parts.ts'
import { createdSets, ipSets } from './ip-sets.ts'
import { ipsetText } from './ipset-text.ts'
import { addIpvsRules } from './ipvs-iptables.ts'
import { ipvsadmText } from './ipvsadm-text.ts'
import { type VirtualServer, virtualServers } from './virtual-servers.ts'

/** The texts of the tools on a node in IPVS mode. Upstream: pkg/proxy/ipvs/proxier.go */
export interface IpvsRules {
  /** `ipvsadm -Ln`, both families. */
  ipvsadm: string
  /** `ipset list`, both families. */
  ipset: string
  /** `iptables-save` and `ip6tables-save`. */
  iptables: Record<IPFamily, string>
}

/** The texts of the tools on a node in IPVS mode, for both families. */
export function renderIpvs(state: ClusterState, config: ProxyConfig, parts = new RenderedParts()): IpvsRules {
  const families = ipFamilies.map((family) =>
    renderFamily(parts.traffic(state, family, config), family, config),
  )
  return {
    ipvsadm: ipvsadmText(families.flatMap(({ servers }) => servers)),
    ipset: families.map(({ ipset }) => ipset).join('\n'),
    iptables: { IPv4: families[0]!.iptables, IPv6: families[1]!.iptables },
  }
}

function renderFamily(
  services: readonly ServiceTraffic[],
  family: IPFamily,
  config: ProxyConfig,
): { servers: VirtualServer[]; ipset: string; iptables: string } {
  const servers = virtualServers(services, family, config)
  const { sets, unreachable } = ipSets(services, servers, family, config)
  const context = iptablesContext(services, family, config)
  addIpvsRules(context, sets, unreachable)
  const iptables = context.tables.text()
  return { servers, ipset: ipsetText(createdSets(sets, config), family, iptables), iptables }
}
