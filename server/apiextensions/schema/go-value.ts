// Upstream: k8s.io/apimachinery/pkg/util/validation/field/errors.go (ErrorBody)
import { type FieldError, type FieldPath, field, Literal } from '../../../apimachinery/field-error.ts'
import { goJSON, sortKeys } from '../../../apimachinery/go-print/marshal.ts'
import { showGoSyntax } from '../../../apimachinery/go-print/untyped.ts'
import type { JsonValue } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { formatG } from '../../../cel/values/go-format.ts'

/** Whether a decoder gives Go an int64. */
export const isInt64 = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 2 ** 63

/** A number as Go shows it with %v, by the type that a decoder gives it. */
export const goNumber = (value: number): string =>
  isInt64(value) || value === -(2 ** 63) ? String(BigInt(value)) : formatG(value)

/** JSON data for a field error, as the release shows a value of which it knows no type. */
export function shownValue(value: unknown, minor: number): unknown {
  if (value instanceof Literal) return value
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return new Literal(goNumber(value))
  const asJSON = validationDialect(minor).printsValuesAsJSON
  if (value === null || value === undefined) return new Literal(asJSON ? 'null' : '"null"')
  return new Literal(() => (asJSON ? goJSON(sortKeys(value)) : showGoSyntax(value as JsonValue)))
}

/** The field of an error: upstream has no path for an object itself. */
export const fieldAt = (path: FieldPath): string => String(path) || '<nil>'

/** field.Invalid of JSON data. */
export const invalid = (path: FieldPath, value: unknown, detail: string, minor: number): FieldError =>
  field.invalid(fieldAt(path), shownValue(value, minor), detail)
