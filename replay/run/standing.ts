import type { Finding } from '../outcome.ts'
import {
  type Mishap,
  type StandingEvent,
  type StandingState,
  StateOf,
  standingMoves,
} from './section-states.ts'

/** Something that the steps after it depend on and that did not happen. */
export interface Blocker {
  line: number
  because: Mishap
  /** Where it is a difference: which one, and what that comes from. */
  why?: string | undefined
  /** The document shows it itself. */
  told?: true
}

/** Whether what the document goes on to say can still be held against reality. */
export class Standing {
  private readonly state = new StateOf<StandingState, StandingEvent, Blocker>(standingMoves, 'sound')

  block(blocker: Blocker): void {
    this.state.tell(blocker.because, blocker)
  }

  /** A cluster started. @param anew with nothing of the one before */
  started(anew: boolean): void {
    this.state.tell(anew ? 'new cluster came' : 'cluster came')
  }

  /** Something before did not happen, and what comes after it follows from that. */
  get blocked(): boolean {
    return this.state.is !== 'sound'
  }

  /** Nothing that asks the cluster means anything. */
  get down(): boolean {
    return this.state.is === 'down'
  }

  /** The document shows that nothing runs: what it says of components and of what was printed can be judged. */
  get toldDown(): boolean {
    return this.toldAt !== undefined
  }

  /** The line of the command that the document shows so; undefined where it shows none, or a cluster runs. */
  get toldAt(): number | undefined {
    const why = this.down ? this.state.why : undefined
    return why?.told === true ? why.line : undefined
  }

  /** What a difference is after something did not happen: no difference, as it follows from that. */
  judge(finding: Finding): Finding {
    return !this.blocked || finding.outcome !== 'differs' ? finding : this.depends(finding.line)
  }

  /** Of what is not run, or means nothing. */
  depends(line: number): Finding {
    const { line: before, because, why } = this.state.why!
    if (because !== 'not carried out') return dependent(line, before, why)
    const { message } = dependent(line, before)
    return { ...dependsUnchecked(line, before), message: `${message}, which was not carried out` }
  }
}

/** Of what follows from a line before it that could not run. @param why what differs there, and why */
export const dependent = (line: number, before: number, why?: string): Finding => ({
  outcome: 'could not run',
  line,
  message: `depends on line ${before}`,
  reason: { code: 'depends on a line', on: before },
  ...(why === undefined ? {} : { why }),
})

/** Of what follows from a line before it that was not carried out or could not be understood. */
export const dependsUnchecked = (line: number, before: number): Finding => ({
  ...dependent(line, before),
  outcome: 'not checked',
})

/** Whether a finding says that something depends on an earlier failure. */
export const isDependent = ({ reason }: Finding): boolean => reason?.code === 'depends on a line'
