// Defaults as KEP-784 gives them; those that it does not name are v1alpha1's.
import { appendPortIfNeeded } from './address.ts'
import { milliseconds } from './duration.ts'
import { defaultLogging } from './logging-defaults.ts'
import type { InternalConfiguration } from './types.ts'

/** kubeproxy.config.k8s.io/v1alpha2: the internal shape without bindAddress. */
export type V1alpha2Configuration = Omit<InternalConfiguration, 'bindAddress'>

type Decoded = Omit<V1alpha2Configuration, 'bindAddressHardFail' | 'configHardFail' | 'minSyncPeriod'> & {
  minSyncPeriod: string | null
  bindAddressHardFail: boolean | null
  configHardFail?: boolean | null
}

/** Sets v1alpha2's defaults in `decoded`, in place, and returns it. @param minor the release that reads it */
export function setDefaultsV1alpha2(decoded: object, minor: number): V1alpha2Configuration {
  const config = decoded as Decoded
  // Without bindAddress no family is preferred: the addresses are those of IPv4, as the help text says.
  config.healthzBindAddress = appendPortIfNeeded(config.healthzBindAddress || '0.0.0.0:10256', 10256)
  config.metricsBindAddress = appendPortIfNeeded(config.metricsBindAddress || '127.0.0.1:10249', 10249)
  config.bindAddressHardFail ??= true
  config.configHardFail ??= true
  config.iptables.localhostNodePorts ??= false
  config.iptables.masqueradeBit ??= 14
  config.ipvs.masqueradeBit ??= 14
  config.nftables.masqueradeBit ??= 14
  config.linux.oomScoreAdj ??= -999
  setConntrack(config.linux.conntrack)
  if (milliseconds(config.syncPeriod) === 0) config.syncPeriod = '30s'
  config.minSyncPeriod ??= '1s'
  if (milliseconds(config.configSyncPeriod) === 0) config.configSyncPeriod = '15m0s'
  config.clientConnection.contentType ||= 'application/vnd.kubernetes.protobuf'
  config.clientConnection.qps ||= 5
  config.clientConnection.burst ||= 10
  defaultLogging(config.logging, minor)
  return config as V1alpha2Configuration
}

function setConntrack(conntrack: InternalConfiguration['linux']['conntrack']): void {
  conntrack.maxPerCore ??= 32 * 1024
  conntrack.min ??= 128 * 1024
  conntrack.tcpEstablishedTimeout ??= '24h0m0s'
  conntrack.tcpCloseWaitTimeout ??= '1h0m0s'
}
