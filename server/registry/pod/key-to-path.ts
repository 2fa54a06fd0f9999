// Upstream: pkg/apis/core/validation/validation.go (validateKeyToPath)

import type { KeyToPath } from '../../../api/core-v1.ts'
import type { FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import { requireFields } from '../core/names.ts'
import { validateLocalNonReservedPath } from '../core/paths.ts'
import { validateFileMode } from './file-mode.ts'

/** A key of a secret or config map, and the file that it becomes. */
export function validateKeyToPath(item: KeyToPath, path: FieldPath): FieldError[] {
  return [
    ...requireFields(item, path, 'key', 'path'),
    ...validateLocalNonReservedPath(item.path ?? '', path.child('path')),
    ...validateFileMode(item.mode, path.child('mode')),
  ]
}
