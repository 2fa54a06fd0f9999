// Upstream: pkg/proxy/nftables/proxier.go nftablesBaseChains, nftablesJumpChains, setupNFTables
import { type IPRange, ipRange } from '../model/ip-range.ts'
import { addressSet } from './address-set.ts'
import { detectorMatch, type NftContext } from './context.ts'
import { addEarlyJumps, addFirewallSets } from './early-base-chains.ts'

/** Priorities as nft lists them: by name where the hook has one for the number. */
const hook = (type: string, at: string, priority: string): string =>
  `type ${type} hook ${at} priority ${priority}; policy accept;`

const natChains: readonly [string, string][] = [
  ['nat-prerouting', hook('nat', 'prerouting', 'dstnat')],
  ['nat-output', hook('nat', 'output', '-100')],
  ['nat-postrouting', hook('nat', 'postrouting', 'srcnat')],
]
const filterChains: readonly [string, string][] = [
  ['filter-prerouting-pre-dnat', hook('filter', 'prerouting', 'dstnat - 10')],
  ['filter-output-pre-dnat', hook('filter', 'output', '-110')],
  ['filter-input', hook('filter', 'input', 'filter')],
  ['filter-forward', hook('filter', 'forward', 'filter')],
  ['filter-output', hook('filter', 'output', 'filter')],
]
const filterChainsBefore133: readonly [string, string][] = [
  ['filter-prerouting', hook('filter', 'prerouting', 'dstnat - 10')],
  ['filter-input', hook('filter', 'input', '-110')],
  ['filter-forward', hook('filter', 'forward', '-110')],
  ['filter-output', hook('filter', 'output', '-110')],
  ['filter-output-post-dnat', hook('filter', 'output', '-90')],
]

/** Source chain, destination; all but nat's see new connections only. */
const jumps = (separate: boolean): readonly [string, string][] => [
  ['filter-input', 'nodeport-endpoints-check'],
  ['filter-input', 'service-endpoints-check'],
  ['filter-forward', 'service-endpoints-check'],
  ['filter-output', 'service-endpoints-check'],
  [separate ? 'filter-prerouting-pre-dnat' : 'filter-prerouting', 'firewall-check'],
  [separate ? 'filter-output-pre-dnat' : 'filter-output', 'firewall-check'],
  ['nat-output', 'services'],
  ['nat-prerouting', 'services'],
  ['nat-postrouting', 'masquerading'],
  ['filter-forward', 'cluster-ips-check'],
  [separate ? 'filter-output' : 'filter-output-post-dnat', 'cluster-ips-check'],
]

/** Adds the chains, sets and maps that exist without any Service. */
export function addBaseChains(context: NftContext): void {
  const { table, dialect } = context
  for (const [name, text] of natChains) table.addChain(name, { hook: text })
  if (dialect.earlyChains) addEarlyJumps(context)
  else addJumps(context)
  addSets(context)
  addMasquerading(context)
  if (dialect.clusterIPsCheck) addClusterIPsCheck(context)
  table.addChain('reject-chain', { comment: 'helper for @no-endpoint-services / @no-endpoint-nodeports' })
  table.addRule('reject-chain', 'reject')
  addDispatch(context)
}

function addJumps({ table, dialect }: NftContext): void {
  const separate = dialect.separateFirewallHooks
  for (const [name, text] of separate ? filterChains : filterChainsBefore133)
    table.addChain(name, { hook: text })
  for (const [from, to] of jumps(separate)) {
    table.addChain(to)
    table.addRule(from, from.startsWith('nat-') ? `jump ${to}` : `ct state new jump ${to}`)
  }
}

function addSets({ table, family, dialect, nodePorts }: NftContext): void {
  const address = family === 'IPv6' ? 'ipv6_addr' : 'ipv4_addr'
  const byAddress = `${address} . inet_proto . inet_service : verdict`
  const byPort = 'inet_proto . inet_service : verdict'
  const set = (name: string, type: string, comment: string): void =>
    table.addSet({ kind: type.endsWith(': verdict') ? 'map' : 'set', name, type, comment })
  if (dialect.inlineDNAT)
    set(
      'hairpin-connections',
      `${address} . ${address} . inet_proto . inet_service`,
      'service hairpin connections',
    )
  if (dialect.clusterIPsCheck) set('cluster-ips', address, 'Active ClusterIPs')
  if (!nodePorts.matchAll) set('nodeport-ips', address, 'IPs that accept NodePort traffic')
  const refuse = 'vmap to drop or reject packets to'
  set('no-endpoint-services', byAddress, `${refuse} services with no endpoints`)
  set('no-endpoint-nodeports', byPort, `${refuse} service nodeports with no endpoints`)
  if (!dialect.earlyChains)
    set('firewall-ips', byAddress, 'destinations that are subject to LoadBalancerSourceRanges')
  set('service-ips', byAddress, 'ClusterIP, ExternalIP and LoadBalancer IP traffic')
  set('service-nodeports', byPort, 'NodePort traffic')
  for (const ip of nodePorts.nodeIPs)
    if (!ip.startsWith('127.') && ip !== '::1') table.addElement('nodeport-ips', { key: [ip] })
}

function addMasquerading({ table, ip, mark, dialect }: NftContext): void {
  const add = (rule: string): void => table.addRule('masquerading', rule)
  const unmark = `meta mark set meta mark ^ ${mark}`
  if (dialect.inlineDNAT) {
    add(`meta mark & ${mark} != 0x00000000 ${unmark} masquerade fully-random`)
    add(
      `ct status dnat ${ip} saddr . ${ip} daddr . meta l4proto . th dport @hairpin-connections masquerade fully-random`,
    )
    return
  }
  table.addRule('mark-for-masquerade', `meta mark set meta mark | ${mark}`)
  add(`meta mark & ${mark} == 0x00000000 return`)
  add(unmark)
  add('masquerade fully-random')
}

function addClusterIPsCheck({ table, ip, family, config }: NftContext): void {
  const add = (rule: string, comment: string): void => table.addRule('cluster-ips-check', rule, comment)
  add(`${ip} daddr @cluster-ips reject`, 'Reject traffic to invalid ports of ClusterIPs')
  const ranges = config.serviceCIDRs
    .map(ipRange)
    .filter((range): range is IPRange => range?.family === family)
  if (ranges.length > 0)
    add(`${ip} daddr ${addressSet(ranges)} drop`, 'Drop traffic to unallocated ClusterIPs')
}

function addDispatch(context: NftContext): void {
  const { table, ip, family, nodePorts } = context
  const toService = `${ip} daddr . meta l4proto . th dport vmap`
  const notLoopback = family === 'IPv6' ? 'ip6 daddr != ::1' : 'ip daddr != 127.0.0.0/8'
  const toNode = nodePorts.matchAll ? notLoopback : `${ip} daddr @nodeport-ips`
  const byPort = `${toNode} meta l4proto . th dport vmap`
  const byLocalPort = `${nodePorts.matchAll ? 'fib daddr type local ' : ''}${byPort}`
  const { earlyChains, inlineDNAT } = context.dialect
  const checks = (name: string): string => (earlyChains ? 'endpoints-check' : `${name}-endpoints-check`)
  table.addRule(checks('service'), `${toService} @no-endpoint-services`)
  table.addRule(checks('nodeport'), `${earlyChains ? byLocalPort : byPort} @no-endpoint-nodeports`)
  if (earlyChains) addFirewallSets(context)
  else table.addRule('firewall-check', `${toService} @firewall-ips`)
  if (inlineDNAT) addClusterIPMasquerade(context)
  table.addRule('services', `${toService} @service-ips`)
  table.addRule('services', `${byLocalPort} @service-nodeports`)
}

function addClusterIPMasquerade(context: NftContext): void {
  const { table, ip, mark, config, detector } = context
  const set = `meta mark set meta mark | ${mark}`
  const add = (match: string, comment: string): void =>
    table.addRule('services', `${ip} daddr @cluster-ips ${match}${set}`, comment)
  if (config.masqueradeAll) add('', 'masquerade all clusterIP traffic')
  else if (detector !== undefined)
    add(`${detectorMatch(context, detector, true)} `, 'masquerade clusterIP traffic from outside cluster')
}
