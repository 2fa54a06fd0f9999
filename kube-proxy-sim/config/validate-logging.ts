// Upstream: k8s.io/component-base/logs/api/v1/options.go (Validate)

import { type FieldError, type FieldPath, field } from '../../apimachinery/field-error.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { proxyConfigDialect } from './dialect.ts'
import { flushMilliseconds } from './logging-defaults.ts'
import type { Logging } from './types.ts'
import { shownUnsigned, type ValidationContext } from './validation-values.ts'

const most = 2 ** 31 - 1
const alpha = 'LoggingAlphaOptions'

/** @param path of the section: `logging` when it is applied, `KubeProxyConfiguration.logging` when the whole is validated. */
export function validateLogging(
  logging: Logging,
  path: FieldPath,
  gates: FeatureGateReader,
  context: ValidationContext,
): FieldError[] {
  const format = logging.format ?? ''
  return [
    ...flushErrors(logging, path, context),
    ...(['text', 'json'].includes(format)
      ? formatGate(format, path, gates)
      : [field.invalid(path.child('format'), format, 'Unsupported log format')]),
    ...(logging.verbosity > most
      ? [
          field.invalid(
            path.child('verbosity'),
            shownUnsigned(logging.verbosity, context),
            `Must be <= ${most}`,
          ),
        ]
      : []),
    ...moduleErrors(logging, path.child('vmodule'), context),
    ...routingErrors(logging.options?.text, path.child('options', 'text'), gates),
    ...routingErrors(logging.options?.json, path.child('options', 'json'), gates),
  ]
}

function flushErrors(logging: Logging, path: FieldPath, context: ValidationContext): FieldError[] {
  const ms = flushMilliseconds(logging)
  if (!proxyConfigDialect(context.minor).positiveFlushFrequency || ms > 0) return []
  return [field.invalid(path.child('flushFrequency'), logging.flushFrequency, 'Must be greater than zero')]
}

function formatGate(format: string, path: FieldPath, gates: FeatureGateReader): FieldError[] {
  if (format !== 'json' || gates.enabled('LoggingBetaOptions')) return []
  return [
    field.forbidden(path.child('format'), 'Log format json is disabled, see LoggingBetaOptions feature'),
  ]
}

function moduleErrors(
  { vmodule = [], format = '' }: Logging,
  path: FieldPath,
  context: ValidationContext,
): FieldError[] {
  const misplaced = vmodule.length > 0 && format !== '' && format !== 'text'
  const items = vmodule.flatMap(({ filePattern, verbosity }, i) => [
    ...(filePattern === '' ? [field.required(path.index(i), 'File pattern must not be empty')] : []),
    ...(/[=,]/.test(filePattern)
      ? [field.invalid(path.index(i), filePattern, 'File pattern must not contain equal sign or comma')]
      : []),
    ...(verbosity > most
      ? [field.invalid(path.index(i), shownUnsigned(verbosity, context), `Must be <= ${most}`)]
      : []),
  ])
  return [...(misplaced ? [field.forbidden(path, 'Only supported for text log format')] : []), ...items]
}

function routingErrors(
  routing: { splitStream?: boolean; infoBufferSize?: string } | undefined,
  path: FieldPath,
  gates: FeatureGateReader,
): FieldError[] {
  if (gates.enabled(alpha)) return []
  const disabled = `Feature ${alpha} is disabled`
  return [
    ...(routing?.splitStream === true ? [field.forbidden(path.child('splitStream'), disabled)] : []),
    ...((routing?.infoBufferSize ?? '0') !== '0'
      ? [field.forbidden(path.child('infoBufferSize'), disabled)]
      : []),
  ]
}
