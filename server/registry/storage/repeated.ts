import type { FieldError } from '../../../apimachinery/field-error.ts'

/** Findings of a check that upstream makes twice, in some releases. */
export const repeated = (errors: readonly FieldError[], twice: boolean): FieldError[] =>
  twice ? [...errors, ...errors] : [...errors]
