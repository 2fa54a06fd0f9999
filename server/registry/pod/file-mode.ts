import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'

/** The mode of a file in a volume; unset is fine. */
export function validateFileMode(mode: number | undefined, path: FieldPath): FieldError[] {
  if (mode === undefined || (mode >= 0 && mode <= 0o777)) return []
  return [field.invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')]
}
