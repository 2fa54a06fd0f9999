// Where packets meet the virtual servers of ipvs. Upstream: Linux net/netfilter/ipvs/ip_vs_core.c (ip_vs_ops4, ip_vs_ops6)
import { familyOf, type IPFamily, ipFamilies } from '../../../component-base/ip-family.ts'
import type { BaseChain, Chain } from '../ruleset.ts'
import { type BalancerState, balancerRule, newBalancerState } from './balancer.ts'
import { readIpvsadm } from './read-ipvsadm.ts'

/** After the filter chains of INPUT and before translation there; right after translation in OUTPUT. */
const places = [
  ['input', 98],
  ['output', -98],
] as const

/**
 * The virtual servers of a text of `ipvsadm -Ln` as chains, and their addresses, which are the node's own (kube-ipvs0). Throws
 * RulesetError.
 * @param states what virtual servers remember; those that are gone are left out
 */
export function readIpvs(
  text: string,
  states: Map<string, BalancerState>,
): { chains: BaseChain[]; addresses: string[] } {
  const servers = readIpvsadm(text)
  const keyOf = ({ protocol, ip, port }: (typeof servers)[number]): string => `${protocol} ${ip} ${port}`
  const kept = new Set(servers.map(keyOf))
  for (const key of states.keys()) if (!kept.has(key)) states.delete(key)
  const chain = (family: IPFamily): Chain => ({
    name: 'IPVS',
    rules: servers
      .filter(({ ip }) => familyOf(ip) === family)
      .map((server) => {
        const state = states.get(keyOf(server)) ?? newBalancerState()
        states.set(keyOf(server), state)
        return balancerRule(server, state)
      }),
  })
  const chains = ipFamilies.flatMap((family) => {
    const own = chain(family)
    return places.map(
      ([hook, priority]): BaseChain => ({
        table: 'ipvs',
        family,
        chain: own,
        hook,
        priority,
        isNat: false,
        isBalancer: true,
        policy: 'accept',
      }),
    )
  })
  return { chains, addresses: servers.map(({ ip }) => ip) }
}
