// Upstream: cmd/kube-proxy/app/server_linux.go (platformApplyDefaults)
import { proxyConfigDialect } from './dialect.ts'
import type { CommonConfiguration } from './types.ts'

/** Sets the defaults that depend on Linux, in place. Returns whether the mode was unset, and is told. */
export function applyPlatformDefaults(config: CommonConfiguration, minor: number): boolean {
  const { primaryNodePorts, platformDefaults } = proxyConfigDialect(minor)
  if (!platformDefaults) return false
  const open = config.mode === ''
  config.mode ||= 'iptables'
  if (primaryNodePorts && config.mode === 'nftables' && (config.nodePortAddresses ?? []).length === 0)
    config.nodePortAddresses = ['primary']
  config.detectLocalMode ||= 'ClusterCIDR'
  return open
}
