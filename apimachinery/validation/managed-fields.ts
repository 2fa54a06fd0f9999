// Upstream: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go
import { eachFinding, type FieldError, type FieldPath, field } from '../field-error.ts'
import type { ManagedFieldsEntry } from '../json.ts'
import { byteLength, tooLong } from './messages.ts'

/** Nearly all names of managers. */
const plainManager = /^[ -~]{0,128}$/

/** The errors of a field manager: at most 128 bytes, printable characters only. */
export function validateFieldManager(manager: string, path: FieldPath, minor: number): FieldError[] {
  if (plainManager.test(manager)) return []
  const errors = byteLength(manager) > 128 ? [tooLong(path, 128, minor)] : []
  let position = 0
  for (const char of manager) {
    if (!isPrint(char))
      errors.push(
        field.invalid(path, manager, `invalid character ${codePoint(char)} (at position ${position})`),
      )
    position += byteLength(char)
  }
  return errors
}

/** unicode.IsPrint: letters, marks, numbers, punctuation, symbols and the ASCII space. */
const isPrint = (char: string): boolean => char === ' ' || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(char)
const codePoint = (char: string): string =>
  `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/** The errors of `metadata.managedFields`, without those of the sets in fieldsV1. */
export function validateManagedFields(
  entries: readonly ManagedFieldsEntry[],
  path: FieldPath,
  minor: number,
): FieldError[] {
  return eachFinding(entries, (entry, i) => {
    const at = path.index(i)
    const errors: FieldError[] = []
    const operation: string = entry.operation ?? ''
    if (operation !== 'Apply' && operation !== 'Update')
      errors.push(field.invalid(at.child('operation'), operation, 'must be `Apply` or `Update`'))
    if (entry.fieldsType && entry.fieldsType !== 'FieldsV1')
      errors.push(field.invalid(at.child('fieldsType'), entry.fieldsType, 'must be `FieldsV1`'))
    errors.push(...validateFieldManager(entry.manager ?? '', at.child('manager'), minor))
    if (byteLength(entry.subresource ?? '') > 256) errors.push(tooLong(at.child('subresource'), 256, minor))
    return errors
  })
}
