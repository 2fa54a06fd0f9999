// What differs between releases in the kubelet's configuration: its defaults, drop-in files and validation.
import { changing, dialect, since } from '../../component-base/dialect.ts'

/** Differences between releases in the defaults, drop-in files and validation of the kubelet's configuration. */
export const kubeletConfigDialect = dialect('kubelet configuration', {
  /** Undefined: there is no such field. */
  failCgroupV1: changing<boolean | undefined>(
    undefined,
    [
      31,
      false,
      'failCgroupV1 of the kubelet may refuse machines with cgroup v1; its default is false (KEP-4569)',
    ],
    [
      35,
      true,
      "the kubelet's failCgroupV1 is true by default: it does not start on a machine with cgroup v1 (KEP-5573)",
    ],
  ),
  enforcementRefusesDuplicates: since(31, "duplicates in the kubelet's enforceNodeAllocatable are refused"),
  cgroupsNamedPerEnforcement: since(
    31,
    'the error for enforceNodeAllocatable without cgroupsPerQOS names each enforcement, and "none" needs no cgroups',
  ),
  compressibleReservations: since(
    32,
    'enforceNodeAllocatable of the kubelet takes system-reserved-compressible and kube-reserved-compressible',
  ),
  refusesRunOnce: since(32, 'runOnce: true in the kubelet configuration is refused'),
  defaultsDropIns: since(
    32,
    "the kubelet's files of --config-dir are merged as v1beta1, and defaulted after that",
  ),
  checksDropInKind: since(32, 'a file of --config-dir that is no KubeletConfiguration of v1beta1 is refused'),
  /** A file that names a gate that cannot be set makes the kubelet panic. */
  defaultsHangOnGates: since(
    32,
    "defaults of the kubelet's configuration hang on the feature gates of its own file",
  ),
  mergesEvictionDefaults: since(
    33,
    'mergeDefaultEvictionSettings of the kubelet may fill evictionHard with the defaults; it is false by default',
  ),
  limitsLogFiles: since(33, 'containerLogMaxFiles of the kubelet must be greater than 1'),
  podIDRanges: since(
    33,
    'userNamespaces.idsPerPod of the kubelet sets the length of the ID ranges of pods (KEP-127)',
  ),
  /** Without NodeLogQuery. */
  refusedLogQueryField: changing('enableSystemLogHandler', [
    35,
    'enableSystemLogQuery',
    'the error for enableSystemLogQuery without the gate NodeLogQuery names that field, not enableSystemLogHandler',
  ]),
  checksGateDependencies: since(
    35,
    "gates in the kubelet's configuration that need others which are off are refused",
  ),
  memoryReservationPolicy: since(
    36,
    'memoryReservationPolicy of the kubelet chooses whether memory requests are reserved with MemoryQoS; it is None by default (KEP-2570)',
  ),
  agesNotNegative: since(36, 'imageMinimumGCAge of the kubelet must not be negative'),
})
