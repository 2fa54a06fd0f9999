// Upstream: staging/src/k8s.io/apimachinery/pkg/api/validation/{generic,objectmeta}.go
import { type FieldError, type FieldPath, field } from '../field-error.ts'
import { badValue } from '../go-print/bad-value.ts'
import { semanticEqual } from '../json.ts'

/** The error where a field has changed. `type`: how the new value is printed where it is neither text nor number. */
export function validateImmutableField(
  value: unknown,
  old: unknown,
  path: FieldPath,
  print?: { type: string; minor: number },
): FieldError[] {
  if (semanticEqual(old, value)) return []
  return [
    field.invalid(
      path,
      print === undefined ? value : badValue(value, print.type, print.minor),
      'field is immutable',
    ),
  ]
}

/** The error for a number below 0. */
export function validateNonnegativeField(value: number, path: FieldPath): FieldError[] {
  return value < 0 ? [field.invalid(path, value, 'must be greater than or equal to 0')] : []
}
