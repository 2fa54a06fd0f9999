// Upstream: cmd/kube-proxy/app/server_linux.go (platformApplyDefaults)
import { proxyConfigDialect } from './dialect.ts'
import type { CommonConfiguration } from './types.ts'

/** Sets the defaults that depend on Linux, in place. Returns whether the mode was unset. */
export function applyPlatformDefaults(config: CommonConfiguration, minor: number): boolean {
  const open = config.mode === ''
  config.mode ||= 'iptables'
  const { primaryNodePorts } = proxyConfigDialect(minor)
  if (primaryNodePorts && config.mode === 'nftables' && (config.nodePortAddresses ?? []).length === 0)
    config.nodePortAddresses = ['primary']
  config.detectLocalMode ||= 'ClusterCIDR'
  return open
}
