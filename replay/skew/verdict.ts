import type { SectionResult } from '../outcome.ts'

/** What became of a scenario in one cell. */
export interface Verdict {
  holds: boolean
  /** One line. */
  outcome: string
  details: string | undefined
  /** The scenario's line that does not hold. */
  line: number | undefined
  /** What a component printed that did not start. */
  refused?: string
  /** The steps, where the scenario has some. */
  sections?: SectionResult[]
}
