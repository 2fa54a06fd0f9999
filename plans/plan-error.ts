/** A plan that cannot be used. The message has a line `file:line:column: what is wrong` for each finding. */
export class PlanError extends Error {
  readonly findings: readonly string[]
  constructor(findings: readonly string[]) {
    super(findings.join('\n'))
    this.name = 'PlanError'
    this.findings = findings
  }
}
