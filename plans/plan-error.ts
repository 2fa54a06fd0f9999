/** The limit of findings that are printed. */
const most = 20
/** The limit of a finding's length in characters, as it may quote the file. */
const longest = 600
/** Matches characters that a terminal acts on, or does not show. */
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
  // Escaping makes no character shorter: what is between both ends would not be shown.
  const looked = finding.length > 2 * longest ? finding.slice(0, longest) + finding.slice(-longest) : finding
  const shown = Array.from(looked, (character) => character.replace(unseen, escaped))
  const all = shown.join('')
  if (looked === finding && all.length <= longest) return all
  return `${upTo(longest / 2, shown)} … ${upTo(longest / 2, shown.reverse(), true)}`
}

/** The character in JSON's escaped form: two escapes beyond the first 65,536 characters. */
const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** The first of them that together are so long. @param backwards they stand in the other order */
function upTo(length: number, shown: readonly string[], backwards = false): string {
  let text = ''
  for (const one of shown) {
    if (text.length + one.length > length) break
    text = backwards ? one + text : text + one
  }
  return text
}

const fileOf = (finding: string): string => finding.replace(/:\d+:\d+: .*$/s, '')
