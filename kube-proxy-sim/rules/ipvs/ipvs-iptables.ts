// Upstream: pkg/proxy/ipvs/proxier.go writeIptablesRules, createAndLinkKubeChain, ipsetWithIptablesChain
import { addForwarding, addMasquerading } from '../iptables/base-rules.ts'
import type { IptablesContext } from '../iptables/context.ts'
import { comment, detectorMatch, type SaveRule } from '../iptables/save-rule.ts'
import type { TableName } from '../iptables/tables.ts'
import type { ServicePort } from '../model/service-port.ts'
import { ipvsDialect } from './dialect.ts'
import type { IPSetKind, IPSets } from './ip-sets.ts'

const services = 'KUBE-SERVICES'
const markMasq = 'KUBE-MARK-MASQ'

const chains: readonly [TableName, string][] = [
  ['nat', services],
  ['nat', 'KUBE-POSTROUTING'],
  ['nat', 'KUBE-NODE-PORT'],
  ['nat', 'KUBE-LOAD-BALANCER'],
  ['nat', markMasq],
  ['nat', 'KUBE-FIREWALL'],
  ['nat', 'KUBE-MARK-DROP'],
  ['filter', 'KUBE-FORWARD'],
  ['filter', 'KUBE-NODE-PORT'],
  ['filter', 'KUBE-PROXY-FIREWALL'],
  ['filter', 'KUBE-SOURCE-RANGES-FIREWALL'],
  ['filter', 'KUBE-IPVS-FILTER'],
  ['filter', 'KUBE-IPVS-OUT-FILTER'],
]

const jumps: readonly [TableName, string, string, string][] = [
  ['nat', 'OUTPUT', services, 'kubernetes service portals'],
  ['nat', 'PREROUTING', services, 'kubernetes service portals'],
  ['nat', 'POSTROUTING', 'KUBE-POSTROUTING', 'kubernetes postrouting rules'],
  ['filter', 'FORWARD', 'KUBE-FORWARD', 'kubernetes forwarding rules'],
  ['filter', 'INPUT', 'KUBE-NODE-PORT', 'kubernetes health check rules'],
  ['filter', 'INPUT', 'KUBE-PROXY-FIREWALL', 'kube-proxy firewall rules'],
  ['filter', 'FORWARD', 'KUBE-PROXY-FIREWALL', 'kube-proxy firewall rules'],
  ['filter', 'INPUT', 'KUBE-IPVS-FILTER', 'kubernetes ipvs access filter'],
  ['filter', 'OUTPUT', 'KUBE-IPVS-OUT-FILTER', 'kubernetes ipvs access filter'],
]

type SetRule = [IPSetKind, TableName, string, string, string, string?]

/** The rules that lead to a firewall chain, and back from it for allowed sources. */
const firewallRules = (table: TableName, from: string, firewall: string): SetRule[] => [
  ['LOAD-BALANCER-FW', table, from, firewall, 'dst,dst'],
  ['LOAD-BALANCER-SOURCE-CIDR', table, firewall, 'RETURN', 'dst,dst,src'],
  ['LOAD-BALANCER-SOURCE-IP', table, firewall, 'RETURN', 'dst,dst,src'],
]

/** Rules that only need the set not to be empty: set, table, chain, target, fields, protocol. Local sets come first. */
const setRules: readonly SetRule[] = [
  ['LOOP-BACK', 'nat', 'KUBE-POSTROUTING', 'MASQUERADE', 'dst,dst,src'],
  ['LOAD-BALANCER', 'nat', services, 'KUBE-LOAD-BALANCER', 'dst,dst'],
  ...firewallRules('nat', 'KUBE-LOAD-BALANCER', 'KUBE-FIREWALL'),
  ['LOAD-BALANCER-LOCAL', 'nat', 'KUBE-LOAD-BALANCER', 'RETURN', 'dst,dst'],
  ['NODE-PORT-LOCAL-TCP', 'nat', 'KUBE-NODE-PORT', 'RETURN', 'dst', 'tcp'],
  ['NODE-PORT-TCP', 'nat', 'KUBE-NODE-PORT', markMasq, 'dst', 'tcp'],
  ['NODE-PORT-LOCAL-UDP', 'nat', 'KUBE-NODE-PORT', 'RETURN', 'dst', 'udp'],
  ['NODE-PORT-UDP', 'nat', 'KUBE-NODE-PORT', markMasq, 'dst', 'udp'],
  ['NODE-PORT-LOCAL-SCTP-HASH', 'nat', 'KUBE-NODE-PORT', 'RETURN', 'dst,dst', 'sctp'],
  ['NODE-PORT-SCTP-HASH', 'nat', 'KUBE-NODE-PORT', markMasq, 'dst,dst', 'sctp'],
  ...firewallRules('filter', 'KUBE-PROXY-FIREWALL', 'KUBE-SOURCE-RANGES-FIREWALL'),
]

type Values = ReturnType<typeof ipvsDialect>

/** Chains that a release does not have. */
function absentChains(values: Values): ReadonlySet<string> {
  const { filtersSourceRanges, guardsAddresses, guardsLoadBalancers } = values
  return new Set([
    ...(filtersSourceRanges
      ? ['KUBE-FIREWALL', 'KUBE-MARK-DROP']
      : ['KUBE-PROXY-FIREWALL', 'KUBE-SOURCE-RANGES-FIREWALL']),
    ...(guardsAddresses ? [] : ['KUBE-IPVS-FILTER']),
    ...(guardsLoadBalancers ? [] : ['KUBE-IPVS-OUT-FILTER']),
  ])
}

/** Appends the iptables rules of IPVS mode: marks, masquerading and filters by set. */
export function addIpvsRules(
  context: IptablesContext,
  sets: IPSets,
  unreachable: readonly ServicePort[],
): void {
  const { tables, family } = context
  const values = ipvsDialect(context.config.minor)
  const { filtersSourceRanges, guardsAddresses, guardsLoadBalancers } = values
  const absent = absentChains(values)
  for (const [table, chain] of chains) if (!absent.has(chain)) tables[table].addChain(chain)
  for (const [table, from, to, text] of jumps)
    if (!absent.has(to)) tables[table].prepend(from, { m: [comment(text)], j: to })
  if (guardsAddresses)
    tables.nat.append(services, { s: family === 'IPv6' ? '::1/128' : '127.0.0.0/8', j: 'RETURN' })
  for (const [kind, table, chain, j, fields, p] of setRules)
    if (sets[kind].entries.size > 0 && !absent.has(chain) && !absent.has(j))
      tables[table].append(chain, { p, m: matchWithComment(sets, kind, fields), j })
  addClusterIPRules(context, sets)
  addExternalIPRules(context, sets)
  tables.nat.append(services, { m: ['-m addrtype --dst-type LOCAL'], j: 'KUBE-NODE-PORT' })
  tables.nat.append('KUBE-LOAD-BALANCER', { j: markMasq })
  if (filtersSourceRanges) tables.filter.append('KUBE-SOURCE-RANGES-FIREWALL', { j: 'DROP' })
  else tables.nat.append('KUBE-FIREWALL', { j: 'KUBE-MARK-DROP' })
  if (guardsLoadBalancers) for (const port of unreachable) addUnreachable(context, port)
  for (const kind of ['CLUSTER-IP', 'LOAD-BALANCER'] as const)
    if (sets[kind].entries.size > 0)
      tables.nat.append(services, { m: [match(sets, kind, 'dst,dst')], j: 'ACCEPT' })
  addForwarding(context)
  addFilters(context, sets, values)
  addMasquerading(context)
}

const match = (sets: IPSets, kind: IPSetKind, fields: string): string =>
  `-m set --match-set ${sets[kind].name} ${fields}`
const matchWithComment = (sets: IPSets, kind: IPSetKind, fields: string): string[] => [
  comment(sets[kind].comment),
  match(sets, kind, fields),
]

function addClusterIPRules({ tables, config, detector }: IptablesContext, sets: IPSets): void {
  if (sets['CLUSTER-IP'].entries.size === 0) return
  const add = (fields: string, more: SaveRule): void =>
    tables.nat.append(services, { ...more, m: matchWithComment(sets, 'CLUSTER-IP', fields), j: markMasq })
  if (config.masqueradeAll) add('dst,dst', {})
  else if (detector !== undefined) add('dst,dst', detectorMatch(detector, true))
  else add('src,dst', {})
}

function addExternalIPRules({ tables }: IptablesContext, sets: IPSets): void {
  for (const kind of ['EXTERNAL-IP', 'EXTERNAL-IP-LOCAL'] as const) {
    if (sets[kind].entries.size === 0) continue
    const m = matchWithComment(sets, kind, 'dst,dst')
    if (kind === 'EXTERNAL-IP') tables.nat.append(services, { m, j: markMasq })
    const outside = ['-m physdev ! --physdev-is-in', '-m addrtype ! --src-type LOCAL']
    tables.nat.append(services, { m: [...m, ...outside], j: 'ACCEPT' })
    tables.nat.append(services, { m: [...m, '-m addrtype --dst-type LOCAL'], j: 'ACCEPT' })
  }
}

const protocolNumbers: Readonly<Record<string, number>> = { TCP: 6, UDP: 17, SCTP: 132 }

function addUnreachable({ tables, family }: IptablesContext, port: ServicePort): void {
  for (const ip of port.loadBalancerVIPs)
    tables.filter.append('KUBE-IPVS-OUT-FILTER', {
      s: `${ip}/${family === 'IPv6' ? 128 : 32}`,
      m: [`-m ipvs --vproto ${protocolNumbers[port.protocol]} --vaddr ${ip} --vport ${port.port}`],
      j: 'DROP',
    })
}

function addFilters({ tables, family }: IptablesContext, sets: IPSets, values: Values): void {
  const { filter } = tables
  const health = 'HEALTH-CHECK-NODE-PORT'
  filter.append('KUBE-NODE-PORT', { m: matchWithComment(sets, health, 'dst'), j: 'ACCEPT' })
  if (!values.guardsAddresses) return
  const passing = (['LOAD-BALANCER', 'CLUSTER-IP', 'EXTERNAL-IP', 'EXTERNAL-IP-LOCAL'] as const).filter(
    (kind) => kind !== 'EXTERNAL-IP-LOCAL' || values.passesLocalExternalIPs,
  )
  for (const kind of passing)
    filter.append('KUBE-IPVS-FILTER', { m: [match(sets, kind, 'dst,dst')], j: 'RETURN' })
  filter.append('KUBE-IPVS-FILTER', { m: [match(sets, health, 'dst')], j: 'RETURN' })
  filter.append('KUBE-IPVS-FILTER', {
    m: ['-m conntrack --ctstate NEW', match(sets, 'IPVS-IPS', 'dst')],
    j: `REJECT --reject-with ${family === 'IPv6' ? 'icmp6' : 'icmp'}-port-unreachable`,
  })
}
