import type { CelValue } from '../../values/value.ts'

/** Implementations by the ids of overloads or by function names. Arguments are of the types of the signature. */
export type Functions = Readonly<Record<string, (args: readonly CelValue[]) => CelValue>>
