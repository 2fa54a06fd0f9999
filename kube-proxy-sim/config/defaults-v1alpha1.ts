// Upstream: pkg/proxy/apis/config/v1alpha1/defaults.go
import { parseIP } from '../../component-base/go/net.ts'
import { appendPortIfNeeded } from './address.ts'
import { milliseconds } from './duration.ts'
import { defaultLogging } from './logging-defaults.ts'
import type { V1alpha1Configuration } from './types.ts'

const healthzPort = 10256
const metricsPort = 10249

/** Sets v1alpha1's defaults in `config`, in place, and returns it. @param minor the release: what its logging has */
export function setDefaultsV1alpha1(config: V1alpha1Configuration, minor: number): V1alpha1Configuration {
  config.bindAddress ||= '0.0.0.0'
  setAddresses(config)
  config.oomScoreAdj ??= -999
  setPeriod(config.iptables, '30s', '1s')
  setPeriod(config.ipvs, '30s')
  setPeriod(config.nftables, '30s', '1s')
  config.iptables.localhostNodePorts ??= true
  config.iptables.masqueradeBit ??= 14
  config.nftables.masqueradeBit ??= 14
  config.conntrack.maxPerCore ??= 32 * 1024
  config.conntrack.min ??= 128 * 1024
  config.conntrack.tcpEstablishedTimeout ??= '24h0m0s'
  config.conntrack.tcpCloseWaitTimeout ??= '1h0m0s'
  if (milliseconds(config.configSyncPeriod) === 0) config.configSyncPeriod = '15m0s'
  config.clientConnection.contentType ||= 'application/vnd.kubernetes.protobuf'
  config.clientConnection.qps ||= 5
  config.clientConnection.burst ||= 10
  if (config.udpIdleTimeout !== undefined && milliseconds(config.udpIdleTimeout) === 0)
    config.udpIdleTimeout = '250ms'
  defaultLogging(config.logging, minor)
  return config
}

/** Zero counts as unset. */
function setPeriod(section: { syncPeriod: string; minSyncPeriod: string }, sync: string, min?: string): void {
  if (milliseconds(section.syncPeriod) === 0) section.syncPeriod = sync
  if (min !== undefined && milliseconds(section.minSyncPeriod) === 0) section.minSyncPeriod = min
}

/** The family of bindAddress decides where health and metrics are served by default. */
function setAddresses(config: V1alpha1Configuration): void {
  const isV4 = isIPv4Like(config.bindAddress)
  config.healthzBindAddress =
    config.healthzBindAddress === ''
      ? `${isV4 ? '0.0.0.0' : '[::]'}:${healthzPort}`
      : appendPortIfNeeded(config.healthzBindAddress, healthzPort)
  config.metricsBindAddress =
    config.metricsBindAddress === ''
      ? `${isV4 ? '127.0.0.1' : '[::1]'}:${metricsPort}`
      : appendPortIfNeeded(config.metricsBindAddress, metricsPort)
}

/** Go's IP.To4: mapped addresses count as IPv4; what is no address does not. */
function isIPv4Like(text: string): boolean {
  const ip = parseIP(text, { sloppy: true })
  return ip !== undefined && (!ip.includes(':') || /^::ffff:[0-9a-f]+:[0-9a-f]+$/.test(ip))
}
