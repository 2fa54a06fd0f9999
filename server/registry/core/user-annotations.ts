// Upstream: pkg/apis/core/validation/validation.go (ValidateUserAnnotations)
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isQualifiedName } from '../../../apimachinery/validation/label-names.ts'
import { byteLength, tooLong } from '../../../apimachinery/validation/messages.ts'

const sizeLimit = 256 * 1024

/** The errors of annotations for a signer of pod certificates: keys with a domain, and their size in all. */
export function validateUserAnnotations(
  annotations: Record<string, string>,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors = Object.keys(annotations).flatMap((key) => domainPrefixedKey(path, key.toLowerCase(), minor))
  const size = Object.keys(annotations).reduce(
    (sum, key) => sum + byteLength(key) + byteLength(annotations[key] ?? ''),
    0,
  )
  if (size > sizeLimit) errors.push(tooLong(path, sizeLimit, minor))
  return errors
}

function domainPrefixedKey(path: FieldPath, key: string, minor: number): FieldError[] {
  if (key === '') return [field.required(path, '')]
  const errors = isQualifiedName(key, minor).map((text) => field.invalid(path, key, text))
  if (errors.length === 0 && !key.includes('/'))
    errors.push(field.invalid(path, key, 'must be a domain-prefixed key (such as "acme.io/foo")'))
  return errors
}
