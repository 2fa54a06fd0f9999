// Upstream: cmd/kube-proxy/app/server_linux.go (platformApplyDefaults)
import { proxyConfigDialect } from './dialect.ts'
import type { CommonConfiguration } from './types.ts'

/** Chooses what the configuration leaves open, on Linux; changes `config`. Answers whether the mode was left open. */
export function applyPlatformDefaults(config: CommonConfiguration, minor: number): boolean {
  const open = config.mode === ''
  config.mode ||= 'iptables'
  const { primaryNodePorts } = proxyConfigDialect(minor)
  if (primaryNodePorts && config.mode === 'nftables' && (config.nodePortAddresses ?? []).length === 0)
    config.nodePortAddresses = ['primary']
  config.detectLocalMode ||= 'ClusterCIDR'
  return open
}
