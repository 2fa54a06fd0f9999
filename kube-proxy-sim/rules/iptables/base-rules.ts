// Upstream: pkg/proxy/iptables/proxier.go iptablesJumpChains, and syncProxyRules outside its loop

import { type IptablesContext, markText } from './context.ts'
import { comment, hostNetwork, type SaveRule } from './save-rule.ts'
import type { TableName } from './tables.ts'

const isNew = '-m conntrack --ctstate NEW'
const portals = 'kubernetes service portals'
const external = 'kubernetes externally-visible service portals'
const firewall = 'kubernetes load balancer firewall'

/** Each is put before the rules that its source chain already has. */
const jumps: readonly { table: TableName; from: string; to: string; m: readonly string[] }[] = [
  { table: 'filter', from: 'INPUT', to: 'KUBE-EXTERNAL-SERVICES', m: [isNew, comment(external)] },
  { table: 'filter', from: 'FORWARD', to: 'KUBE-EXTERNAL-SERVICES', m: [isNew, comment(external)] },
  {
    table: 'filter',
    from: 'INPUT',
    to: 'KUBE-NODEPORTS',
    m: [comment('kubernetes health check service ports')],
  },
  { table: 'filter', from: 'FORWARD', to: 'KUBE-SERVICES', m: [isNew, comment(portals)] },
  { table: 'filter', from: 'OUTPUT', to: 'KUBE-SERVICES', m: [isNew, comment(portals)] },
  { table: 'filter', from: 'FORWARD', to: 'KUBE-FORWARD', m: [comment('kubernetes forwarding rules')] },
  { table: 'filter', from: 'INPUT', to: 'KUBE-PROXY-FIREWALL', m: [isNew, comment(firewall)] },
  { table: 'filter', from: 'OUTPUT', to: 'KUBE-PROXY-FIREWALL', m: [isNew, comment(firewall)] },
  { table: 'filter', from: 'FORWARD', to: 'KUBE-PROXY-FIREWALL', m: [isNew, comment(firewall)] },
  { table: 'nat', from: 'OUTPUT', to: 'KUBE-SERVICES', m: [comment(portals)] },
  { table: 'nat', from: 'PREROUTING', to: 'KUBE-SERVICES', m: [comment(portals)] },
  { table: 'nat', from: 'POSTROUTING', to: 'KUBE-POSTROUTING', m: [comment('kubernetes postrouting rules')] },
  { table: 'filter', from: 'INPUT', to: 'KUBE-FIREWALL', m: [] },
  { table: 'filter', from: 'OUTPUT', to: 'KUBE-FIREWALL', m: [] },
]

/** Appends the chains and rules that exist without any Service. */
export function addBaseRules(context: IptablesContext): void {
  const { tables } = context
  for (const table of [tables.mangle, tables.filter, tables.nat]) table.addChain('KUBE-PROXY-CANARY')
  const { marksDrops, ownFirewall } = context.dialect
  const absent = [...(marksDrops ? ['KUBE-PROXY-FIREWALL'] : []), ...(ownFirewall ? [] : ['KUBE-FIREWALL'])]
  for (const { table, from, to, m } of jumps.filter((jump) => !absent.includes(jump.to))) {
    tables[table].addChain(to)
    tables[table].prepend(from, { m, j: to })
  }
  tables.nat.addChain('KUBE-NODEPORTS')
  if (marksDrops) tables.nat.addChain('KUBE-MARK-DROP')
  addMasquerading(context)
  if (!context.localhostNodePorts || !ownFirewall) return
  tables.filter.append('KUBE-FIREWALL', {
    s: '! 127.0.0.0/8',
    d: '127.0.0.0/8',
    m: [comment('block incoming localnet connections'), '-m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT'],
    j: 'DROP',
  })
}

/** Appends the rules that masquerade marked packets, and clear the mark. */
export function addMasquerading(context: IptablesContext): void {
  const { nat } = context.tables
  const postrouting = (rule: SaveRule): void => nat.append('KUBE-POSTROUTING', rule)
  postrouting({ m: [`-m mark ! --mark ${markText(context)}`], j: 'RETURN' })
  postrouting({ j: `MARK --set-xmark ${markText(context, '0x0')}` })
  postrouting({ m: [comment('kubernetes service traffic requiring SNAT')], j: 'MASQUERADE --random-fully' })
  nat.append('KUBE-MARK-MASQ', { j: `MARK --set-xmark ${markText(context)}` })
}

/** Appends the rules that follow those of all services. */
export function addFinalRules(context: IptablesContext): void {
  addNodePortJumps(context)
  const forward = (rule: SaveRule): void => context.tables.filter.append('KUBE-FORWARD', rule)
  if (!context.config.conntrackTCPBeLiberal) {
    // @note iptables-save prints two spaces here.
    const counter = context.dialect.packetCounters
      ? ['-m nfacct --nfacct-name  ct_state_invalid_dropped_pkts']
      : []
    forward({ m: ['-m conntrack --ctstate INVALID', ...counter], j: 'DROP' })
  }
  addForwarding(context)
}

/** Appends the rules that let forwarded packets of services pass. */
export function addForwarding(context: IptablesContext): void {
  const forward = (rule: SaveRule): void => context.tables.filter.append('KUBE-FORWARD', rule)
  forward({ m: [comment('kubernetes forwarding rules'), `-m mark --mark ${markText(context)}`], j: 'ACCEPT' })
  forward({
    m: [comment('kubernetes forwarding conntrack rule'), '-m conntrack --ctstate RELATED,ESTABLISHED'],
    j: 'ACCEPT',
  })
}

function addNodePortJumps(context: IptablesContext): void {
  const { family, localhostNodePorts, nodePorts, dialect } = context
  const last = comment('kubernetes service nodeports; NOTE: this must be the last rule in this chain')
  const jump = (d: string | undefined, more: readonly string[]): void =>
    context.tables.nat.append('KUBE-SERVICES', { d, m: [last, ...more], j: 'KUBE-NODEPORTS' })
  if (nodePorts.matchAll) {
    const notLoopback = family === 'IPv6' ? '! ::1/128' : '! 127.0.0.0/8'
    const allowsLoopback = family === 'IPv6' ? !dialect.skipsIPv6Loopback : localhostNodePorts
    jump(allowsLoopback ? undefined : notLoopback, ['-m addrtype --dst-type LOCAL'])
    return
  }
  const allowed = (ip: string): boolean =>
    family === 'IPv6'
      ? !dialect.skipsIPv6Loopback || ip !== '::1'
      : localhostNodePorts || !ip.startsWith('127.')
  for (const ip of nodePorts.nodeIPs.filter(allowed)) jump(hostNetwork(ip), [])
}
