import { renderIptables } from './iptables/render-iptables.ts'
import { renderIpvs } from './ipvs/render-ipvs.ts'
import type { ClusterState } from './model/objects.ts'
import { renderNftables } from './nftables/render-nftables.ts'
import type { ProxyConfig } from './proxy-config.ts'
import { RenderedParts } from './rendered-parts.ts'

/** The texts that each tool of the node shows of a proxy's rules; empty where the mode does not use the tool. */
export interface ProxyRules {
  /** `iptables-save` */
  iptablesSave: string
  /** `ip6tables-save` */
  ip6tablesSave: string
  /** `nft list ruleset` */
  nft: string
  /** `ipvsadm -Ln` */
  ipvsadm: string
  /** `ipset list` */
  ipset: string
}

/** The rules that a proxy with this configuration programs for these objects. @param parts as the proxy made them last */
export function renderRules(
  state: ClusterState,
  config: ProxyConfig,
  parts = new RenderedParts(),
): ProxyRules {
  const none: ProxyRules = { iptablesSave: '', ip6tablesSave: '', nft: '', ipvsadm: '', ipset: '' }
  if (config.mode === 'nftables') return { ...none, nft: renderNftables(state, config, parts) }
  if (config.mode === 'iptables')
    return {
      ...none,
      iptablesSave: renderIptables(state, 'IPv4', config, parts),
      ip6tablesSave: renderIptables(state, 'IPv6', config, parts),
    }
  const { ipvsadm, ipset, iptables } = renderIpvs(state, config, parts)
  return { ...none, iptablesSave: iptables.IPv4, ip6tablesSave: iptables.IPv6, ipvsadm, ipset }
}

/** The commands of the tools that the mode uses, each with its text. */
export function ruleSections(rules: ProxyRules): [string, string][] {
  const sections: [string, string][] = [
    ['nft list ruleset', rules.nft],
    ['ipvsadm -Ln', rules.ipvsadm],
    ['ipset list', rules.ipset],
    ['iptables-save', rules.iptablesSave],
    ['ip6tables-save', rules.ip6tablesSave],
  ]
  return sections.filter(([, text]) => text !== '')
}

/** All rules as one text, each part under the command that shows it. */
export const rulesText = (rules: ProxyRules): string =>
  ruleSections(rules)
    .map(([command, text]) => `# ${command}\n${text}`)
    .join('')
