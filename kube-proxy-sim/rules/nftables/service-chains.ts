// Upstream: pkg/proxy/nftables/proxier.go syncProxyRules, the chains of one service
import { joinHostPort } from '../../../component-base/go/net.ts'
import type { Endpoint } from '../model/endpoint.ts'
import { contains, ipRange } from '../model/ip-range.ts'
import type { ServiceTraffic } from '../model/service-traffic.ts'
import { addressSet } from './address-set.ts'
import { addCaptureElements, usesFirewall } from './capture-elements.ts'
import { endpointNames, type ServiceChains, serviceChains } from './chain-names.ts'
import { detectorMatch, type NftContext, setMark } from './context.ts'
import { nftDuration } from './nft-duration.ts'

type EndpointNames = ReadonlyMap<Endpoint, { chain: string; affinity: string }>

/** Adds the chains and set elements of a service port, those of its endpoints included. */
export function addServiceChains(context: NftContext, traffic: ServiceTraffic): void {
  const { dialect, table } = context
  const { port } = traffic
  const chains = serviceChains(port)
  const endpointChains = !dialect.inlineDNAT || port.clientIPAffinity
  const names: EndpointNames = new Map(
    endpointChains ? traffic.reachable.map((one) => [one, endpointNames(port, one)]) : [],
  )
  for (const { chain } of names.values()) table.addChain(chain)
  if (traffic.usesClusterChain) table.addChain(chains.cluster)
  if (traffic.usesLocalChain) table.addChain(chains.local)
  if (dialect.inlineDNAT) addHairpins(context, traffic)
  else if (traffic.hasInternal) addInternalMasquerade(context, traffic, chains)
  if (traffic.usesExternalChain) addExternalChain(context, traffic, chains)
  if (usesFirewall(traffic) && !dialect.earlyChains) addFirewallChain(context, traffic, chains)
  addCaptureElements(context, traffic, chains)
  if (port.clientIPAffinity) addAffinitySets(context, traffic, names)
  const choose = endpointChains ? addJumps : addDNATs
  if (traffic.usesClusterChain) choose(context, traffic, chains.cluster, traffic.cluster, names)
  if (traffic.usesLocalChain) choose(context, traffic, chains.local, traffic.local, names)
  for (const [endpoint, own] of names) addEndpointChain(context, traffic, endpoint, own)
}

function addHairpins({ table }: NftContext, { port, reachable }: ServiceTraffic): void {
  for (const { ip, port: number, local } of reachable)
    if (local)
      table.addElement('hairpin-connections', { key: [ip, ip, port.protocol.toLowerCase(), `${number}`] })
}

function addInternalMasquerade(context: NftContext, { port }: ServiceTraffic, chains: ServiceChains): void {
  const { config, detector, dialect, ip, table } = context
  if (!config.masqueradeAll && detector === undefined) return
  const toPort = dialect.masqueradeNamesPort ? [`${port.protocol.toLowerCase()} dport ${port.port}`] : []
  const outside = config.masqueradeAll ? [] : [detectorMatch(context, detector!, true)]
  const rule = [`${ip} daddr ${port.clusterIP}`, ...toPort, ...outside, setMark(context)]
  table.addRule(port.internalPolicyLocal ? chains.local : chains.cluster, rule.join(' '))
}

function addExternalChain(context: NftContext, traffic: ServiceTraffic, chains: ServiceChains): void {
  const { detector, dialect, table } = context
  const { externalPolicyLocal } = traffic.port
  const add = (rule: string, comment?: string): void => table.addRule(chains.external, rule, comment)
  table.addChain(chains.external)
  if (!externalPolicyLocal) add(setMark(context), dialect.inlineDNAT ? 'masquerade' : undefined)
  else {
    if (detector !== undefined)
      add(`${detectorMatch(context, detector, false)} goto ${chains.cluster}`, 'short-circuit pod traffic')
    add(`fib saddr type local ${setMark(context)}`, 'masquerade local traffic')
    add(`fib saddr type local goto ${chains.cluster}`, 'short-circuit local traffic')
  }
  if (traffic.hasExternal) add(`goto ${externalPolicyLocal ? chains.local : chains.cluster}`)
}

function addFirewallChain(context: NftContext, { port }: ServiceTraffic, chains: ServiceChains): void {
  const ranges = [...port.loadBalancerSourceRanges]
  const nodeIP = context.config.nodeIPs[context.family]
  if (ranges.some((range) => contains(range, nodeIP)))
    for (const ip of port.loadBalancerVIPs) ranges.push(ipRange(`${ip}/${context.ip === 'ip6' ? 128 : 32}`)!)
  context.table.addRule(chains.firewall, `${context.ip} saddr != ${addressSet(ranges)} drop`)
}

function addAffinitySets(
  { table, family }: NftContext,
  { port }: ServiceTraffic,
  names: EndpointNames,
): void {
  for (const { affinity } of names.values())
    table.addSet({
      kind: 'set',
      name: affinity,
      type: family === 'IPv6' ? 'ipv6_addr' : 'ipv4_addr',
      properties: ['size 65535', 'flags dynamic,timeout', `timeout ${nftDuration(port.stickyMaxAgeSeconds)}`],
    })
}

/** From 1.36 on, without session affinity: the service chain translates addresses itself. */
function addDNATs(
  { table, ip }: NftContext,
  { port }: ServiceTraffic,
  chain: string,
  endpoints: readonly Endpoint[],
): void {
  const choices = endpoints.map((one, at) => `${at} : ${one.ip} . ${one.port}`).join(', ')
  const target = `numgen random mod ${endpoints.length} map { ${choices} }`
  table.addRule(chain, `meta l4proto ${port.protocol.toLowerCase()} dnat ${ip} to ${target}`)
}

function addJumps(
  { table, ip }: NftContext,
  { port }: ServiceTraffic,
  chain: string,
  endpoints: readonly Endpoint[],
  names: EndpointNames,
): void {
  const own = endpoints.map((endpoint) => names.get(endpoint)!)
  if (port.clientIPAffinity)
    for (const { affinity, chain: to } of own) table.addRule(chain, `${ip} saddr @${affinity} goto ${to}`)
  const choices = own.map((name, at) => `${at} : goto ${name.chain}`).join(', ')
  table.addRule(chain, `numgen random mod ${own.length} vmap { ${choices} }`)
}

function addEndpointChain(
  context: NftContext,
  { port }: ServiceTraffic,
  endpoint: Endpoint,
  { chain, affinity }: { chain: string; affinity: string },
): void {
  const { table, ip, dialect } = context
  if (!dialect.inlineDNAT) table.addRule(chain, `${ip} saddr ${endpoint.ip} ${setMark(context)}`)
  if (port.clientIPAffinity) table.addRule(chain, `update @${affinity} { ${ip} saddr }`)
  table.addRule(
    chain,
    `meta l4proto ${port.protocol.toLowerCase()} dnat to ${joinHostPort(endpoint.ip, endpoint.port)}`,
  )
}
