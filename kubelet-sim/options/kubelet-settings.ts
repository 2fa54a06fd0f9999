import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { parseDuration } from '../../component-base/go/duration.ts'
import { defaultSettings, type KubeletSettings, type Taint } from '../kubelet-options.ts'
import type { ConfigFile } from './config-file.ts'

/** `key=value:Effect` or `key:Effect`. */
export function parseTaint(text: string): Taint {
  const colon = text.lastIndexOf(':')
  const [key = '', value] = text.slice(0, colon).split('=', 2)
  return {
    key,
    ...(value === undefined || value === '' ? {} : { value }),
    effect: text.slice(colon + 1) as Taint['effect'],
  }
}

/** What the kubelet acts on: the flag where it is given, else the file's field, else the default. */
export function kubeletSettings(
  flags: FlagValues,
  set: ReadonlySet<string>,
  file: ConfigFile | undefined,
): KubeletSettings {
  const config = (file?.value ?? {}) as Record<string, unknown>
  const given = file?.given ?? {}
  const number = (flag: string, field: string, otherwise: number): number =>
    set.has(flag) ? flags.number(flag) : Number(config[field] || otherwise)
  const duration = (flag: string, field: string, otherwise: number): number =>
    set.has(flag) ? flags.duration(flag) : parseDuration(String(config[field] ?? '0s')) || otherwise
  const labels = [...flags.map('node-labels')]
  const taints = set.has('register-with-taints')
    ? flags.strings('register-with-taints').map(parseTaint)
    : ((config['registerWithTaints'] ?? []) as Taint[])
  return {
    ...defaultSettings,
    nodeStatusUpdateFrequency: duration('node-status-update-frequency', 'nodeStatusUpdateFrequency', 10_000),
    // Upstream: as often as the status is computed where only that is set, else every five minutes.
    nodeStatusReportFrequency: reportFrequency(config, given, flags, set),
    nodeLeaseDurationSeconds: Number(config['nodeLeaseDurationSeconds'] || 40),
    maxPods: number('max-pods', 'maxPods', 110),
    port: number('port', 'port', 10250),
    registerNode: set.has('register-node') ? flags.bool('register-node') : config['registerNode'] !== false,
    registerWithTaints: taints,
    nodeLabels: Object.fromEntries(labels),
    externalCloudProvider: flags.string('cloud-provider') === 'external',
    providerID: set.has('provider-id') ? flags.string('provider-id') : String(config['providerID'] ?? ''),
    nodeIP: flags.string('node-ip').split(',')[0] || defaultSettings.nodeIP,
    podCIDR: flags.string('pod-cidr') || String(config['podCIDR'] || defaultSettings.podCIDR),
  }
}

function reportFrequency(
  config: Record<string, unknown>,
  given: Record<string, unknown>,
  flags: FlagValues,
  set: ReadonlySet<string>,
): number {
  const own = parseDuration(String(config['nodeStatusReportFrequency'] ?? '0s'))
  if (own !== 0) return own
  if (set.has('node-status-update-frequency'))
    return flags.duration('node-status-update-frequency') || 300_000
  return given['nodeStatusUpdateFrequency'] === undefined
    ? 300_000
    : parseDuration(String(config['nodeStatusUpdateFrequency'])) || 300_000
}
