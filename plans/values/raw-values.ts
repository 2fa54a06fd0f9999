import type { PlannedValues } from './planned-values.ts'

/** New values of a field as a plan file has them. */
export type RawValues = Omit<PlannedValues, 'from'> & { readonly from?: string }
