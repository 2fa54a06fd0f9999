// Upstream: k8s.io/component-base/logs/api/v1/options.go (SetRecommendedLoggingConfiguration)
import { flushMilliseconds } from '../../apimachinery/scheme/logging.ts'
import { proxyConfigDialect } from './dialect.ts'
import type { Logging } from './types.ts'

/** The formats with options in the section `logging`. */
export const routedFormats = (minor: number): readonly ('text' | 'json')[] =>
  proxyConfigDialect(minor).textOptions ? ['text', 'json'] : ['json']

/** Sets the defaults of the section `logging` of a minor release, in place. */
export function defaultLogging(logging: Logging, minor: number): void {
  logging.format ||= 'text'
  if (flushMilliseconds(logging) === 0) logging.flushFrequency = '5s'
  logging.options ??= {}
  for (const format of routedFormats(minor)) {
    const routing = logging.options[format] ?? {}
    logging.options[format] = routing
    routing.infoBufferSize ??= '0'
  }
}
