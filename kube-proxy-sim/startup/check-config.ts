// Upstream: cmd/kube-proxy/app/server.go (checkBadConfig, checkBadIPConfig)

import { splitHostPort } from '../../component-base/go/net.ts'
import { familyOf, type IPFamily, isLoopback, otherFamily } from '../../component-base/ip-family.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import { proxyConfigDialect } from '../config/dialect.ts'
import type { InternalConfiguration } from '../config/types.ts'
import { startupDialect } from './dialect.ts'
import type { NodeIPs } from './node-ips.ts'

/** The configuration of a kube-proxy and the addresses of its node, when it starts. */
export interface CheckedState {
  config: InternalConfiguration
  primary: IPFamily
  nodeIPs: NodeIPs
  podCIDRs: readonly string[]
  minor: number
}

const allOf = (cidrs: readonly string[] | null, family: IPFamily): boolean =>
  cidrs !== null && cidrs.length > 0 && cidrs.every((c) => familyOf(c) === family)
const isDual = (cidrs: readonly string[]): boolean => new Set(cidrs.map(familyOf)).size === 2

/** The text of the error that kube-proxy logs about its configuration when it starts; undefined where there is none. */
export function checkBadConfig({ config, primary, podCIDRs, minor }: CheckedState): string | undefined {
  if (!startupDialect(minor).checksNodePorts) return undefined
  const addresses = config.nodePortAddresses ?? []
  const other = otherFamily(primary)
  if (addresses.length === 0)
    return 'nodePortAddresses is unset; NodePort connections will be accepted on all local IPs. Consider using `--nodeport-addresses primary`'
  const ofPrimary = addresses.filter((c) => familyOf(c) === primary).length
  const anyDual = [
    config.detectLocal.clusterCIDRs ?? [],
    addresses,
    config.ipvs.excludeCIDRs ?? [],
    podCIDRs,
  ].some(isDual)
  if (anyDual && ofPrimary === addresses.length)
    return `cluster appears to be dual-stack but nodePortAddresses contains only ${primary} addresses; NodePort connections will be accepted on all local ${other} IPs`
  if (ofPrimary === 0)
    return `cluster appears to be ${primary}-primary but nodePortAddresses contains only ${other} addresses; NodePort connections will be accepted on all local ${primary} IPs`
  return undefined
}

/** The errors about options of the wrong family, on a simulated node that can do both. @returns `fatal`: kube-proxy ends. */
export function checkBadIPConfig({ config, primary, nodeIPs, podCIDRs, minor }: CheckedState): {
  error: string | undefined
  fatal: boolean
} {
  const bad = otherFamily(primary)
  const cluster = `${primary}-primary`
  const errors: string[] = []
  let fatal = false
  if (allOf(config.detectLocal.clusterCIDRs, bad))
    errors.push(
      `cluster is ${cluster} but ${proxyConfigDialect(minor).internalSections ? 'clusterCIDRs' : 'clusterCIDR'} contains only ${bad} addresses`,
    )
  if (!startupDialect(minor).checksNodePorts && allOf(config.nodePortAddresses, bad))
    errors.push(`cluster is ${cluster} but nodePortAddresses contains only ${bad} addresses`)
  if (allOf(podCIDRs, bad)) {
    errors.push(`cluster is ${cluster} but node.spec.podCIDRs contains only ${bad} addresses`)
    fatal = config.detectLocalMode === 'NodeCIDR'
  }
  const vip = config.winkernel.sourceVip
  if (vip !== '' && familyOf(vip) === bad)
    errors.push(`cluster is ${cluster} but winkernel.sourceVip is ${bad}`)
  // KEP-784 gives no text for a policy that the node does not meet.
  for (const family of ['IPv4', 'IPv6'] as const)
    if (config.ipFamilyPolicy === 'RequireDualStack' && isLoopback(nodeIPs[family]))
      errors.push(`ipFamilyPolicy is RequireDualStack but the node has no ${family} address`)
  if (errors.length === 0) return { error: undefined, fatal: false }
  return { error: aggregate(errors), fatal: fatal || config.configHardFail === true }
}

/** Host and port of a bind address. */
export function bindParts(address: string): { host: string; port: number } {
  const { host, port } = splitHostPort(address)
  return { host, port: Number(port) }
}
