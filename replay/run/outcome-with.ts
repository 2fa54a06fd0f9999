import { checkClaim } from '../claims/check-claim.ts'
import { judgeExplicit } from '../claims/explicit-check.ts'
import type { ClaimResult } from '../claims/world.ts'
import { onlyLooks } from '../command-kinds.ts'
import { commandLine } from '../command-line.ts'
import { type Outcome, worstOf } from '../outcome.ts'
import type { Action, Step } from '../step.ts'
import { CommandRun } from './command-run.ts'
import type { Ran } from './ran.ts'
import type { SectionState } from './section-state.ts'
import { Standing } from './standing.ts'
import { StepLog } from './step-log.ts'

/** Where in a section it is asked. */
export interface Moment {
  state: SectionState
  step: Step
  /** Of the step, in its section. */
  index: number
  /** Of the step's commands until now. */
  records: readonly Ran[]
}

/**
 * What a step's last action would have come to with `other` in its place. Nothing comes of the question: no time passes, no literal
 * is bound. Undefined where only a replay tells: what does something else than the document does.
 */
export async function outcomeWith(other: Action, moment: Moment): Promise<Outcome | undefined> {
  const undo = moment.state.parts.bindings.mark()
  try {
    return await judged(other, moment)
  } finally {
    undo()
  }
}

const outcomeOf = ({ verdict }: ClaimResult): Outcome =>
  verdict === 'holds' ? 'passed' : verdict === 'fails' ? 'differs' : 'not checked'

async function judged(other: Action, { state, step, index, records }: Moment): Promise<Outcome | undefined> {
  const log = new StepLog(new Standing())
  const commands = new CommandRun(state, step, log)
  if (other.kind === 'unread') return 'not checked'
  if (other.kind === 'claim') return outcomeOf(await checkClaim(other.claim, state.world(index)))
  if (other.kind === 'check') {
    const { command, line } = other.check
    const record = records.findLast(({ text }) => text === command)
    const typed = record?.command ?? commandLine(command)
    if (record === undefined && !onlyLooks(typed)) return undefined
    return outcomeOf(judgeExplicit(other.check, record ?? (await commands.perform(typed, line))))
  }
  if (other.kind !== 'command') return undefined
  const { line, output } = other.command
  const record = records.findLast((one) => one.line === line)
  if (record === undefined) return undefined
  commands.ends(record, output)
  return worstOf(log.findings.map(({ outcome }) => outcome))
}
