import type { IPFamily } from '../../../component-base/ip-family.ts'
import type { ClusterState } from '../model/objects.ts'
import type { ServiceTraffic } from '../model/service-traffic.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { RenderedParts } from '../rendered-parts.ts'
import { addBaseRules, addFinalRules } from './base-rules.ts'
import { type IptablesContext, iptablesContext } from './context.ts'
import { addServiceRules } from './service-rules.ts'
import { type IptablesPart, Tables } from './tables.ts'

/** The text of `iptables-save` (IPv4) or `ip6tables-save` on a node in iptables mode. Upstream: pkg/proxy/iptables/proxier.go */
export const renderIptables = (
  state: ClusterState,
  family: IPFamily,
  config: ProxyConfig,
  parts = new RenderedParts(),
): string => iptablesTables(state, family, config, parts).text(parts.chainOrder[family])

/** The tables mangle, filter and nat of an address family, in the order in which kube-proxy writes them. */
export function iptablesTables(
  state: ClusterState,
  family: IPFamily,
  config: ProxyConfig,
  parts: RenderedParts,
): Tables {
  const services = parts.traffic(state, family, config)
  const context = iptablesContext(services, family, config)
  addBaseRules(context)
  for (const traffic of services) context.tables.appendAll(partOf(context, traffic, parts).tables)
  addFinalRules(context)
  return context.tables
}

function partOf(context: IptablesContext, traffic: ServiceTraffic, parts: RenderedParts): IptablesPart {
  const { largeCluster } = context
  const known = parts.iptables.get(traffic)
  if (known?.largeCluster === largeCluster) return known
  const part = { largeCluster, tables: new Tables() }
  addServiceRules({ ...context, tables: part.tables }, traffic)
  parts.iptables.set(traffic, part)
  return part
}
