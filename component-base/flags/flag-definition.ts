/** A flag of a component in a release. */
export interface FlagDefinition {
  name: string
  /** The kind of value: a key of the table in value-types.ts; one that is not there is taken as text. */
  type: string
  /** The type as --help names it, where several kinds have one name there. */
  shownType?: string
  /** The default as --help prints it; absent where it is the zero value. */
  default?: string
  shorthand?: string
  /** The value of the flag where it is given without one, if its type does not say. */
  noOptDefault?: string
  /** The notice that is printed when the flag is used: `Flag --x has been deprecated, <notice>`. */
  deprecated?: string
}

/** What is wrong with one flag, by its name without dashes: there is none, or it does not take the text. */
export type FlagFault = { code: 'unknown'; flag: string } | { code: 'invalid'; flag: string; text: string }

/** A bad command line. `message` is pflag's text, without the `Error: ` that cobra prints before it. */
export class FlagError extends Error {
  /** Undefined where the line is wrong in another way. */
  readonly fault: FlagFault | undefined

  constructor(message: string, { fault, ...cause }: ErrorOptions & { fault?: FlagFault } = {}) {
    super(message, cause)
    this.fault = fault
  }
}
