// The section `logging` of each component's configuration. Upstream: component-base/logs/api/v1/{types,options}.go

import { parseDuration } from '../../component-base/go/duration.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { type FieldError, type FieldPath, field } from '../field-error.ts'
import { badValue } from '../go-print/bad-value.ts'
import { Quantity } from '../quantity.ts'
import { schemeDialect } from './dialect.ts'

interface OutputRouting {
  splitStream?: boolean
  infoBufferSize?: string
}

/** component-base's LoggingConfiguration, as component configuration files have it. */
export interface LoggingConfiguration {
  format?: string
  /** Text, or nanoseconds where the file has a number. */
  flushFrequency?: string | number
  verbosity?: number
  vmodule?: { filePattern?: string; verbosity?: number }[]
  options?: { text?: OutputRouting; json?: OutputRouting }
}

/** The flushFrequency in milliseconds; 0 where it is absent. Throws for a text that is no duration. */
export const flushMilliseconds = ({ flushFrequency = 0 }: LoggingConfiguration): number =>
  typeof flushFrequency === 'number' ? flushFrequency / 1e6 : parseDuration(flushFrequency)

interface Context {
  gates: FeatureGateReader
  minor: number
}

/**
 * The errors of the section `logging`. @param path `logging` where the section is applied; in the configuration its path
 * there
 */
export function validateLogging(
  logging: LoggingConfiguration,
  path: FieldPath,
  context: Context,
): FieldError[] {
  return [
    ...flushErrors(logging, path, context),
    ...formatErrors(logging, path.child('format'), context),
    ...verbosityErrors(logging.verbosity, path.child('verbosity'), context),
    ...moduleErrors(logging, path.child('vmodule'), context),
    ...(['text', 'json'] as const).flatMap((format) =>
      routingErrors(logging.options?.[format], path.child('options', format), context),
    ),
  ]
}

function flushErrors(logging: LoggingConfiguration, path: FieldPath, { minor }: Context): FieldError[] {
  if (!schemeDialect(minor).positiveFlushFrequency || flushMilliseconds(logging) > 0) return []
  return [field.invalid(path.child('flushFrequency'), logging.flushFrequency, 'Must be greater than zero')]
}

function formatErrors(
  { format = '' }: LoggingConfiguration,
  path: FieldPath,
  { minor, gates }: Context,
): FieldError[] {
  if (format !== 'text' && format !== 'json') return [field.invalid(path, format, 'Unsupported log format')]
  if (format === 'text' || !schemeDialect(minor).formatsHaveGates || gateEnabled(gates, 'LoggingBetaOptions'))
    return []
  return [field.forbidden(path, 'Log format json is disabled, see LoggingBetaOptions feature')]
}

const most = 2 ** 31 - 1

/** The number has an unsigned type. */
function verbosityErrors(verbosity: number | undefined, path: FieldPath, { minor }: Context): FieldError[] {
  if (verbosity === undefined || verbosity <= most) return []
  const shown = badValue(verbosity, 'uint32', minor)
  return [field.invalid(path, shown, `Must be <= ${most}`)]
}

function moduleErrors(
  { vmodule = [], format = '' }: LoggingConfiguration,
  path: FieldPath,
  context: Context,
): FieldError[] {
  const misplaced = vmodule.length > 0 && format !== '' && format !== 'text'
  const items = vmodule.flatMap(({ filePattern = '', verbosity }, i) => [
    ...(filePattern === '' ? [field.required(path.index(i), 'File pattern must not be empty')] : []),
    ...(/[=,]/.test(filePattern)
      ? [field.invalid(path.index(i), filePattern, 'File pattern must not contain equal sign or comma')]
      : []),
    ...verbosityErrors(verbosity, path.index(i), context),
  ])
  return [...(misplaced ? [field.forbidden(path, 'Only supported for text log format')] : []), ...items]
}

function routingErrors(
  routing: OutputRouting = {},
  path: FieldPath,
  { gates, minor }: Context,
): FieldError[] {
  if (!schemeDialect(minor).routingNeedsGate || gateEnabled(gates, 'LoggingAlphaOptions')) return []
  const off = 'Feature LoggingAlphaOptions is disabled'
  const size = Quantity.parse(String(routing.infoBufferSize ?? '0'))
  return [
    ...(routing.splitStream === true ? [field.forbidden(path.child('splitStream'), off)] : []),
    ...(size.unscaled === 0n ? [] : [field.forbidden(path.child('infoBufferSize'), off)]),
  ]
}
