// The chains, sets and maps of nftables mode as it first came: all filtering after DNAT, and firewalls as sets.
// Upstream: pkg/proxy/nftables/proxier.go of 1.29, nftablesBaseChains, nftablesJumpChains, setupNFTables
import { contains, rangeText } from '../model/ip-range.ts'
import type { ServicePort } from '../model/service-port.ts'
import type { NftContext } from './context.ts'

/** Source chain, destination, what the rule matches. */
const jumps: readonly [string, string, string][] = [
  ['filter-input', 'endpoints-check', 'ct state new '],
  ['filter-forward', 'endpoints-check', 'ct state new '],
  ['filter-output', 'endpoints-check', 'ct state new '],
  ['filter-forward', 'forward', ''],
  ['filter-input', 'firewall-check', 'ct state new '],
  ['filter-output', 'firewall-check', 'ct state new '],
  ['filter-forward', 'firewall-check', 'ct state new '],
  ['nat-output', 'services', ''],
  ['nat-prerouting', 'services', ''],
  ['nat-postrouting', 'masquerading', ''],
]

/** Adds the base chains of filters, and the jumps from all base chains. */
export function addEarlyJumps({ table, config, dialect }: NftContext): void {
  for (const at of ['input', 'forward', 'output'])
    table.addChain(`filter-${at}`, { hook: `type filter hook ${at} priority -101; policy accept;` })
  for (const [from, to, match] of jumps) {
    table.addChain(to)
    table.addRule(from, `${match}jump ${to}`)
  }
  if (dialect.dropsInvalid && !config.conntrackTCPBeLiberal) table.addRule('forward', 'ct state invalid drop')
}

/** Adds the sets of addresses with loadBalancerSourceRanges, and the rules that drop by them. */
export function addFirewallSets({ table, family, ip }: NftContext): void {
  const address = family === 'IPv6' ? 'ipv6_addr' : 'ipv4_addr'
  const type = `${address} . inet_proto . inet_service`
  table.addSet({ kind: 'set', name: 'firewall', type })
  table.addSet({
    kind: 'set',
    name: 'firewall-allow',
    type: `${type} . ${address}`,
    properties: ['flags interval'],
  })
  const to = `${ip} daddr . meta l4proto . th dport`
  table.addRule('firewall-check', `${to} @firewall jump firewall-allow-check`)
  table.addRule('firewall-allow-check', `${to} . ${ip} saddr @firewall-allow return`)
  table.addRule('firewall-allow-check', 'drop')
}

/** Adds the load balancer addresses of a service port with source ranges to the sets. */
export function addFirewallElements({ table, config, family }: NftContext, port: ServicePort): void {
  const ranges = port.loadBalancerSourceRanges
  const comment = port.nameString
  for (const vip of ranges.length === 0 ? [] : port.loadBalancerVIPs) {
    const key = [vip, port.protocol.toLowerCase(), `${port.port}`]
    table.addElement('firewall', { key, comment })
    for (const range of ranges)
      table.addElement('firewall-allow', { key: [...key, rangeText(range)], comment })
    // The node's own requests come back with the address of the load balancer.
    if (ranges.some((range) => contains(range, config.nodeIPs[family])))
      table.addElement('firewall-allow', { key: [...key, vip] })
  }
}
