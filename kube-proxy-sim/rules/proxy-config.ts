import type { IPFamily } from '../../component-base/ip-family.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'

/** The modes of kube-proxy on Linux; userspace, which some releases have, ends before it has rules. */
export const proxyModes = ['iptables', 'nftables', 'ipvs'] as const
/** One of {@link proxyModes}. */
export type ProxyMode = (typeof proxyModes)[number]

/** The settings by which a proxy tells a local pod's traffic from other traffic. */
export interface DetectLocal {
  /** `ClusterCIDR`, `NodeCIDR`, `BridgeInterface`, `InterfaceNamePrefix`; anything else detects nothing. */
  mode: string
  clusterCIDRs: readonly string[]
  bridgeInterface: string
  interfaceNamePrefix: string
}

/** The knowledge of a kube-proxy beside Services and EndpointSlices. */
export interface ProxyConfig {
  mode: ProxyMode
  /** 30 for release 1.30. */
  minor: number
  gates: FeatureGateReader
  nodeName: string
  /** The node's `topology.kubernetes.io/zone`, or empty. */
  zone: string
  /** The node's own address of each family; loopback where it has none. */
  nodeIPs: Readonly<Record<IPFamily, string>>
  /** Addresses of the machine's interfaces, loopback included. */
  interfaceAddresses: readonly string[]
  /** `spec.podCIDRs` of the node. */
  podCIDRs: readonly string[]
  detectLocal: DetectLocal
  masqueradeAll: boolean
  masqueradeBit: number
  localhostNodePorts: boolean
  /** CIDRs; `primary` is already resolved. */
  nodePortAddresses: readonly string[]
  /** The kernel's nf_conntrack_tcp_be_liberal. */
  conntrackTCPBeLiberal: boolean
  /** The CIDRs of ServiceCIDR objects; empty where the proxy does not watch them. */
  serviceCIDRs: readonly string[]
  ipvs: { scheduler: string }
}
