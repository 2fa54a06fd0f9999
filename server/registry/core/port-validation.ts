// Upstream: pkg/apis/core/validation/validation.go (ValidatePortNumOrName)
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isValidPortName, isValidPortNum } from '../../../apimachinery/validation/ports.ts'

/** The errors of a port, by number or name; an absent one is 0. */
export function validatePortNumOrName(
  port: number | string | null | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const texts = typeof port === 'string' ? isValidPortName(port, minor) : isValidPortNum(port ?? 0)
  return texts.map((text) => field.invalid(path, port ?? 0, text))
}
