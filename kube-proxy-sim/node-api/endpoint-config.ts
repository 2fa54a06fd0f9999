import type { ProxyConfig } from '../rules/proxy-config.ts'

/** A proxy configuration that decides on endpoints only, since nothing is programmed. */
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
