// Upstream: pkg/apis/core/validation/validation.go (ValidateTolerations, validateTaintEffect)

import type { Toleration } from '../../../api/core-v1.ts'
import {
  eachFinding,
  type FieldError,
  type FieldPath,
  field,
  goQuote,
} from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { semanticEqual } from '../../../apimachinery/json.ts'
import { isValidLabelValue } from '../../../apimachinery/validation/label-names.ts'
import { validateLabelName } from '../../../apimachinery/validation/labels.ts'
import { bigIntUpTo64Bits } from '../../../component-base/go/numbers.ts'
import { podDialect } from './dialect.ts'
import type { PodValidationOptions } from './validation-options.ts'

type TolerationOptions = Pick<PodValidationOptions, 'minor' | 'allowTaintTolerationComparisonOperators'>

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** The errors of tolerations. */
export function validateTolerations(
  tolerations: readonly Toleration[],
  path: FieldPath,
  options: TolerationOptions,
): FieldError[] {
  return eachFinding(tolerations, (toleration, i) => validateToleration(toleration, path.index(i), options))
}

function validateToleration(
  toleration: Toleration,
  path: FieldPath,
  options: TolerationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  const { key = '', operator = '', value = '', effect = '' } = toleration
  if (key !== '') errors.push(...validateLabelName(key, path.child('key'), options.minor))
  else if (operator !== 'Exists') {
    errors.push(
      field.invalid(
        path.child('operator'),
        operator,
        'operator must be Exists when `key` is empty, which means "match all values and all keys"',
      ),
    )
  }
  if (toleration.tolerationSeconds != null && effect !== 'NoExecute') {
    errors.push(
      field.invalid(
        path.child('effect'),
        effect,
        "effect must be 'NoExecute' when `tolerationSeconds` is set",
      ),
    )
  }
  errors.push(...validateOperator(toleration, operator, value, path, options))
  if (effect !== '' && !effects.includes(effect))
    errors.push(field.notSupported(path.child('effect'), effect, effects))
  return errors
}

function validateOperator(
  toleration: Toleration,
  operator: string,
  value: string,
  path: FieldPath,
  options: TolerationOptions,
): FieldError[] {
  const at = path.child('operator')
  if (operator === '' || operator === 'Equal') {
    const texts = isValidLabelValue(value, options.minor)
    return texts.length === 0 ? [] : [field.invalid(at, value, texts.join(';'))]
  }
  if (operator === 'Exists') {
    const shown = podDialect(options.minor).showsTolerationValue
      ? value
      : badValue(toleration, 'core.Toleration', options.minor)
    return value === '' ? [] : [field.invalid(at, shown, "value must be empty when `operator` is 'Exists'")]
  }
  const compares =
    podDialect(options.minor).comparesTolerationValues && (operator === 'Lt' || operator === 'Gt')
  if (!compares) return [field.notSupported(at, operator, ['Equal', 'Exists'])]
  if (!options.allowTaintTolerationComparisonOperators)
    return [field.notSupported(at, operator, ['Equal', 'Exists', 'Lt', 'Gt'])]
  return decimalErrors(value).map((text) => field.invalid(path.child('value'), value, text))
}

const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value

function decimalErrors(value: string): string[] {
  const errors: string[] = []
  if (value === '') errors.push('must be non-empty')
  else if (!/^(0|-?[1-9][0-9]*)$/.test(value))
    errors.push('must be a valid decimal integer in canonical form')
  if (!/^[+-]?[0-9]+$/.test(value)) errors.push(`strconv.ParseInt: parsing ${goQuote(value)}: invalid syntax`)
  else if (!isInt64(bigIntUpTo64Bits(value.replace(/^\+/, ''))))
    errors.push(`strconv.ParseInt: parsing ${goQuote(value)}: value out of range`)
  return errors
}

/** An update may add tolerations and change how long one lasts. */
export function validateOnlyAddedTolerations(
  now: readonly Toleration[],
  old: readonly Toleration[],
  path: FieldPath,
  options: TolerationOptions,
): FieldError[] {
  const kept = old.every((before) =>
    now.some((t) => semanticEqual({ ...before, tolerationSeconds: t.tolerationSeconds }, t)),
  )
  if (!kept)
    return [field.forbidden(path, 'existing toleration can not be modified except its tolerationSeconds')]
  return validateTolerations(now, path, options)
}
