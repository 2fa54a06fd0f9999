// Upstream: pkg/proxy/iptables/proxier.go syncProxyRules, the chains of one service
import { joinHostPort } from '../../../component-base/go/net.ts'
import type { Endpoint } from '../model/endpoint.ts'
import { contains, rangeText } from '../model/ip-range.ts'
import type { ServiceTraffic } from '../model/service-traffic.ts'
import { addCaptureRules, usesFirewall } from './capture-rules.ts'
import { endpointChain, type ServiceChains, serviceChains } from './chain-names.ts'
import type { IptablesContext } from './context.ts'
import { probabilityText } from './probability.ts'
import { comment, detectorMatch, dport, hostNetwork, type SaveRule } from './save-rule.ts'

const markMasq = 'KUBE-MARK-MASQ'
const markDrop = 'KUBE-MARK-DROP'

/** Appends the rules and chains of a service port, those of its endpoints included. */
export function addServiceRules(context: IptablesContext, traffic: ServiceTraffic): void {
  const chains = serviceChains(traffic.port)
  addCaptureRules(context, traffic, chains)
  if (traffic.hasInternal) addInternalMasquerade(context, traffic, chains)
  if (traffic.usesExternalChain) addExternalChain(context, traffic, chains)
  if (usesFirewall(traffic)) addFirewallChain(context, traffic, chains)
  const names = new Map<Endpoint, string>()
  for (const one of [...traffic.cluster, ...traffic.local, ...traffic.reachable])
    if (!names.has(one)) names.set(one, endpointChain(traffic.port, one))
  if (traffic.usesClusterChain) addChoice(context, traffic, chains.cluster, traffic.cluster, names)
  if (traffic.usesLocalChain) addChoice(context, traffic, chains.local, traffic.local, names)
  if (traffic.usesLocalChain && traffic.local.length === 0)
    context.tables.nat.append(chains.local, {
      m: [comment(`${traffic.port.nameString} has no local endpoints`)],
      j: markDrop,
    })
  for (const endpoint of traffic.reachable) addEndpointChain(context, traffic, endpoint, names.get(endpoint)!)
}

function addInternalMasquerade(
  context: IptablesContext,
  { port }: ServiceTraffic,
  chains: ServiceChains,
): void {
  const { config, detector, tables } = context
  if (!config.masqueradeAll && detector === undefined) return
  const protocol = port.protocol.toLowerCase()
  tables.nat.append(port.internalPolicyLocal ? chains.local : chains.cluster, {
    ...(config.masqueradeAll ? {} : detectorMatch(detector!, true)),
    d: hostNetwork(port.clusterIP),
    p: protocol,
    m: [comment(`${port.nameString} cluster IP`), dport(protocol, port.port)],
    j: markMasq,
  })
}

function addExternalChain(context: IptablesContext, traffic: ServiceTraffic, chains: ServiceChains): void {
  const { nameString, externalPolicyLocal } = traffic.port
  const add = (rule: SaveRule): void => context.tables.nat.append(chains.external, rule)
  const note = (text: string): string => comment(`${text} for ${nameString} external destinations`)
  const fromHere = '-m addrtype --src-type LOCAL'
  context.tables.nat.addChain(chains.external)
  if (!externalPolicyLocal) add({ m: [note('masquerade traffic')], j: markMasq })
  else {
    if (context.detector !== undefined)
      add({ ...detectorMatch(context.detector, false), m: [note('pod traffic')], j: chains.cluster })
    add({ m: [note('masquerade LOCAL traffic'), fromHere], j: markMasq })
    add({ m: [note('route LOCAL traffic'), fromHere], j: chains.cluster })
  }
  if (traffic.hasExternal) add({ j: externalPolicyLocal ? chains.local : chains.cluster })
}

function addFirewallChain(context: IptablesContext, { port }: ServiceTraffic, chains: ServiceChains): void {
  const { marksDrops, notesDrops } = context.dialect
  const add = (rule: SaveRule): void => context.tables.nat.append(chains.firewall, rule)
  const m = [comment(`${port.nameString} loadbalancer IP`)]
  const allow = (s: string): void => add({ s, m, j: chains.external })
  const ranges = port.loadBalancerSourceRanges
  const nodeMay = ranges.some((range) => contains(range, context.config.nodeIPs[context.family]))
  if (marksDrops) {
    // All of it once for each address, of which the first drops already.
    for (const ip of port.loadBalancerVIPs) {
      for (const range of ranges) allow(rangeText(range))
      if (nodeMay) allow(hostNetwork(ip))
      add({ m, j: markDrop })
    }
    return
  }
  for (const range of ranges) allow(rangeText(range))
  if (nodeMay) for (const ip of port.loadBalancerVIPs) allow(hostNetwork(ip))
  if (notesDrops)
    add({ m: [comment(`other traffic to ${port.nameString} will be dropped by KUBE-PROXY-FIREWALL`)] })
}

function addChoice(
  context: IptablesContext,
  { port }: ServiceTraffic,
  chain: string,
  endpoints: readonly Endpoint[],
  names: ReadonlyMap<Endpoint, string>,
): void {
  const note = ({ text }: Endpoint): string[] =>
    context.largeCluster ? [] : [comment(`${port.nameString} -> ${text}`)]
  const add = (endpoint: Endpoint, more: readonly string[]): void =>
    context.tables.nat.append(chain, { m: [...note(endpoint), ...more], j: names.get(endpoint)! })
  if (port.clientIPAffinity)
    for (const endpoint of endpoints) {
      const seen = `--rcheck --seconds ${port.stickyMaxAgeSeconds} --reap`
      add(endpoint, [recent(context, seen, names.get(endpoint)!)])
    }
  endpoints.forEach((endpoint, at) => {
    const left = endpoints.length - at
    add(endpoint, left === 1 ? [] : [`-m statistic --mode random --probability ${probabilityText(left)}`])
  })
}

const recent = ({ family }: IptablesContext, action: string, name: string): string => {
  const mask = family === 'IPv6' ? 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' : '255.255.255.255'
  return `-m recent ${action} --name ${name} --mask ${mask} --rsource`
}

function addEndpointChain(
  context: IptablesContext,
  { port }: ServiceTraffic,
  endpoint: Endpoint,
  chain: string,
): void {
  const protocol = port.protocol.toLowerCase()
  const note = context.largeCluster ? [] : [comment(port.nameString)]
  const affinity = port.clientIPAffinity ? [recent(context, '--set', chain)] : []
  context.tables.nat.append(chain, { s: hostNetwork(endpoint.ip), m: note, j: markMasq })
  context.tables.nat.append(chain, {
    p: protocol,
    m: [...note, ...affinity, `-m ${protocol}`],
    j: `DNAT --to-destination ${joinHostPort(endpoint.ip, endpoint.port)}`,
  })
}
