import type { FieldError } from '../../../apimachinery/field-error.ts'

/** Reports a path that an earlier source has taken: `value` is what the message shows. */
export type ClaimPath = (filePath: string, value: string) => FieldError[]
