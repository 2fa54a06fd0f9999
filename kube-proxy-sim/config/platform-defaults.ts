// Upstream: cmd/kube-proxy/app/server_linux.go (platformApplyDefaults)
import { proxyConfigDialect } from './dialect.ts'
import type { CommonConfiguration } from './types.ts'

/** Sets what a release chooses on Linux where a configuration leaves it open, in place; sooner or later all releases do. */
export function setLinuxDefaults(config: CommonConfiguration, minor: number): void {
  const { primaryNodePorts } = proxyConfigDialect(minor)
  config.mode ||= 'iptables'
  if (primaryNodePorts && config.mode === 'nftables' && (config.nodePortAddresses ?? []).length === 0)
    config.nodePortAddresses = ['primary']
  config.detectLocalMode ||= 'ClusterCIDR'
}

/** The same where a release does it in its configuration. Returns whether the mode was unset, and is told. */
export function applyPlatformDefaults(config: CommonConfiguration, minor: number): boolean {
  if (!proxyConfigDialect(minor).platformDefaults) return false
  const open = config.mode === ''
  setLinuxDefaults(config, minor)
  return open
}
