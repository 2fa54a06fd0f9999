// Upstream: pkg/kubelet/apis/config/v1beta1/defaults.go, cmd/kubelet/app/options/options.go

import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { kubeletStartDialect } from '../options/dialect.ts'
import { kubeletConfigDialect } from './dialect.ts'
import type { KubeletConfiguration } from './kubelet-configuration.ts'
import { nanoseconds } from './kubelet-configuration.ts'

type Field = keyof KubeletConfiguration & string

/** Durations whose zero value means that nothing was asked for. */
const durations: Readonly<Record<string, string>> = {
  syncFrequency: '1m0s',
  fileCheckFrequency: '20s',
  httpCheckFrequency: '20s',
  streamingConnectionIdleTimeout: '4h0m0s',
  nodeStatusUpdateFrequency: '10s',
  imageMinimumGCAge: '2m0s',
  volumeStatsAggPeriod: '1m0s',
  cpuManagerReconcilePeriod: '10s',
  runtimeRequestTimeout: '2m0s',
  evictionPressureTransitionPeriod: '5m0s',
}

/** Numbers and texts whose zero value means the same. */
const zeroes: Readonly<Record<string, string | number>> = {
  address: '0.0.0.0',
  port: 10250,
  registryBurst: 10,
  healthzBindAddress: '127.0.0.1',
  nodeLeaseDurationSeconds: 40,
  cgroupDriver: 'cgroupfs',
  cpuManagerPolicy: 'none',
  memoryManagerPolicy: 'None',
  topologyManagerPolicy: 'none',
  topologyManagerScope: 'container',
  hairpinMode: 'promiscuous-bridge',
  maxPods: 110,
  maxOpenFiles: 1000000,
  contentType: 'application/vnd.kubernetes.protobuf',
  containerLogMaxSize: '10Mi',
  configMapAndSecretChangeDetectionStrategy: 'Watch',
  volumePluginDir: '/usr/libexec/kubernetes/kubelet-plugins/volume/exec/',
}

/** Pointers: a zero that the file gives stays. */
const pointers: Readonly<Record<string, string | number | boolean>> = {
  enableServer: true,
  registryPullQPS: 5,
  enableDebuggingHandlers: true,
  healthzPort: 10248,
  oomScoreAdj: -999,
  imageGCHighThresholdPercent: 85,
  imageGCLowThresholdPercent: 80,
  cgroupsPerQOS: true,
  resolvConf: '/etc/resolv.conf',
  cpuCFSQuota: true,
  cpuCFSQuotaPeriod: '100ms',
  nodeStatusMaxImages: 50,
  enableControllerAttachDetach: true,
  makeIPTablesUtilChains: true,
  iptablesMasqueradeBit: 14,
  iptablesDropBit: 15,
  failSwapOn: true,
  containerLogMaxFiles: 5,
  enableSystemLogHandler: true,
  enableProfilingHandler: true,
  enableDebugFlagsHandler: true,
  seccompDefault: false,
  registerNode: true,
}

interface ReleaseDefaults {
  readonly ofZeroes: typeof zeroes
  readonly ofPointers: typeof pointers
}
const byMinor = new Map<number, ReleaseDefaults>()

/** Zeroes and pointers of a release: with those defaults that changed, and without fields that came later. */
function defaultsOf(minor: number): ReleaseDefaults {
  let found = byMinor.get(minor)
  if (found === undefined) {
    found = newDefaultsOf(minor)
    byMinor.set(minor, found)
  }
  return found
}

function newDefaultsOf(minor: number): ReleaseDefaults {
  const dialect = kubeletConfigDialect(minor)
  const { qps, burst } = dialect.eventLimits
  return {
    ofZeroes: {
      ...zeroes,
      eventBurst: burst,
      kubeAPIBurst: burst,
      ...(kubeletStartDialect(minor).hasEndpointField
        ? { containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock' }
        : {}),
      ...(dialect.podLogsFolder ? { podLogsDir: '/var/log/pods' } : {}),
    },
    ofPointers: {
      ...pointers,
      eventRecordQPS: qps,
      kubeAPIQPS: qps,
      memoryThrottlingFactor: dialect.memoryThrottlingFactor,
      ...(dialect.isolatesStorage ? { localStorageCapacityIsolation: true } : {}),
      ...(dialect.containerLogWorkers
        ? { containerLogMaxWorkers: 1, containerLogMonitorInterval: '10s' }
        : {}),
    },
  }
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null

/** A copy of the configuration with defaults. @param gates of the kubelet @param minor the kubelet's release */
export function withDefaults(
  given: KubeletConfiguration,
  minor: number,
  gates: FeatureGateReader,
): KubeletConfiguration {
  const config: KubeletConfiguration = { ...given }
  // As often as the status is computed where only that is set.
  if (nanoseconds(config.nodeStatusReportFrequency) === 0)
    config.nodeStatusReportFrequency =
      nanoseconds(config.nodeStatusUpdateFrequency) === 0 ? '5m0s' : config.nodeStatusUpdateFrequency!
  for (const [field, value] of Object.entries(durations))
    if (nanoseconds(config[field as Field] as string | undefined) === 0) config[field] = value
  const { ofZeroes, ofPointers } = defaultsOf(minor)
  for (const [field, value] of Object.entries(ofZeroes)) if (!config[field]) config[field] = value
  for (const [field, value] of Object.entries(ofPointers)) if (!isSet(config[field])) config[field] = value
  if (!isSet(config.podPidsLimit) || config.podPidsLimit! < 0) config.podPidsLimit = -1
  if (!isSet(config.serializeImagePulls))
    config.serializeImagePulls = !isSet(config.maxParallelImagePulls) || config.maxParallelImagePulls! < 2
  if (kubeletConfigDialect(minor).defaultsEviction) config.evictionHard ??= { ...defaultEvictionHard }
  if (!isSet(config.enforceNodeAllocatable)) config.enforceNodeAllocatable = ['pods']
  setAccessDefaults(config)
  setLoggingDefaults(config, minor)
  setNewerDefaults(config, minor, gates)
  return config
}

function setAccessDefaults(config: KubeletConfiguration): void {
  const { x509, webhook, anonymous } = config.authentication ?? {}
  config.authentication = {
    x509: { ...x509 },
    webhook: {
      enabled: webhook?.enabled ?? true,
      cacheTTL: nanoseconds(webhook?.cacheTTL) === 0 ? '2m0s' : webhook!.cacheTTL!,
    },
    anonymous: { enabled: anonymous?.enabled ?? false },
  }
  const cached = config.authorization?.webhook
  config.authorization = {
    mode: config.authorization?.mode || 'Webhook',
    webhook: {
      cacheAuthorizedTTL:
        nanoseconds(cached?.cacheAuthorizedTTL) === 0 ? '5m0s' : cached!.cacheAuthorizedTTL!,
      cacheUnauthorizedTTL:
        nanoseconds(cached?.cacheUnauthorizedTTL) === 0 ? '30s' : cached!.cacheUnauthorizedTTL!,
    },
  }
}

/** Upstream: component-base/logs/api/v1 SetRecommendedLoggingConfiguration. */
function setLoggingDefaults(config: KubeletConfiguration, minor: number): void {
  const { writesFlushFrequency } = kubeletConfigDialect(minor)
  const { format, flushFrequency, verbosity, options, ...rest } = config.logging ?? {}
  config.logging = {
    ...rest,
    format: format || 'text',
    flushFrequency:
      flushFrequency === undefined || flushFrequency === 0 || flushFrequency === '0s'
        ? writesFlushFrequency
          ? '5s'
          : 5e9
        : flushFrequency,
    verbosity: verbosity ?? 0,
    options: {
      text: { infoBufferSize: '0', ...options?.text },
      json: { infoBufferSize: '0', ...options?.json },
    },
  }
}

/** Fields that came after 1.30, and those whose default hangs on a gate. */
function setNewerDefaults(config: KubeletConfiguration, minor: number, gates: FeatureGateReader): void {
  const { failCgroupV1, mergesEvictionDefaults, memoryReservationPolicy } = kubeletConfigDialect(minor)
  if (failCgroupV1 !== undefined && !isSet(config['failCgroupV1'])) config['failCgroupV1'] = failCgroupV1
  if (mergesEvictionDefaults && !isSet(config.mergeDefaultEvictionSettings))
    config.mergeDefaultEvictionSettings = false
  if (memoryReservationPolicy && !config.memoryReservationPolicy) config.memoryReservationPolicy = 'None'
  if (gateEnabled(gates, 'KubeletCrashLoopBackOffMax'))
    config.crashLoopBackOff = {
      ...config.crashLoopBackOff,
      maxContainerRestartPeriod: config.crashLoopBackOff?.maxContainerRestartPeriod ?? '5m0s',
    }
  if (gateEnabled(gates, 'KubeletEnsureSecretPulledImages') && !config.imagePullCredentialsVerificationPolicy)
    config.imagePullCredentialsVerificationPolicy = 'NeverVerifyPreloadedImages'
}

/** The configuration of a kubelet without --config, whose defaults are those from before there were files. */
export function commandLineDefaults(minor: number, gates: FeatureGateReader): KubeletConfiguration {
  const config = withDefaults({}, minor, gates)
  config.authentication!.anonymous!.enabled = true
  config.authentication!.webhook!.enabled = false
  config.authorization!.mode = 'AlwaysAllow'
  config.readOnlyPort = 10255
  return config
}

/** The default of evictionHard. Upstream: pkg/kubelet/eviction/defaults_linux.go */
export const defaultEvictionHard: Readonly<Record<string, string>> = {
  'memory.available': '100Mi',
  'nodefs.available': '10%',
  'nodefs.inodesFree': '5%',
  'imagefs.available': '15%',
  'imagefs.inodesFree': '5%',
}
