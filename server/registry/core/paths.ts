// Upstream: pkg/apis/core/validation/validation.go (validateLocalDescendingPath and the like)
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'

/** The error of a path with a segment `..`. */
export function validatePathNoBacksteps(value: string, path: FieldPath): FieldError[] {
  return value.split('/').includes('..') ? [field.invalid(path, value, "must not contain '..'")] : []
}

/** The errors of a path that must be relative and descend. */
export function validateLocalDescendingPath(value: string, path: FieldPath): FieldError[] {
  const errors = value.startsWith('/') ? [field.invalid(path, value, 'must be a relative path')] : []
  return [...errors, ...validatePathNoBacksteps(value, path)]
}

/** The errors of a relative path that must not begin with `..`, which volumes reserve for themselves. */
export function validateLocalNonReservedPath(value: string, path: FieldPath): FieldError[] {
  const errors = validateLocalDescendingPath(value, path)
  if (value.startsWith('..') && !value.startsWith('../'))
    errors.push(field.invalid(path, value, "must not start with '..'"))
  return errors
}
