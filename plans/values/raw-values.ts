import type { PlannedValues } from './planned-values.ts'

/** New values of a field in the form of a plan file. */
export type RawValues = Omit<PlannedValues, 'from'> & { readonly from?: string }
