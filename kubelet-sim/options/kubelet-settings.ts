import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { isUnspecified } from '../../component-base/ip-family.ts'
import { reservedQuantity } from '../cm/reservations.ts'
import { type KubeletConfiguration, nanoseconds } from '../config/kubelet-configuration.ts'
import { defaultSettings, type KubeletSettings } from '../kubelet-options.ts'
import { parseNodeIPs } from './node-ips.ts'

const milliseconds = (duration: string | undefined): number => nanoseconds(duration) / 1e6

/** What the configuration keeps from pods. Deviates: the default eviction threshold does not count. */
function reserved(config: KubeletConfiguration): Record<string, string> {
  const names = new Set(['cpu', ...Object.keys({ ...config.systemReserved, ...config.kubeReserved })])
  const amounts = [...names].map((name): [string, string] => [name, amountOf(config, name)])
  return Object.fromEntries(amounts.filter(([, amount]) => amount !== '0'))
}

/** What is wrong with it, the validation of the configuration says. */
function amountOf(config: KubeletConfiguration, name: string): string {
  try {
    return reservedQuantity(config, name).toString()
  } catch {
    return '0'
  }
}

/** An unspecified address only says of which family the node's own is: the machine has its loopback address there. */
function ownAddresses(given: readonly string[]): readonly string[] {
  if (given.length === 0) return defaultSettings.nodeIPs
  const loopback = (ip: string): string => (ip === '::' ? '::1' : defaultSettings.nodeIPs[0]!)
  return given.map((ip) => (isUnspecified(ip) ? loopback(ip) : ip))
}

/** The settings of a simulated kubelet, from the defaulted configuration and the flags that have no field there. */
export function kubeletSettings(config: KubeletConfiguration, flags: FlagValues): KubeletSettings {
  const givenNodeIPs = parseNodeIPs(flags.string('node-ip'))
  return {
    ...defaultSettings,
    nodeStatusUpdateFrequency:
      milliseconds(config.nodeStatusUpdateFrequency) || defaultSettings.nodeStatusUpdateFrequency,
    nodeStatusReportFrequency:
      milliseconds(config.nodeStatusReportFrequency) || defaultSettings.nodeStatusReportFrequency,
    nodeLeaseDurationSeconds: config.nodeLeaseDurationSeconds ?? defaultSettings.nodeLeaseDurationSeconds,
    maxPods: config.maxPods ?? defaultSettings.maxPods,
    parallelImagePulls: config.serializeImagePulls === false ? config.maxParallelImagePulls : 1,
    longestRestartWait: milliseconds(config.crashLoopBackOff?.maxContainerRestartPeriod) || undefined,
    port: config.port ?? defaultSettings.port,
    registerNode: config.registerNode !== false,
    registerWithTaints: config.registerWithTaints ?? [],
    nodeLabels: Object.fromEntries(flags.map('node-labels')),
    externalCloudProvider: flags.string('cloud-provider') === 'external',
    registerSchedulable: flags.bool('register-schedulable', true),
    providerID: config.providerID ?? '',
    nodeIPs: ownAddresses(givenNodeIPs),
    givenNodeIPs,
    podCIDR: config.podCIDR || defaultSettings.podCIDR,
    clusterDNS: config.clusterDNS,
    clusterDomain: config.clusterDomain || undefined,
    cpuManagerPolicy: config.cpuManagerPolicy,
    memoryManagerPolicy: config.memoryManagerPolicy,
    cpuQuotaPeriod:
      config.cpuCFSQuota === false
        ? undefined
        : milliseconds(config.cpuCFSQuotaPeriod) * 1000 || defaultSettings.cpuQuotaPeriod,
    memoryThrottlingFactor: config.memoryThrottlingFactor ?? defaultSettings.memoryThrottlingFactor,
    memoryReservationPolicy: config.memoryReservationPolicy,
    reserved: reserved(config),
  }
}
