// Upstream: k8s.io/component-base/logs/api/v1/options.go (SetRecommendedLoggingConfiguration)
import { flushMilliseconds } from '../../apimachinery/scheme/logging.ts'
import type { Logging } from './types.ts'

/** Sets the defaults of the section `logging`, in place. */
export function defaultLogging(logging: Logging): void {
  logging.format ||= 'text'
  if (flushMilliseconds(logging) === 0) logging.flushFrequency = '5s'
  logging.options ??= {}
  logging.options.text ??= {}
  logging.options.json ??= {}
  logging.options.text.infoBufferSize ??= '0'
  logging.options.json.infoBufferSize ??= '0'
}
