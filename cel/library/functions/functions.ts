import type { CelValue } from '../../values/value.ts'

/** What functions do, by the ids of their overloads or by their names. Arguments are of the types of the signature. */
export type Functions = Readonly<Record<string, (args: readonly CelValue[]) => CelValue>>
