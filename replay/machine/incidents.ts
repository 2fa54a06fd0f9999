import type { StartReason } from '../../component-base/start-refusal.ts'

/** A component that refused to start. */
export interface ComponentFailure {
  component: string
  release: string
  stderr: string
  reason?: StartReason | undefined
  /** What can be acted on, of what it printed. */
  says?: string | undefined
}

/** What went wrong on the machine beside what its commands print, until who runs them takes note. */
export class Incidents {
  private failures: ComponentFailure[] = []
  private readonly doubts: string[] = []

  /** Of a component, or of a release that there is none of. */
  noteFailure(failure: ComponentFailure): void {
    this.failures.push(failure)
  }

  /** Of a program that was to change something and did not, though its line ended well. */
  noteDoubt(doubt: string): void {
    this.doubts.push(doubt)
  }

  takeFailures(): ComponentFailure[] {
    return this.failures.splice(0)
  }

  takeDoubts(): string[] {
    return this.doubts.splice(0)
  }
}
