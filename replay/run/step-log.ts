import type { Check, Finding } from '../outcome.ts'
import type { Ran, SeenRan } from './ran.ts'
import { isDependent, type Standing } from './standing.ts'

/** What has come of a step so far. */
export class StepLog {
  readonly findings: Finding[] = []
  readonly checks: Check[] = []
  readonly records: Ran[] = []
  /** By record: the same for all that ask. */
  private readonly seenOf = new WeakMap<Ran, SeenRan>()
  private readonly standing: Standing

  constructor(standing: Standing) {
    this.standing = standing
  }

  /** What follows from something that did not happen is said once. */
  find(found: Finding): void {
    this.keep(this.standing.judge(found))
  }

  /** What follows from nothing that went before. */
  findOwn(found: Finding): void {
    this.keep(found)
  }

  private keep(finding: Finding): void {
    const same = ({ message, line }: Finding): boolean =>
      message === finding.message && (line === finding.line || isDependent(finding))
    if (!this.findings.some(same)) this.findings.push(finding)
  }

  check(check: Check): void {
    this.checks.push(check)
  }

  record(record: Ran): void {
    this.records.push(record)
  }

  /** Whether nothing speaks against the step. */
  get clean(): boolean {
    return this.findings.every(({ outcome }) => outcome === 'note')
  }

  /** Of a command that was looked at again. */
  recordAgain(before: Ran, record: Ran): void {
    this.records[this.records.indexOf(before)] = record
  }

  /** @param step its place in the section */
  seen(step: number): SeenRan[] {
    return this.records.map((record) => {
      const { command, text, line, stdout, stderr, exitCode, failures = [] } = record
      const seen = this.seenOf.get(record) ?? {
        step,
        command,
        text,
        line,
        stdout,
        stderr,
        exitCode,
        failures,
      }
      this.seenOf.set(record, seen)
      return seen
    })
  }
}
