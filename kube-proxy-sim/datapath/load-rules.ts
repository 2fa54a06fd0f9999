import type { ProxyRules } from '../rules/render-rules.ts'
import { readIptables } from './iptables/read-iptables.ts'
import { sharedState } from './iptables/shared-state.ts'
import { readIPSets } from './ipvs/ipsets.ts'
import { readIpvs } from './ipvs/read-ipvs.ts'
import { readNftables } from './nftables/read-nftables.ts'
import type { NodeDataPath } from './node-datapath.ts'
import { RuleMemory } from './rule-memory.ts'
import { type BaseChain, RulesetError } from './ruleset.ts'

/**
 * Replaces the rules of a node, in both families. Throws RulesetError for what is not simulated.
 * @param memory of the rules that these replace; theirs from now on
 */
export function loadRules(
  path: NodeDataPath,
  { iptablesSave, ip6tablesSave, nft, ipvsadm, ipset }: ProxyRules,
  memory: RuleMemory = new RuleMemory(),
): void {
  const tables = readNftables(nft, memory.nftSets)
  const sets = readIPSets(ipset)
  const virtual = readIpvs(ipvsadm, memory.balancers)
  const chains = [
    ...tables.chains,
    ...virtual.chains,
    ...readIptables(iptablesSave, 'IPv4', sharedState(memory.recent.IPv4, sets)),
    ...readIptables(ip6tablesSave, 'IPv6', sharedState(memory.recent.IPv6, sets)),
  ]
  memory.nftSets = tables.sets
  memory.forgetUnnamed({ IPv4: iptablesSave, IPv6: ip6tablesSave })
  path.load(chains, virtual.addresses)
}

/** The chains of a text of one tool: `iptables-save`, `ip6tables-save` or `nft list ruleset`. Throws RulesetError. */
export function chainsOfText(text: string): BaseChain[] {
  if (/^table /m.test(text)) return readNftables(text).chains
  if (!/^\*\w+/m.test(text)) throw new RulesetError('it is neither of iptables-save nor of nft list ruleset')
  return readIptables(text, /^-A .*-[sd] [0-9a-f]*:/m.test(text) ? 'IPv6' : 'IPv4')
}
