import { expectsNothing, findsNothing } from './command-kinds.ts'
import type { Difference } from './difference.ts'
import type { ComponentFailure } from './machine/machine.ts'
import type { CommandRecord, Finding } from './outcome.ts'
import type { GateFacts } from './runtime.ts'
import { programOf } from './shell-words.ts'

/** A component, rather than a release that there is none of. */
export const isComponent = ({ component }: ComponentFailure): boolean =>
  component !== 'git' && component !== 'kind'

/** A component that refused to start, or a release that there is none of. */
export function failureFinding(failure: ComponentFailure, line: number, facts: GateFacts): Finding {
  const { component, release, stderr } = failure
  if (!isComponent(failure)) return { severity: 'error', line, message: stderr, blocking: true }
  const finding: Finding = {
    severity: 'error',
    line,
    message: `${component} ${release} refuses to start`,
    actual: lastLines(stderr),
    blocking: /feature is locked to/.test(stderr),
  }
  const locked = /cannot set feature gate (\w+) to \w+, feature is locked to (\w+)/.exec(stderr)
  if (locked !== null)
    finding.why = `${locked[1]} is locked to ${locked[2]} in ${release}; ${facts.history(locked[1]!, release)}`
  return finding
}

/** Undefined for a command that the shell could run. */
export function couldNotRun(record: CommandRecord): Finding | undefined {
  const { line, exitCode, stderr } = record
  const missing = /^(?:bash|sh): (?:line \d+: )?(\S+): command not found$/m.exec(stderr)?.[1]
  if (exitCode === 127 && missing !== undefined) {
    const message = `the machine has no command ${JSON.stringify(missing)}`
    return { severity: 'error', line, message, blocking: true }
  }
  if (exitCode === 2 && /syntax error|unexpected EOF/i.test(stderr))
    return { severity: 'error', line, message: `not a shell command: ${stderr.trim()}`, blocking: true }
  return undefined
}

export function differenceMessage({ expected, actual }: Difference, program: string): string {
  if (expected === '') return `${program} also prints a line that the document does not show`
  return actual === undefined ? `${program} does not print this line` : `${program} prints something else`
}

/** The end of what a command said, or its lines that tell of an error. */
export function lastLines(text: string): string {
  const lines = text.trim().split('\n')
  const telling = lines.filter((l) => /command failed|^Error|^error|^panic:/.test(l))
  return (telling.length > 0 ? telling : lines).slice(-3).join('\n')
}

/** Of a command without a shown output: what is wrong with how it ended. @param prose that introduces it */
export function failedCommand(record: CommandRecord, prose: string): Finding | undefined {
  const { line, exitCode } = record
  if (exitCode === 0) return undefined
  if (findsNothing(record)) {
    const message = 'finds nothing, and the document does not show what it found'
    return expectsNothing(prose) ? undefined : { severity: 'warning', line, message }
  }
  return {
    severity: programOf(record.text) === 'git' ? 'warning' : 'error',
    line,
    message: `the command failed with exit code ${exitCode}`,
    actual: lastLines(record.stderr || record.stdout),
  }
}

/** Whether a shown output tells of something that went wrong: an elision alone does not. */
export const showsFailure = (lines: readonly string[]): boolean =>
  lines.some((line) => /\berror\b|\bfail|\brefus|\binvalid\b|cannot|unrecognized|panic/i.test(line))
