import type { Scheme } from '../scheme.ts'

/** The fields of an object, which a conversion changes in place. */
export type Fields = Record<string, unknown>

/**
 * Changes an object in place between its version (`apps/v1`) and the hub, the form that all versions of the kind convert
 * through.
 */
export type Conversion = (object: Fields, apiVersion: string, scheme: Scheme) => void
