// Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go (MaxLenError, RegexError, …)

import { type FieldError, type FieldPath, field } from '../field-error.ts'
import { validationDialect } from './dialect.ts'

/** The error for a text of more characters than `length`. */
export const maxLenError = (length: number): string => `must be no more than ${length} characters`

/** As {@link maxLenError}, where upstream names the unit: bytes. */
export const maxBytesError = (length: number): string => `must be no more than ${length} bytes`

/** The explanation of a failed regular expression, with examples. */
export function regexError(message: string, format: string, ...examples: string[]): string {
  if (examples.length === 0) return `${message} (regex used for validation is '${format}')`
  const shown = examples.map((e) => `'${e}', `).join(' or ')
  return `${message} (e.g. ${shown}regex used for validation is '${format}')`
}

/** The error for a text that must not be empty. */
export const emptyError = 'must be non-empty'
/** The error for a number outside of a range, whose bounds belong to it. */
export const inclusiveRangeError = (low: number, high: number): string =>
  `must be between ${low} and ${high}, inclusive`

const withoutLimit = (path: FieldPath, max: number): FieldError =>
  field.tooLong(path, undefined, max, 'value is too long')

/** field.TooLong with the wording of the release. `max`: bytes; a limit below 0, which nothing can keep, is not named. */
export function tooLong(path: FieldPath, max: number, minor: number): FieldError {
  if (max < 0) return withoutLimit(path, max)
  const { saysTooLongAndMaxLengthAlike, usesSingular } = validationDialect(minor)
  if (!saysTooLongAndMaxLengthAlike)
    return field.tooLong(path, undefined, max, `must have at most ${max} bytes`)
  return field.tooLong(
    path,
    undefined,
    max,
    `may not be more than ${max} ${max === 1 && usesSingular ? 'byte' : 'bytes'}`,
  )
}

/** field.TooLongMaxLength with the wording of the release (from 1.32 on the same as {@link tooLong}). */
export function tooLongMaxLength(path: FieldPath, max: number, minor: number): FieldError {
  if (max < 0) return withoutLimit(path, max)
  if (!validationDialect(minor).saysTooLongAndMaxLengthAlike)
    return field.tooLong(path, undefined, max, `may not be longer than ${max}`)
  return tooLong(path, max, minor)
}

/** field.TooMany with the wording of the release. */
export function tooMany(path: FieldPath, actual: number, max: number, minor: number): FieldError {
  const found = field.tooMany(path, actual, max)
  if (max < 0) return { ...found, detail: 'has too many items' }
  return validationDialect(minor).usesSingular
    ? found
    : { ...found, detail: `must have at most ${max} items` }
}

/** Length in bytes of UTF-8, as Go's len(). */
export const byteLength = (text: string): number => Buffer.byteLength(text)
