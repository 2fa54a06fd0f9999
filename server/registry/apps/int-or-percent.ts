// Upstream: pkg/apis/apps/validation/validation.go (ValidatePositiveIntOrPercent, IsNotMoreThan100Percent)
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { isValidPercent } from '../../../apimachinery/validation/keys.ts'

type IntOrString = number | string | undefined
/** An IntOrString as the release prints bad values. */
export const intOrPercentValue = (value: IntOrString, minor: number): unknown =>
  badValue(value, 'intstr.IntOrString', minor)

/** The errors of a number below 0, or of a text that is no percentage. */
export function validatePositiveIntOrPercent(
  value: IntOrString,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (typeof value === 'string')
    return isValidPercent(value).map((text) => field.invalid(path, intOrPercentValue(value, minor), text))
  return (value ?? 0) < 0 ? [field.invalid(path, value, 'must be greater than or equal to 0')] : []
}

/** The number, or the percentage as a number; a text that is neither counts as the number it is, or 0. */
export function intOrPercent(value: IntOrString): number {
  if (typeof value !== 'string') return value ?? 0
  const digits = /^([0-9]+)%$/.exec(value) ?? /^([+-]?[0-9]+)$/.exec(value)
  return digits === null ? 0 : Number(digits[1])
}

/** The error of a percentage above 100 %; numbers are valid. */
export function validateAtMost100Percent(value: IntOrString, path: FieldPath, minor: number): FieldError[] {
  if (typeof value !== 'string' || isValidPercent(value).length > 0 || intOrPercent(value) <= 100) return []
  return [field.invalid(path, intOrPercentValue(value, minor), 'must not be greater than 100%')]
}
