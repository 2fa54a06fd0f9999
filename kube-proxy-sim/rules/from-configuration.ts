// Upstream: NewProxyServer and detectNodeIPs of cmd/kube-proxy/app/server.go

import { getOwn } from '../../apimachinery/json.ts'
import { familyOf, type IPFamily, ipFamilies, isLoopback } from '../../component-base/ip-family.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { proxyConfigDialect } from '../config/dialect.ts'
import type { InternalConfiguration } from '../config/types.ts'
import { detectNodeIPs, nodeHostIPs } from '../startup/node-ips.ts'
import type { ProxyNode } from './model/objects.ts'
import { type ProxyConfig, type ProxyMode, proxyModes } from './proxy-config.ts'

/** A kube-proxy's configuration, and what it knows of its node and cluster. */
export interface ProxyConfigSource {
  config: InternalConfiguration
  gates: FeatureGateReader
  /** 30 for release 1.30. */
  minor: number
  nodeName: string
  /** The Node object; undefined: there is none. */
  node?: ProxyNode | undefined
  /** The node's addresses, where they are known, in place of those in `node`. */
  nodeIPs?: Readonly<Record<IPFamily, string>>
  podCIDRs?: readonly string[]
  /** The CIDRs of ServiceCIDR objects; undefined in releases that do not read them. */
  serviceCIDRs?: readonly string[]
  /** More addresses of the machine than the node's own and loopback. */
  interfaceAddresses?: readonly string[]
}

/** The parts of a kube-proxy's configuration and node that its rules depend on. */
export function proxyConfigOf(source: ProxyConfigSource): ProxyConfig {
  const { config, gates, minor, node } = source
  const mode = proxyModes.find((one) => one === config.mode) ?? 'iptables'
  const nodeIPs = source.nodeIPs ?? nodeIPsOf(node, config)
  return {
    mode,
    minor,
    gates,
    nodeName: source.nodeName,
    zone: getOwn(node?.metadata.labels, 'topology.kubernetes.io/zone') ?? '',
    nodeIPs,
    interfaceAddresses: [
      ...new Set(['127.0.0.1', '::1', ...Object.values(nodeIPs), ...(source.interfaceAddresses ?? [])]),
    ],
    podCIDRs: source.podCIDRs ?? podCIDRsOf(node),
    detectLocal: {
      // @note Without a mode ClusterCIDR is assumed.
      mode: config.detectLocalMode === '' ? 'ClusterCIDR' : config.detectLocalMode,
      clusterCIDRs: config.detectLocal.clusterCIDRs ?? [],
      bridgeInterface: config.detectLocal.bridgeInterface,
      interfaceNamePrefix: config.detectLocal.interfaceNamePrefix,
    },
    masqueradeAll: config.linux.masqueradeAll,
    masqueradeBit: masqueradeBit(config, mode),
    localhostNodePorts: config.iptables.localhostNodePorts ?? true,
    nodePortAddresses: nodePortNetworks(config, mode, minor, nodeIPs),
    conntrackTCPBeLiberal: config.linux.conntrack.tcpBeLiberal,
    serviceCIDRs: gateEnabled(gates, 'MultiCIDRServiceAllocator') ? (source.serviceCIDRs ?? []) : [],
    ipvs: { scheduler: config.ipvs.scheduler || 'rr' },
  }
}

const defaultMasqueradeBit = 14

function masqueradeBit(config: InternalConfiguration, mode: ProxyMode): number {
  const bits = { iptables: config.iptables, nftables: config.nftables, ipvs: config.ipvs }
  return bits[mode].masqueradeBit ?? config.iptables.masqueradeBit ?? defaultMasqueradeBit
}

const podCIDRsOf = (node: ProxyNode | undefined): string[] =>
  node?.spec?.podCIDRs ?? (node?.spec?.podCIDR === undefined ? [] : [node.spec.podCIDR])

const nodeIPsOf = (node: ProxyNode | undefined, config: InternalConfiguration) =>
  detectNodeIPs(nodeHostIPs(node ?? {}), config).nodeIPs

/** Nftables mode may mean the node's own addresses where none are configured. */
function nodePortNetworks(
  config: InternalConfiguration,
  mode: ProxyMode,
  minor: number,
  nodeIPs: Readonly<Record<IPFamily, string>>,
): string[] {
  const given = config.nodePortAddresses ?? []
  const primary = given.length === 1 && given[0] === 'primary'
  const { primaryNodePorts } = proxyConfigDialect(minor)
  if (!primary && !(primaryNodePorts && mode === 'nftables' && given.length === 0)) return given
  return ipFamilies
    .map((family) => nodeIPs[family])
    .filter((ip) => !isLoopback(ip))
    .map((ip) => `${ip}/${familyOf(ip) === 'IPv6' ? 128 : 32}`)
}
