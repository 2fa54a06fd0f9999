// A backend that writes a whole nftables ruleset for each state: `nft -f` replaces the old one in one step.
import type { ServiceEndpoints } from '../messages.ts'
import { type Destination, type Family, type PortRules, portRules } from './port-rules.ts'

const nft = {
  v4: { table: 'ip', address: 'ipv4_addr' },
  v6: { table: 'ip6', address: 'ipv6_addr' },
} as const
const mark = '0x4000'

/** The text for `nft -f`. Clients with session affinity are told apart by a hash of their address. */
export const nftablesText = (items: readonly ServiceEndpoints[]): string =>
  (['v4', 'v6'] as const).map((family) => table(portRules(items, family), family)).join('')

function table(rules: readonly PortRules[], family: Family): string {
  const { table: name } = nft[family]
  const parts = [
    map('service-ips', `${nft[family].address} . inet_proto . inet_service`, rules.flatMap(addressElements)),
    map('service-nodeports', 'inet_proto . inet_service', rules.flatMap(nodePortElements)),
    map('no-endpoint-services', `${nft[family].address} . inet_proto . inet_service`, rules.flatMap(missing)),
    map('no-endpoint-nodeports', 'inet_proto . inet_service', rules.flatMap(missingNodePort)),
    ...baseChains(name),
    ...rules.flatMap((rule) => serviceChains(rule, name)),
  ]
  return `table ${name} node-api\ndelete table ${name} node-api\ntable ${name} node-api {\n${parts.join('')}}\n`
}

const map = (name: string, type: string, elements: readonly string[]): string => {
  const list = elements.length === 0 ? '' : `\t\telements = {\n\t\t\t${elements.join(',\n\t\t\t')} }\n`
  return `\tmap ${name} {\n\t\ttype ${type} : verdict\n${list}\t}\n`
}

const chain = (name: string, rules: readonly string[]): string =>
  `\tchain ${name} {\n${rules.map((rule) => `\t\t${rule}\n`).join('')}\t}\n`

const baseChains = (ip: string): string[] => [
  chain('nat-prerouting', ['type nat hook prerouting priority dstnat; policy accept;', 'jump services']),
  chain('nat-output', ['type nat hook output priority -100; policy accept;', 'jump services']),
  chain('services', [
    `${ip} daddr . meta l4proto . th dport vmap @service-ips`,
    'fib daddr type local meta l4proto . th dport vmap @service-nodeports',
  ]),
  chain('nat-postrouting', [
    'type nat hook postrouting priority srcnat; policy accept;',
    `meta mark & ${mark} != 0 masquerade`,
  ]),
  ...['input', 'forward', 'output'].map((hook) =>
    chain(`filter-${hook}`, [
      `type filter hook ${hook} priority -110; policy accept;`,
      `${ip} daddr . meta l4proto . th dport vmap @no-endpoint-services`,
      'fib daddr type local meta l4proto . th dport vmap @no-endpoint-nodeports',
    ]),
  ),
  chain('reject-chain', ['reject']),
]

const verdictOf = (rule: PortRules): string => (rule.otherwise === 'drop' ? 'drop' : 'goto reject-chain')
const at = (ip: string, rule: PortRules): string => `${ip} . ${rule.protocol} . ${rule.port}`
const outside = (rule: PortRules): string[] => rule.entrances.flatMap(({ ips }) => ips)

const addressElements = (rule: PortRules): string[] => [
  ...(rule.internal.length === 0
    ? []
    : rule.clusterIPs.map((ip) => `${at(ip, rule)} : goto service-${rule.name}`)),
  ...(rule.external.length === 0
    ? []
    : rule.entrances.flatMap(({ ips, from }) =>
        ips.map((ip) => `${at(ip, rule)} : goto ${from.length > 0 ? 'firewall' : 'external'}-${rule.name}`),
      )),
]
const nodePortElements = (rule: PortRules): string[] =>
  rule.nodePort === 0 || rule.external.length === 0
    ? []
    : [`${rule.protocol} . ${rule.nodePort} : goto external-${rule.name}`]
const missing = (rule: PortRules): string[] =>
  [
    ...(rule.internal.length === 0 ? rule.clusterIPs : []),
    ...(rule.external.length === 0 ? outside(rule) : []),
  ].map((ip) => `${at(ip, rule)} : ${verdictOf(rule)}`)
const missingNodePort = (rule: PortRules): string[] =>
  rule.nodePort === 0 || rule.external.length > 0
    ? []
    : [`${rule.protocol} . ${rule.nodePort} : ${verdictOf(rule)}`]

function serviceChains(rule: PortRules, ip: string): string[] {
  const chains: string[] = []
  if (rule.internal.length > 0) chains.push(chain(`service-${rule.name}`, [choose(rule, rule.internal, ip)]))
  if (rule.external.length === 0 || (rule.nodePort === 0 && rule.entrances.length === 0)) return chains
  const marked = rule.masquerade ? [`meta mark set meta mark | ${mark}`] : []
  chains.push(chain(`external-${rule.name}`, [...marked, choose(rule, rule.external, ip)]))
  const limited = rule.entrances.find(({ from }) => from.length > 0)
  if (limited !== undefined)
    chains.push(
      chain(`firewall-${rule.name}`, [
        `${ip} saddr { ${limited.from.join(', ')} } goto external-${rule.name}`,
        'drop',
      ]),
    )
  return chains
}

function choose(rule: PortRules, to: readonly Destination[], ip: string): string {
  const by = rule.affinity > 0 ? `jhash ${ip} saddr` : 'numgen random'
  const list = to.map((one, i) => `${i} : ${one.ip} . ${one.port}`).join(', ')
  return `meta l4proto ${rule.protocol} dnat ${ip} to ${by} mod ${to.length} map { ${list} }`
}
