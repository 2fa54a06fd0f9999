// Metrics, tracing, logs of pods and of the machine.
// Upstream: pkg/kubelet/apis/config/validation/validation.go, component-base/{metrics,tracing/api/v1}

import { errorText, FieldPath, goQuote } from '../../../apimachinery/field-error.ts'
import { hiddenMetricsError } from '../../../apimachinery/scheme/hidden-metrics.ts'
import { tracingErrors } from '../../../apimachinery/scheme/tracing.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { kubeletConfigDialect } from '../dialect.ts'
import { type KubeletConfiguration, nanoseconds } from '../kubelet-configuration.ts'
import { type Check, invalid } from './check.ts'

/** showHiddenMetricsForVersion can name the minor release before only. */
export const hiddenMetrics: Check = ({ showHiddenMetricsForVersion: version = '' }, { minor }) => {
  const error = hiddenMetricsError(version, minor, 'file')
  return error === undefined ? [] : [error]
}

/** The tracing section needs KubeletTracing, a rate of 0 to 1,000,000 and an endpoint that is a URL. */
export const tracing: Check = ({ tracing: given }, { gates }) => {
  if (given === undefined || given === null) return []
  if (!gateEnabled(gates, 'KubeletTracing'))
    return [invalid('tracing should not be configured if KubeletTracing feature flag is disabled.')]
  return tracingErrors(given, FieldPath.of('tracing')).map(errorText)
}

/** enableSystemLogQuery needs the gate NodeLogQuery and enableSystemLogHandler. */
export const systemLogs: Check = (config, { minor, gates }) => {
  const query = config.enableSystemLogQuery === true
  const field = kubeletConfigDialect(minor).refusedLogQueryField
  return [
    ...(query && !gateEnabled(gates, 'NodeLogQuery')
      ? [invalid(`NodeLogQuery feature gate is required for ${field}`)]
      : []),
    ...(query && config.enableSystemLogHandler !== true
      ? [invalid('enableSystemLogHandler is required for enableSystemLogQuery')]
      : []),
  ]
}

/** The number of workers, the interval and the number of files of container logs are not too small. */
export const containerLogs: Check = (config, { minor }) => [
  ...(kubeletConfigDialect(minor).containerLogWorkers ? containerLogWorkers(config) : []),
  ...(kubeletConfigDialect(minor).limitsLogFiles && (config.containerLogMaxFiles ?? 0) <= 1
    ? [invalid('containerLogMaxFiles must be greater than 1')]
    : []),
]

const containerLogWorkers = (config: KubeletConfiguration): string[] => [
  ...((config.containerLogMaxWorkers ?? 0) < 1
    ? [invalid('containerLogMaxWorkers must be greater than or equal to 1')]
    : []),
  ...(nanoseconds(config.containerLogMonitorInterval) < 3e9
    ? [invalid('containerLogMonitorInterval must be a positive time duration greater than or equal to 3s')]
    : []),
]

/** Whether upstream's filepath.Clean would leave the path as it is. */
function isClean(path: string): boolean {
  if (path === '/' || path === '.') return true
  if (path === '' || path.endsWith('/')) return false
  const parts = path.replace(/^\//, '').split('/')
  const rooted = path.startsWith('/')
  return parts.every((part, i) => {
    if (part === '' || part === '.') return false
    return part !== '..' || (!rooted && parts.slice(0, i).every((before) => before === '..'))
  })
}

/** podLogsDir is an absolute, normalized path of ASCII characters. */
export const podLogs: Check = ({ podLogsDir: dir = '' }, { minor }) =>
  kubeletConfigDialect(minor).podLogsFolder ? podLogsErrors(dir) : []

const podLogsErrors = (dir: string): string[] => [
  ...(dir === '' ? [invalid('podLogsDir was not specified')] : []),
  ...(dir.startsWith('/') ? [] : [invalid(`pod logs path ${goQuote(dir)} must be absolute path`)]),
  ...(isClean(dir) ? [] : [invalid(`pod logs path ${goQuote(dir)} must be normalized`)]),
  // @note `mut` is upstream's.
  ...([...dir].some((c) => c > '\u007f')
    ? [invalid(`pod logs path ${goQuote(dir)} mut contains ASCII characters only`)]
    : []),
]
