/** What became of a scenario in one cell. */
export interface Verdict {
  holds: boolean
  /** One line. */
  outcome: string
  details: string | undefined
  /** The scenario's line that does not hold. */
  line: number | undefined
}
