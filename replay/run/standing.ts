import type { Finding } from '../outcome.ts'

/** Something that the steps after it depend on and that did not happen. */
export interface Blocker {
  line: number
  /**
   * `no cluster`: a component refused to start, or there is no such release, so that nothing after it means anything.
   * `could not run`: a command that is not simulated. `not carried out`: an instruction that is not understood.
   */
  because: 'no cluster' | 'could not run' | 'not carried out'
  /** Where it is a difference: which one, and what that comes from. */
  why?: string | undefined
}

/** Whether what the document goes on to say can still be held against reality. */
export class Standing {
  private blocker: Blocker | undefined

  /** The first one counts, as what comes after it follows from it; but for a cluster that did not start. */
  block(blocker: Blocker): void {
    const worse = blocker.because === 'no cluster' && !this.down
    if (this.blocker === undefined || worse) this.blocker = blocker
  }

  /** A cluster started. @param anew with nothing of the one before */
  started(anew: boolean): void {
    if (anew || this.blocker?.because === 'no cluster') this.blocker = undefined
  }

  /** Something before did not happen, and what comes after it follows from that. */
  get blocked(): boolean {
    return this.blocker !== undefined
  }

  /** Nothing that asks the cluster means anything. */
  get down(): boolean {
    return this.blocker?.because === 'no cluster'
  }

  /** What a difference is after something did not happen: no difference, as it follows from that. */
  judge(finding: Finding): Finding {
    return this.blocker === undefined || finding.outcome !== 'differs' ? finding : this.depends(finding.line)
  }

  /** Of what is not run, or means nothing. */
  depends(line: number): Finding {
    const { line: before, because, why } = this.blocker!
    if (because !== 'not carried out') return dependent(line, before, why)
    const { message } = dependent(line, before)
    return { outcome: 'not checked', line, message: `${message}, which was not carried out` }
  }
}

const dependence = 'depends on line '

/** Of what follows from a line before it that could not run. @param why what differs there, and why */
export const dependent = (line: number, before: number, why?: string): Finding => ({
  outcome: 'could not run',
  line,
  message: `${dependence}${before}`,
  ...(why === undefined ? {} : { why }),
})

/** Of what follows from a line before it that was not carried out or could not be understood. */
export const dependsUnchecked = (line: number, before: number): Finding => ({
  ...dependent(line, before),
  outcome: 'not checked',
})

export const isDependent = ({ message }: Finding): boolean => message.startsWith(dependence)
