import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { type KubeletConfiguration, nanoseconds } from '../config/kubelet-configuration.ts'
import { defaultSettings, type KubeletSettings } from '../kubelet-options.ts'

const milliseconds = (duration: string | undefined): number => nanoseconds(duration) / 1e6

/** What the kubelet acts on, from its defaulted configuration and the flags that have no field there. */
export function kubeletSettings(config: KubeletConfiguration, flags: FlagValues): KubeletSettings {
  return {
    ...defaultSettings,
    nodeStatusUpdateFrequency:
      milliseconds(config.nodeStatusUpdateFrequency) || defaultSettings.nodeStatusUpdateFrequency,
    nodeStatusReportFrequency:
      milliseconds(config.nodeStatusReportFrequency) || defaultSettings.nodeStatusReportFrequency,
    nodeLeaseDurationSeconds: config.nodeLeaseDurationSeconds ?? defaultSettings.nodeLeaseDurationSeconds,
    maxPods: config.maxPods ?? defaultSettings.maxPods,
    port: config.port ?? defaultSettings.port,
    registerNode: config.registerNode !== false,
    registerWithTaints: config.registerWithTaints ?? [],
    nodeLabels: Object.fromEntries(flags.map('node-labels')),
    externalCloudProvider: flags.string('cloud-provider') === 'external',
    registerSchedulable: flags.bool('register-schedulable', true),
    providerID: config.providerID ?? '',
    nodeIP: flags.string('node-ip').split(',')[0] || defaultSettings.nodeIP,
    podCIDR: config.podCIDR || defaultSettings.podCIDR,
  }
}
