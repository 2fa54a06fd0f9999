// Upstream: pkg/apis/core/validation/validation.go (PodValidationOptions)
import type { ServerContext } from '../generic/strategy.ts'

/** What gates allow, and what the stored pod has already and so may keep (ratcheting). */
export interface PodValidationOptions {
  readonly server: ServerContext
  readonly minor: number
  readonly strictIPs: boolean
  readonly allowPrivileged: boolean
  /** A pod, not a template. */
  readonly resourceIsPod: boolean
  readonly allowInvalidPodDeletionCost: boolean
  readonly allowHostIPsField: boolean
  readonly allowDownwardAPIHugePages: boolean
  readonly allowWindowsHostProcessField: boolean
  readonly allowInvalidLabelValueInSelector: boolean
  readonly allowInvalidLabelValueInRequiredNodeAffinity: boolean
  readonly allowIndivisibleHugePagesValues: boolean
  readonly allowInvalidTopologySpreadConstraintLabelSelector: boolean
  readonly allowNonLocalProjectedTokenPath: boolean
  readonly allowNamespacedSysctlsForHostNetAndHostIPC: boolean
  readonly allowRelaxedEnvironmentVariableValidation: boolean
  readonly allowRelaxedDNSSearchValidation: boolean
  readonly allowPodLifecycleSleepActionZeroValue: boolean
  readonly allowOnlyRecursiveSELinuxChangePolicy: boolean
  readonly podLevelResourcesEnabled: boolean
  readonly allowSidecarResizePolicy: boolean
  readonly mergeMatchLabelKeysInTopologySpread: boolean
  readonly oldPodViolatesMatchLabelKeys: boolean
  readonly oldPodViolatesLegacyMatchLabelKeys: boolean
  readonly allowEnvFilesValidation: boolean
  readonly allowContainerRestartPolicyRules: boolean
  readonly allowRestartAllContainers: boolean
  readonly allowRestartContainerForNonSidecarInitContainer: boolean
  readonly allowUserNamespacesWithVolumeDevices: boolean
  readonly allowUserNamespacesHostNetworkSupport: boolean
  readonly allowTaintTolerationComparisonOperators: boolean
}
