import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { byteLength, tooLong } from '../../../apimachinery/validation/messages.ts'
import { isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import { registryDialect } from '../dialect.ts'

/** Upstream: pkg/apis/core/validation/validation.go (ValidateCSIDriverName) */
export function validateCsiDriverName(name: string, path: FieldPath, minor: number): FieldError[] {
  const errors: FieldError[] = []
  if (name === '') {
    errors.push(field.required(path, ''))
    if (!registryDialect(minor).checksMissingDriverNames) return errors
  }
  if (byteLength(name) > 63) errors.push(tooLong(path, 63, minor))
  errors.push(...isDNS1123Subdomain(name.toLowerCase()).map((text) => field.invalid(path, name, text)))
  return errors
}
