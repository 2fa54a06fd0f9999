// The flags about logs of components without a configuration file for them.
// Upstream: component-base/logs/api/v1/{options,pflags}.go (AddFlags, ValidateAndApply)
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { formatDuration } from '../../component-base/go/duration.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { errorText, FieldPath } from '../field-error.ts'
import { schemeDialect } from './dialect.ts'
import { type LoggingConfiguration, validateLogging } from './logging.ts'

/** The flags as upstream's LoggingConfiguration. */
function loggingOf(flags: FlagValues): LoggingConfiguration {
  const routing = (format: string) => ({
    splitStream: flags.bool(`log-${format}-split-stream`),
    infoBufferSize: flags.string(`log-${format}-info-buffer-size`, '0') || '0',
  })
  return {
    format: flags.string('logging-format', 'text'),
    flushFrequency: formatDuration(flags.duration('log-flush-frequency', 5000)),
    verbosity: flags.number('v'),
    vmodule: modulesOf(flags.strings('vmodule')),
    options: { text: routing('text'), json: routing('json') },
  }
}

/** The items of --vmodule in the form of the configuration section `logging`. */
export const modulesOf = (items: readonly string[]): NonNullable<LoggingConfiguration['vmodule']> =>
  items.map((item) => {
    const [filePattern = '', verbosity] = item.split('=')
    return { filePattern, verbosity: Number(verbosity) }
  })

/** The texts of all errors, in upstream's order. */
export const loggingFlagErrors = (
  flags: FlagValues,
  context: { gates: FeatureGateReader; minor: number },
): string[] => [...new Set(validateLogging(loggingOf(flags), FieldPath.root, context).map(errorText))]

/** The panic of a component whose --log-flush-frequency no ticker can have; undefined: there is none. */
export const flushPanic = (flags: FlagValues, minor: number): string | undefined =>
  flushPanicOf(flags.duration('log-flush-frequency', 5000), minor)

/** As {@link flushPanic}, for a frequency in milliseconds. */
export const flushPanicOf = (frequency: number, minor: number): string | undefined =>
  schemeDialect(minor).positiveFlushFrequency || frequency > 0
    ? undefined
    : 'non-positive interval for NewTicker'
