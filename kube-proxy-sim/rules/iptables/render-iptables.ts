import type { IPFamily } from '../../../component-base/ip-family.ts'
import type { ClusterState } from '../model/objects.ts'
import { type ServiceTraffic, serviceTraffic } from '../model/service-traffic.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { addBaseRules, addFinalRules } from './base-rules.ts'
import { iptablesContext } from './context.ts'
import { addServiceRules } from './service-rules.ts'
import type { Tables } from './tables.ts'

/** The text of `iptables-save` (IPv4) or `ip6tables-save` on a node in iptables mode. Upstream: pkg/proxy/iptables/proxier.go */
export function renderIptables(state: ClusterState, family: IPFamily, config: ProxyConfig): string {
  return iptablesTables(serviceTraffic(state, family, config), family, config).text()
}

/** The tables mangle, filter and nat of an address family, in the order in which kube-proxy writes them. */
export function iptablesTables(
  services: readonly ServiceTraffic[],
  family: IPFamily,
  config: ProxyConfig,
): Tables {
  const context = iptablesContext(services, family, config)
  addBaseRules(context)
  for (const traffic of services) addServiceRules(context, traffic)
  addFinalRules(context)
  return context.tables
}
