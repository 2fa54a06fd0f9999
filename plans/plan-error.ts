/** A file of a million wrong lines is told as one of a few. */
const most = 20
/** Characters of a finding, which may repeat what the file says. */
const longest = 600
/** What a terminal acts on, or does not show. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * A plan that cannot be used. The message has a line `file:line:column: what is wrong` for each finding, and of many for the first 20; one
 * that quotes a long text is cut, and control characters are escaped as in JSON.
 */
export class PlanError extends Error {
  readonly findings: readonly string[]
  constructor(findings: readonly string[]) {
    const told = findings.slice(0, most).map(inOneLine)
    if (findings.length > most) told.push(`${fileOf(told[0]!)}: these are the first ${most} of more`)
    super(told.join('\n'))
    this.name = 'PlanError'
    this.findings = told
  }
}

function inOneLine(finding: string): string {
  const cut =
    finding.length > longest ? `${finding.slice(0, longest / 2)} … ${finding.slice(-longest / 2)}` : finding
  return cut.replace(unseen, (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`)
}

const fileOf = (finding: string): string => finding.replace(/:\d+:\d+: .*$/s, '')
