// What differs between releases in the kubelet's configuration: its defaults, drop-in files and validation.
import { changing, dialect, since, until } from '../../featuregates/release-changes.ts'

/** Differences between releases in the defaults, drop-in files and validation of the kubelet's configuration. */
export const kubeletConfigDialect = dialect('kubelet configuration', {
  namesPathFirst: since(28, 'the error about a kubelet configuration file begins with its path'),
  eventLimits: changing({ qps: 5, burst: 10 }, [
    27,
    { qps: 50, burst: 100 },
    'the kubelet sends 50 events and requests a second by default, and 100 at once, not 5 and 10 (KEP-1040)',
  ]),
  memoryThrottlingFactor: changing(0.8, [
    27,
    0.9,
    'memoryThrottlingFactor of the kubelet is 0.9 by default, not 0.8',
  ]),
  /** Whether flushFrequency is written as a text; before, as a number of nanoseconds. */
  writesFlushFrequency: since(28, "flushFrequency in the kubelet's logging may be a text such as 5s"),
  defaultsEviction: until(26, 'evictionHard of the kubelet has its default with a configuration file only'),
  shortestQuotaPeriod: changing({ nanoseconds: 1e3, text: '1usec' }, [
    26,
    { nanoseconds: 1e6, text: '1ms' },
    'cpuCFSQuotaPeriod of the kubelet is at least 1ms, not 1usec',
  ]),
  topologyNeedsGate: until(
    27,
    'topologyManagerPolicy and topologyManagerScope of the kubelet need no gate (KEP-693)',
  ),
  maximumImageAgeField: changing('ImageMaximumGCAge', [
    30,
    'imageMaximumGCAge',
    'the error about imageMaximumGCAge without its gate writes the field as in the file',
  ]),
  swapBehaviors: changing(
    { names: ['LimitedSwap', 'UnlimitedSwap'], text: '"", "LimitedSwap", or "UnlimitedSwap"' },
    [
      30,
      { names: ['NoSwap', 'LimitedSwap'], text: '"", "LimitedSwap" or "NoSwap"' },
      'memorySwap.swapBehavior of the kubelet may be NoSwap, and no longer UnlimitedSwap (KEP-2400)',
    ],
  ),
  containerLogWorkers: since(
    30,
    'containerLogMaxWorkers and containerLogMonitorInterval of the kubelet (KEP-2000)',
  ),
  podLogsFolder: since(30, 'podLogsDir of the kubelet may be chosen'),
  isolatesStorage: since(25, 'localStorageCapacityIsolation of the kubelet may be switched off (KEP-361)'),
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
