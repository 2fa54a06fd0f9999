// What rules remember of packets.
import { type IPFamily, ipFamilies } from '../../component-base/ip-family.ts'
import type { RecentLists } from './iptables/shared-state.ts'
import type { BalancerState } from './ipvs/balancer.ts'
import type { NftSets } from './nftables/read-nftables.ts'

/** The clients that a node's rules remember. It outlives the rules: those that are loaded next go on with it. */
export class RuleMemory {
  /** The clients that `-m recent` of iptables remembers. */
  readonly recent: Readonly<Record<IPFamily, RecentLists>> = { IPv4: new Map(), IPv6: new Map() }
  /** The sets of nftables, as loaded last. */
  nftSets: NftSets = new Map()

  /** The states of ipvs' virtual servers, by protocol, address and port. */
  readonly balancers = new Map<string, BalancerState>()

  /** Forgets the lists of `-m recent` that no rule names, as the kernel does. @param texts of iptables-save by family */
  forgetUnnamed(texts: Readonly<Record<IPFamily, string>>): void {
    for (const family of ipFamilies)
      for (const list of this.recent[family].keys())
        if (!texts[family].includes(` --name ${list} `)) this.recent[family].delete(list)
  }
}
