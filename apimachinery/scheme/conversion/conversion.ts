import type { Scheme } from '../scheme.ts'

/** The fields of an object, that a conversion may change. */
export type Fields = Record<string, unknown>

/** Changes an object between its version (`apps/v1`) and the form that all versions of the kind are converted through. */
export type Conversion = (object: Fields, apiVersion: string, scheme: Scheme) => void
