// Upstream: component-base/logs/api/v1/options.go (Validate)

import { errorText, type FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import { Quantity } from '../../../apimachinery/quantity.ts'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'
import { kubeletConfigDialect } from '../dialect.ts'
import type { LoggingConfiguration } from '../kubelet-configuration.ts'
import { nanoseconds } from '../kubelet-configuration.ts'
import type { CheckContext } from './check.ts'

const invalidField = (path: FieldPath, badValue: unknown, detail: string): FieldError => ({
  type: 'FieldValueInvalid',
  field: String(path),
  badValue,
  detail,
})
const forbidden = (path: FieldPath, detail: string): FieldError => ({
  type: 'FieldValueForbidden',
  field: String(path),
  badValue: undefined,
  detail,
})

const maxInt32 = 2147483647

function moduleErrors(logging: LoggingConfiguration, path: FieldPath): FieldError[] {
  const modules = logging.vmodule ?? []
  const errors: FieldError[] = []
  if (modules.length > 0 && logging.format !== '' && logging.format !== 'text')
    errors.push(forbidden(path, 'Only supported for text log format'))
  modules.forEach(({ filePattern = '', verbosity = 0 }, i) => {
    const item = path.index(i)
    if (filePattern === '')
      errors.push({
        type: 'FieldValueRequired',
        field: String(item),
        badValue: '',
        detail: 'File pattern must not be empty',
      })
    if (/[=,]/.test(filePattern))
      errors.push(invalidField(item, filePattern, 'File pattern must not contain equal sign or comma'))
    if (verbosity > maxInt32) errors.push(invalidField(item, verbosity, `Must be <= ${maxInt32}`))
  })
  return errors
}

function optionErrors(
  logging: LoggingConfiguration,
  gates: FeatureGateReader,
  path: FieldPath,
): FieldError[] {
  if (gateEnabled(gates, 'LoggingAlphaOptions')) return []
  const off = 'Feature LoggingAlphaOptions is disabled'
  return (['text', 'json'] as const).flatMap((format) => {
    const options = logging.options?.[format]
    const size = Quantity.parse(String(options?.infoBufferSize ?? '0'))
    return [
      ...(options?.splitStream === true ? [forbidden(path.child(format, 'splitStream'), off)] : []),
      ...(size.unscaled === 0n ? [] : [forbidden(path.child(format, 'infoBufferSize'), off)]),
    ]
  })
}

const flushNanoseconds = (value: string | number | undefined): number =>
  typeof value === 'number' ? value : nanoseconds(value)

/** Texts of what is wrong with `logging`, each once. */
export function loggingErrors(logging: LoggingConfiguration, { minor, gates }: CheckContext): string[] {
  const path = FieldPath.of('logging')
  const format = logging.format ?? ''
  const errors: FieldError[] = []
  const { positiveFlushFrequency } = kubeletConfigDialect(minor)
  if (positiveFlushFrequency && flushNanoseconds(logging.flushFrequency) <= 0)
    errors.push(
      invalidField(path.child('flushFrequency'), logging.flushFrequency, 'Must be greater than zero'),
    )
  if (format !== 'text' && format !== 'json')
    errors.push(invalidField(path.child('format'), format, 'Unsupported log format'))
  else if (format === 'json' && !gateEnabled(gates, 'LoggingBetaOptions'))
    errors.push(
      forbidden(path.child('format'), 'Log format json is disabled, see LoggingBetaOptions feature'),
    )
  if ((logging.verbosity ?? 0) > maxInt32)
    errors.push(invalidField(path.child('verbosity'), logging.verbosity, `Must be <= ${maxInt32}`))
  errors.push(
    ...moduleErrors(logging, path.child('vmodule')),
    ...optionErrors(logging, gates, path.child('options')),
  )
  return [...new Set(errors.map(errorText))]
}
