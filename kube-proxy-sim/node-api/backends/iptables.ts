// The same state as text for `iptables-restore` or `ip6tables-restore`: rules of one packet after the other.
import { joinHostPort } from '../../../component-base/go/net.ts'
import { nameHash } from '../../rules/name-hash.ts'
import type { ServiceEndpoints } from '../messages.ts'
import { type Destination, type Family, type PortRules, portRules } from './port-rules.ts'

const mark = '0x4000/0x4000'

interface Lines {
  chains: Set<string>
  nat: string[]
  filter: string[]
}

/** The filter and nat tables of a family, as iptables-restore reads them. */
export function iptablesText(items: readonly ServiceEndpoints[], family: Family): string {
  const lines: Lines = { chains: new Set(), nat: [], filter: [] }
  for (const rule of portRules(items, family)) addPort(lines, rule, family)
  const nodePorts = '-A KUBE-SERVICES -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS'
  return [
    '*filter',
    ':INPUT ACCEPT [0:0]',
    ':FORWARD ACCEPT [0:0]',
    ':OUTPUT ACCEPT [0:0]',
    ':KUBE-SERVICES - [0:0]',
    ...['INPUT', 'FORWARD', 'OUTPUT'].map((hook) => `-A ${hook} -m conntrack --ctstate NEW -j KUBE-SERVICES`),
    ...lines.filter,
    'COMMIT',
    '*nat',
    ':PREROUTING ACCEPT [0:0]',
    ':OUTPUT ACCEPT [0:0]',
    ':POSTROUTING ACCEPT [0:0]',
    ...['KUBE-SERVICES', 'KUBE-NODEPORTS', ...lines.chains].map((name) => `:${name} - [0:0]`),
    '-A PREROUTING -j KUBE-SERVICES',
    '-A OUTPUT -j KUBE-SERVICES',
    `-A POSTROUTING -m mark --mark ${mark} -j MASQUERADE`,
    ...lines.nat,
    nodePorts,
    'COMMIT',
    '',
  ].join('\n')
}

function addPort(lines: Lines, rule: PortRules, family: Family): void {
  const service = addChoice(lines, rule, 'SVC', rule.internal)
  for (const ip of rule.clusterIPs) addAddress(lines, rule, ip, [], service, family)
  if (rule.nodePort === 0 && rule.entrances.length === 0) return
  const external = addChoice(lines, rule, 'EXT', rule.external)
  for (const { ips, from } of rule.entrances)
    for (const ip of ips) addAddress(lines, rule, ip, from, external, family)
  if (rule.nodePort === 0) return
  const match = `-p ${rule.protocol} --dport ${rule.nodePort}`
  if (external !== undefined) lines.nat.push(`-A KUBE-NODEPORTS ${match} -j ${external}`)
  else
    lines.filter.push(
      `-A KUBE-SERVICES -m addrtype --dst-type LOCAL ${match} -j ${rule.otherwise.toUpperCase()}`,
    )
}

function addAddress(
  lines: Lines,
  rule: PortRules,
  ip: string,
  from: readonly string[],
  chain: string | undefined,
  family: Family,
): void {
  const match = `-d ${ip}/${family === 'v6' ? 128 : 32} -p ${rule.protocol} --dport ${rule.port}`
  if (chain === undefined)
    return void lines.filter.push(`-A KUBE-SERVICES ${match} -j ${rule.otherwise.toUpperCase()}`)
  if (from.length === 0) return void lines.nat.push(`-A KUBE-SERVICES ${match} -j ${chain}`)
  for (const source of from) lines.nat.push(`-A KUBE-SERVICES -s ${source} ${match} -j ${chain}`)
  // Allowed traffic has another destination by then.
  lines.filter.push(`-A KUBE-SERVICES ${match} -j DROP`)
}

/** A chain that chooses one of the destinations; undefined where there are none. */
function addChoice(
  lines: Lines,
  rule: PortRules,
  kind: 'SVC' | 'EXT',
  to: readonly Destination[],
): string | undefined {
  if (to.length === 0) return undefined
  const chain = `KUBE-${kind}-${nameHash(rule.name, 16)}`
  lines.chains.add(chain)
  if (kind === 'EXT' && rule.masquerade) lines.nat.push(`-A ${chain} -j MARK --set-xmark ${mark}`)
  const chains = to.map((one) => addDestination(lines, rule, one))
  if (rule.affinity > 0)
    for (const one of chains)
      lines.nat.push(
        `-A ${chain} -m recent --name ${one} --rcheck --seconds ${rule.affinity} --reap -j ${one}`,
      )
  for (const [i, one] of chains.entries()) {
    const left = chains.length - i
    const chance = left === 1 ? '' : ` -m statistic --mode random --probability ${(1 / left).toFixed(11)}`
    lines.nat.push(`-A ${chain}${chance} -j ${one}`)
  }
  return chain
}

function addDestination(lines: Lines, rule: PortRules, { ip, port }: Destination): string {
  const text = joinHostPort(ip, port)
  const chain = `KUBE-SEP-${nameHash(`${rule.name} ${text}`, 16)}`
  if (lines.chains.has(chain)) return chain
  lines.chains.add(chain)
  const recent = rule.affinity > 0 ? ` -m recent --name ${chain} --set` : ''
  lines.nat.push(`-A ${chain} -p ${rule.protocol}${recent} -j DNAT --to-destination ${text}`)
  return chain
}
