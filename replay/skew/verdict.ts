import { ComponentFailedError } from '../../cluster/cluster-errors.ts'
import { messageOf } from '../../component-base/thrown.ts'
import type { Outcome, SectionResult } from '../outcome.ts'
import type { Scenario } from './scenario.ts'

/** What became of a scenario in one cell. */
export interface Verdict {
  status: Outcome
  /** One line. */
  outcome: string
  details: string | undefined
  /** The details without the headers of log lines, which tell when and by which process they were written; default: the details. */
  reason?: string
  /** The scenario's line that did not pass. */
  line: number | undefined
  /** What a component printed that did not start. */
  refused?: string
  /** The steps, where the scenario has some. */
  sections?: SectionResult[]
}

/** What an error comes to that the scenario's function, or what a cell needs besides, throws. */
export function verdictOfError(scenario: Scenario, error: unknown): Verdict {
  const message = messageOf(error)
  const line = scenario.kind === 'module' ? scenario.lineOf(error) : undefined
  // An error that is not of the scenario's making is found by its stack alone.
  const details = line === undefined && error instanceof Error ? error.stack : message
  // A document asserts by what it shows: an error is none of that.
  const status = scenario.kind === 'module' ? 'differs' : 'could not run'
  const reason = error instanceof ComponentFailedError ? { reason: `${error.component}: ${error.says}` } : {}
  return { status, outcome: firstLines(message), details, line, ...reason }
}

/** An assertion's first line and, where it shows one, the difference below it. */
function firstLines(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(0, 3).join(' ').slice(0, 200)
}
