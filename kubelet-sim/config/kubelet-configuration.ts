// Upstream: staging/src/k8s.io/kubelet/config/v1beta1/types.go

import type { Taint } from '../../api/core-v1.ts'
import { parseGoDuration } from '../../apimachinery/scheme/go-duration.ts'
import type { LoggingConfiguration } from '../../apimachinery/scheme/logging.ts'
import type { TracingConfiguration } from '../../apimachinery/scheme/tracing.ts'

/** Go's text of a duration: `1m30s`. */
export type GoDuration = string

/**
 * kubelet.config.k8s.io/v1beta1 KubeletConfiguration, as far as the simulator reads it. Absent fields are Go's zero values;
 * after defaulting, fields with a default are present.
 */
export interface KubeletConfiguration {
  kind?: string
  apiVersion?: string
  enableServer?: boolean
  podLogsDir?: string
  staticPodPath?: string
  address?: string
  port?: number
  readOnlyPort?: number
  tlsCertFile?: string
  tlsPrivateKeyFile?: string
  tlsCipherSuites?: string[]
  tlsCurvePreferences?: number[]
  tlsMinVersion?: string
  rotateCertificates?: boolean
  serverTLSBootstrap?: boolean
  authentication?: {
    x509?: { clientCAFile?: string }
    webhook?: { enabled?: boolean; cacheTTL?: GoDuration }
    anonymous?: { enabled?: boolean }
  }
  authorization?: {
    mode?: string
    webhook?: { cacheAuthorizedTTL?: GoDuration; cacheUnauthorizedTTL?: GoDuration }
  }
  registryPullQPS?: number
  registryBurst?: number
  imagePullCredentialsVerificationPolicy?: string
  preloadedImagesVerificationAllowlist?: string[]
  eventRecordQPS?: number
  eventBurst?: number
  healthzPort?: number
  healthzBindAddress?: string
  oomScoreAdj?: number
  nodeStatusUpdateFrequency?: GoDuration
  nodeStatusReportFrequency?: GoDuration
  nodeLeaseDurationSeconds?: number
  imageMinimumGCAge?: GoDuration
  imageMaximumGCAge?: GoDuration
  imageGCHighThresholdPercent?: number
  imageGCLowThresholdPercent?: number
  kubeletCgroups?: string
  systemCgroups?: string
  cgroupRoot?: string
  cgroupsPerQOS?: boolean
  topologyManagerPolicy?: string
  topologyManagerScope?: string
  hairpinMode?: string
  maxPods?: number
  podCIDR?: string
  clusterDNS?: string[]
  clusterDomain?: string
  podPidsLimit?: number
  resolvConf?: string
  runOnce?: boolean
  cpuCFSQuotaPeriod?: GoDuration
  nodeStatusMaxImages?: number
  maxOpenFiles?: number
  kubeAPIQPS?: number
  kubeAPIBurst?: number
  serializeImagePulls?: boolean
  maxParallelImagePulls?: number
  evictionHard?: Record<string, string>
  mergeDefaultEvictionSettings?: boolean
  podsPerCore?: number
  iptablesMasqueradeBit?: number
  iptablesDropBit?: number
  featureGates?: Record<string, boolean>
  memorySwap?: { swapBehavior?: string }
  containerLogMaxFiles?: number
  containerLogMaxWorkers?: number
  containerLogMonitorInterval?: GoDuration
  reservedSystemCPUs?: string
  systemReserved?: Record<string, string>
  kubeReserved?: Record<string, string>
  cpuManagerPolicy?: string
  cpuManagerPolicyOptions?: Record<string, string>
  cpuManagerReconcilePeriod?: GoDuration
  memoryManagerPolicy?: string
  showHiddenMetricsForVersion?: string
  systemReservedCgroup?: string
  kubeReservedCgroup?: string
  enforceNodeAllocatable?: string[]
  volumePluginDir?: string
  providerID?: string
  logging?: LoggingConfiguration
  enableSystemLogHandler?: boolean
  enableSystemLogQuery?: boolean
  shutdownGracePeriod?: GoDuration
  shutdownGracePeriodCriticalPods?: GoDuration
  shutdownGracePeriodByPodPriority?: unknown[]
  crashLoopBackOff?: { maxContainerRestartPeriod?: GoDuration }
  reservedMemory?: { numaNode: number; limits: Record<string, string> }[]
  memoryThrottlingFactor?: number
  memoryReservationPolicy?: string
  registerWithTaints?: Taint[]
  registerNode?: boolean
  tracing?: TracingConfiguration
  containerRuntimeEndpoint?: string
  userNamespaces?: { idsPerPod?: number }
  [other: string]: unknown
}

/** The duration in nanoseconds; 0 where it is not set. */
export const nanoseconds = (duration: GoDuration | undefined): number =>
  duration === undefined ? 0 : parseGoDuration(duration)
