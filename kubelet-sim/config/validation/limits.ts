// The rules about single numbers, in upstream's order.
// Upstream: pkg/kubelet/apis/config/validation/validation.go

import { formatGoDuration } from '../../../apimachinery/scheme/go-duration.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { kubeletConfigDialect } from '../dialect.ts'
import { type KubeletConfiguration, nanoseconds } from '../kubelet-configuration.ts'
import { type Check, invalid } from './check.ts'

const number = (config: KubeletConfiguration, field: string): number => Number(config[field] ?? 0)
const isPort = (value: number): boolean => value >= 1 && value <= 65535

const notNegative =
  (field: string, flag: string): Check =>
  (config) =>
    number(config, field) < 0
      ? [invalid(`${field} (--${flag}) ${number(config, field)} must not be a negative number`)]
      : []

const between =
  (field: string, flag: string, low: number, high: number): Check =>
  (config) =>
    number(config, field) < low || number(config, field) > high
      ? [
          invalid(
            `${field} (--${flag}) ${number(config, field)} must be between ${low} and ${high}, inclusive`,
          ),
        ]
      : []

const nodeLease: Check = (config) =>
  number(config, 'nodeLeaseDurationSeconds') <= 0
    ? [invalid('nodeLeaseDurationSeconds must be greater than 0')]
    : []

/** A rule about enforceNodeAllocatable as a whole stands before all others. */
const cgroupsForEnforcement: Check = ({ cgroupsPerQOS, enforceNodeAllocatable }, { minor }) =>
  !kubeletConfigDialect(minor).cgroupsNamedPerEnforcement &&
  cgroupsPerQOS !== true &&
  (enforceNodeAllocatable?.length ?? 0) > 0
    ? [
        invalid(
          'enforceNodeAllocatable (--enforce-node-allocatable) is not supported unless cgroupsPerQOS (--cgroups-per-qos) is set to true',
        ),
      ]
    : []

const systemCgroups: Check = ({ systemCgroups: system, cgroupRoot }) =>
  system && !cgroupRoot
    ? [
        invalid(
          'systemCgroups (--system-cgroups) was specified and cgroupRoot (--cgroup-root) was not specified',
        ),
      ]
    : []

const healthzPort: Check = (config) => {
  const port = number(config, 'healthzPort')
  return port !== 0 && !isPort(port)
    ? [invalid(`healthzPort (--healthz-port) ${port} must be between 1 and 65535, inclusive`)]
    : []
}

const readOnlyPort: Check = (config) => {
  const port = number(config, 'readOnlyPort')
  return port !== 0 && !isPort(port)
    ? [invalid(`readOnlyPort (--read-only-port) ${port} must be between 0 and 65535, inclusive`)]
    : []
}

const quotaPeriod: Check = ({ cpuCFSQuotaPeriod = '0s' }, { minor, gates }) => {
  const field = `cpuCFSQuotaPeriod (--cpu-cfs-quota-period) {${cpuCFSQuotaPeriod}}`
  const period = nanoseconds(cpuCFSQuotaPeriod)
  if (!gateEnabled(gates, 'CustomCPUCFSQuotaPeriod'))
    return period === 100e6 ? [] : [invalid(`${field} requires feature gate CustomCPUCFSQuotaPeriod`)]
  const { nanoseconds: least, text } = kubeletConfigDialect(minor).shortestQuotaPeriod
  return period < least || period > 1e9
    ? [invalid(`${field} must be between ${text} and 1sec, inclusive`)]
    : []
}

const imageCollection: Check = (config) => {
  const [low, high] = [
    number(config, 'imageGCLowThresholdPercent'),
    number(config, 'imageGCHighThresholdPercent'),
  ]
  return low >= high
    ? [
        invalid(
          `imageGCLowThresholdPercent (--image-gc-low-threshold) ${low} must be less than imageGCHighThresholdPercent (--image-gc-high-threshold) ${high}`,
        ),
      ]
    : []
}

const imageAges: Check = (config, { minor, gates }) => {
  const [least, most] = [nanoseconds(config.imageMinimumGCAge), nanoseconds(config.imageMaximumGCAge)]
  const { agesNotNegative, maximumImageAgeField } = kubeletConfigDialect(minor)
  const [leastText, mostText] = [formatGoDuration(least), formatGoDuration(most)]
  return [
    ...(most !== 0 && !gateEnabled(gates, 'ImageMaximumGCAge')
      ? [
          invalid(
            `ImageMaximumGCAge feature gate is required for Kubelet configuration option ${maximumImageAgeField}`,
          ),
        ]
      : []),
    ...(agesNotNegative && least < 0 ? [invalid(`imageMinimumGCAge ${leastText} must not be negative`)] : []),
    ...(most < 0 ? [invalid(`imageMaximumGCAge ${mostText} must not be negative`)] : []),
    ...(most > 0 && most <= least
      ? [invalid(`imageMaximumGCAge ${mostText} must be greater than imageMinimumGCAge ${leastText}`)]
      : []),
  ]
}

const statusImages: Check = (config) =>
  number(config, 'nodeStatusMaxImages') < -1
    ? [
        invalid(
          `nodeStatusMaxImages (--node-status-max-images) ${number(config, 'nodeStatusMaxImages')} must be -1 or greater`,
        ),
      ]
    : []

const parallelPulls: Check = ({ maxParallelImagePulls: most, serializeImagePulls }) => [
  ...(most !== undefined && most < 1
    ? [invalid(`maxParallelImagePulls ${most} must be a positive number`)]
    : []),
  ...(serializeImagePulls === true && most !== undefined && most > 1
    ? [
        invalid(
          'maxParallelImagePulls cannot be larger than 1 unless SerializeImagePulls (--serialize-image-pulls) is set to false',
        ),
      ]
    : []),
]

/** The checks of single fields, most of them of ranges. Errors are told in this order. */
export const limits: readonly Check[] = [
  nodeLease,
  cgroupsForEnforcement,
  systemCgroups,
  notNegative('eventBurst', 'event-burst'),
  notNegative('eventRecordQPS', 'event-qps'),
  healthzPort,
  quotaPeriod,
  between('imageGCHighThresholdPercent', 'image-gc-high-threshold', 0, 100),
  between('imageGCLowThresholdPercent', 'image-gc-low-threshold', 0, 100),
  imageCollection,
  imageAges,
  between('iptablesDropBit', 'iptables-drop-bit', 0, 31),
  between('iptablesMasqueradeBit', 'iptables-masquerade-bit', 0, 31),
  notNegative('kubeAPIBurst', 'kube-api-burst'),
  notNegative('kubeAPIQPS', 'kube-api-qps'),
  statusImages,
  notNegative('maxOpenFiles', 'max-open-files'),
  notNegative('maxPods', 'max-pods'),
  between('oomScoreAdj', 'oom-score-adj', -1000, 1000),
  notNegative('podsPerCore', 'pods-per-core'),
  between('port', 'port', 1, 65535),
  readOnlyPort,
  notNegative('registryBurst', 'registry-burst'),
  notNegative('registryPullQPS', 'registry-qps'),
  parallelPulls,
]
