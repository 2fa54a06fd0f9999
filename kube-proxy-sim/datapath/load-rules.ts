import type { ProxyRules } from '../rules/render-rules.ts'
import { readIptables } from './iptables/read-iptables.ts'
import { sharedState } from './iptables/shared-state.ts'
import { readNftables } from './nftables/read-nftables.ts'
import { RuleMemory } from './rule-memory.ts'
import { type BaseChain, RulesetError } from './ruleset.ts'

/**
 * The chains that rules come to, of both families. Throws RulesetError for those of ipvs, and for what is not simulated.
 * @param memory of the rules that these replace; theirs from now on
 */
export function chainsOf(
  { iptablesSave, ip6tablesSave, nft, ipvsadm }: ProxyRules,
  memory: RuleMemory = new RuleMemory(),
): BaseChain[] {
  if (ipvsadm !== '') throw new RulesetError('packets are not sent through the virtual servers of ipvs yet')
  const tables = readNftables(nft, memory.nftSets)
  memory.nftSets = tables.sets
  memory.forgetUnnamed({ IPv4: iptablesSave, IPv6: ip6tablesSave })
  return [
    ...tables.chains,
    ...readIptables(iptablesSave, 'IPv4', sharedState(memory.recent.IPv4)),
    ...readIptables(ip6tablesSave, 'IPv6', sharedState(memory.recent.IPv6)),
  ]
}

/** The chains of a text of one tool: `iptables-save`, `ip6tables-save` or `nft list ruleset`. Throws RulesetError. */
export function chainsOfText(text: string): BaseChain[] {
  if (/^table /m.test(text)) return readNftables(text).chains
  if (!/^\*\w+/m.test(text)) throw new RulesetError('it is neither of iptables-save nor of nft list ruleset')
  return readIptables(text, /^-A .*-[sd] [0-9a-f]*:/m.test(text) ? 'IPv6' : 'IPv4')
}
