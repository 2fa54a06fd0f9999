// Upstream: pkg/proxy/apis/config/v1alpha1/conversion.go (1.31 on)
import { deepCopy } from '../../apimachinery/json.ts'
import type { CommonConfiguration, InternalConfiguration, V1alpha1Configuration } from './types.ts'

/** The section of v1alpha1 whose periods count. */
function modeSection<T extends Pick<V1alpha1Configuration, 'iptables' | 'ipvs' | 'nftables'>>(
  mode: string,
  config: T,
): T['iptables'] | T['ipvs'] | T['nftables'] {
  if (mode === 'ipvs') return config.ipvs
  return mode === 'nftables' ? config.nftables : config.iptables
}

/** The internal configuration of a v1alpha1 file. Of periods and masqueradeAll only those of the selected mode survive. */
export function fromV1alpha1(config: V1alpha1Configuration): InternalConfiguration {
  const { conntrack, oomScoreAdj, clusterCIDR, iptables, nftables, ipvs, ...rest } = deepCopy(config)
  const { syncPeriod, minSyncPeriod } = modeSection(config.mode, config)
  const { syncPeriod: _s, minSyncPeriod: _m, ...ownOfIpvs } = ipvs
  return {
    ...common(rest),
    bindAddress: config.bindAddress,
    linux: {
      conntrack,
      masqueradeAll: (config.mode === 'nftables' ? nftables : iptables).masqueradeAll,
      oomScoreAdj,
    },
    windows: { runAsService: config.windowsRunAsService ?? false },
    iptables: { masqueradeBit: iptables.masqueradeBit, localhostNodePorts: iptables.localhostNodePorts },
    ipvs: ownOfIpvs,
    nftables: { masqueradeBit: nftables.masqueradeBit },
    detectLocal: { ...rest.detectLocal, clusterCIDRs: clusterCIDR === '' ? null : clusterCIDR.split(',') },
    syncPeriod,
    minSyncPeriod,
  }
}

/** The configuration in the form of v1alpha1. @note portRange and the periods of other modes come back as zero values. */
export function toV1alpha1(internal: InternalConfiguration): V1alpha1Configuration {
  const config = deepCopy(internal)
  const { masqueradeBit: _ipvsBit, ...ownOfIpvs } = config.ipvs
  const { clusterCIDRs, ...detectLocal } = config.detectLocal
  const unset = { syncPeriod: '0s', minSyncPeriod: '0s' }
  const out: V1alpha1Configuration = {
    ...common(config),
    bindAddress: config.nodeIPOverride?.[0] ?? config.bindAddress,
    iptables: { ...unset, ...config.iptables, masqueradeAll: false },
    ipvs: { ...unset, ...ownOfIpvs },
    nftables: { ...unset, ...config.nftables, masqueradeAll: false },
    detectLocal,
    clusterCIDR: (clusterCIDRs ?? []).join(','),
    oomScoreAdj: config.linux.oomScoreAdj,
    conntrack: config.linux.conntrack,
    portRange: '',
    ...(config.windows.runAsService ? { windowsRunAsService: true } : {}),
  }
  const masquerading = config.mode === 'nftables' ? out.nftables : out.iptables
  masquerading.masqueradeAll = config.linux.masqueradeAll
  const section = modeSection(config.mode, out)
  section.syncPeriod = config.syncPeriod
  section.minSyncPeriod = config.minSyncPeriod
  return out
}

/** The fields that have the same names in all versions. */
export function common(from: CommonConfiguration): CommonConfiguration {
  return {
    ...(from.featureGates === undefined ? {} : { featureGates: from.featureGates }),
    clientConnection: from.clientConnection,
    logging: from.logging,
    hostnameOverride: from.hostnameOverride,
    healthzBindAddress: from.healthzBindAddress,
    metricsBindAddress: from.metricsBindAddress,
    bindAddressHardFail: from.bindAddressHardFail,
    enableProfiling: from.enableProfiling,
    showHiddenMetricsForVersion: from.showHiddenMetricsForVersion,
    mode: from.mode,
    detectLocalMode: from.detectLocalMode,
    nodePortAddresses: from.nodePortAddresses,
    configSyncPeriod: from.configSyncPeriod,
    winkernel: from.winkernel,
  }
}
