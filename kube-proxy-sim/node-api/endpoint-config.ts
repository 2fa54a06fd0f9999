import type { ProxyConfig } from '../rules/proxy-config.ts'

/** The configuration by which a node chooses its endpoints: only what decides on them counts, for nothing is programmed. */
export const endpointConfig = (
  node: Pick<ProxyConfig, 'minor' | 'gates' | 'nodeName' | 'zone'>,
): ProxyConfig => ({
  ...node,
  mode: 'nftables',
  nodeIPs: { IPv4: '127.0.0.1', IPv6: '::1' },
  interfaceAddresses: [],
  podCIDRs: [],
  detectLocal: { mode: '', clusterCIDRs: [], bridgeInterface: '', interfaceNamePrefix: '' },
  masqueradeAll: false,
  masqueradeBit: 14,
  localhostNodePorts: false,
  nodePortAddresses: [],
  conntrackTCPBeLiberal: false,
  serviceCIDRs: [],
  ipvs: { scheduler: '' },
})
