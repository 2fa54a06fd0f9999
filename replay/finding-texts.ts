import type { ProseAssertion } from './assertions.ts'
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

/** What a simulated machine cannot do by its nature, by what it says when it is asked to. */
const beyondIt: readonly [RegExp, string][] = [
  [
    /has no streams here: no kubelet is reachable/,
    'no containers run on the simulated nodes, so nothing can be run, read or reached in them',
  ],
  [
    /this machine reaches its own cluster only/,
    'no packets flow on the simulated machine, and it has no network',
  ],
  [/this machine has no network/, 'the simulated machine has no network'],
  [/is not simulated|this machine only lists rules/, 'this is not simulated'],
  [
    /(?:^|\s)\/(?:sys|proc|run|var\/run|var\/log|etc\/cni|opt\/cni|var\/lib\/(?:kubelet|containerd|cni|docker))\/\S*: No such file/m,
    'files that a real kernel, container runtime or kubelet writes are not on the simulated node',
  ],
]

/** `<pod-name>`, where a reader is to fill in something of their own. */
const placeholderIn = (command: string): string | undefined =>
  /<<|<\(/.test(command)
    ? undefined
    : /(?<=[\s=/:'"]|^)<[A-Za-z][\w .-]*>/.exec(command.replace(/\|\s*e?grep\b.*|'[^']*\s[^']*'/g, ''))?.[0]

/** Undefined for a command that could be run; else why the machine cannot run it. */
export function couldNotRun(record: CommandRecord): Finding | undefined {
  const { line, exitCode, stderr } = record
  const beyond = beyondIt.find(([said]) => said.test(stderr))?.[1]
  if (beyond !== undefined && (exitCode !== 0 || record.shown !== undefined)) {
    const actual = lastLines(stderr)
    return { severity: 'error', line, message: `could not run: ${beyond}`, actual, blocking: true }
  }
  const missing =
    /^(?:bash|sh): (?:line \d+: )?(\S+): (?:command not found|No such file or directory)$/m.exec(stderr)?.[1]
  if (exitCode === 127 && missing !== undefined) {
    const message = `the machine has no command ${JSON.stringify(missing)}`
    return { severity: 'error', line, message, blocking: true }
  }
  if (exitCode === 124 && /execution deadline/.test(stderr))
    return { severity: 'error', line, message: 'could not run: the command does not end', blocking: true }
  const placeholder = placeholderIn(record.text)
  if (exitCode !== 0 && placeholder !== undefined) {
    const message = `could not run: ${placeholder} stands for something that the document does not say`
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

/** Of a search that found nothing where the document shows what it found. */
export const nothingFound = ({ line, asserted }: CommandRecord, lines: readonly string[]): Finding => ({
  severity: asserted ? 'error' : 'warning',
  line,
  message: 'finds nothing, and the document shows what it found',
  expected: lines.find((text) => text.trim() !== '') ?? '',
})

/** Of a version that another one than the document's stands for. @param given whether the document says which release it runs */
export function otherRelease(record: CommandRecord, given: boolean): Pick<Finding, 'severity' | 'message'> {
  const message = `${programOf(record.text)} shows another release`
  return {
    severity: record.asserted && given ? 'error' : 'warning',
    message: given
      ? message
      : `${message}; the document does not say which one it runs (--branch master=RELEASE does)`,
  }
}

/** Of a sentence that no output decides. */
export const claimUnseen = ({ line, text, field }: ProseAssertion): Finding => ({
  severity: 'warning',
  line,
  message: `cannot tell whether "${text}": no output shows ${field}`,
})

export const claimFails = ({ line, text, field }: ProseAssertion, found: string): Finding => ({
  severity: 'error',
  line,
  message: `"${text}" does not hold`,
  expected: text,
  actual: `${field}: ${found}`,
})

/** Of a command that asks a server which did not start. @param since the line of that */
export const withoutServer = (line: number, since: number): Finding => ({
  severity: 'error',
  line,
  message: `not run: no kube-apiserver has been running since line ${since}, where it did not start`,
})

/** The end of what a command said, or its lines that tell of an error. */
export function lastLines(text: string): string {
  const lines = text.trim().split('\n')
  const telling = lines.filter((l) => /command failed|^Error|^error|^panic:/.test(l))
  return (telling.length > 0 ? telling : lines).slice(-3).join('\n')
}

/** Of a command without a shown output: what is wrong with how it ended. @param prose that introduces it */
export function failedCommand(record: CommandRecord, prose: string): Finding[] {
  const { line, exitCode } = record
  if (exitCode === 0) return []
  if (findsNothing(record)) {
    const message = 'finds nothing, and the document does not show what it found'
    return expectsNothing(prose) ? [] : [{ severity: 'warning', line, message }]
  }
  const severity = programOf(record.text) === 'git' ? 'warning' : 'error'
  const message = `the command failed with exit code ${exitCode}`
  return [{ severity, line, message, actual: lastLines(record.stderr || record.stdout) }]
}

/** Whether a shown output tells of something that went wrong: an elision alone does not. */
export const showsFailure = (lines: readonly string[]): boolean =>
  lines.some((line) => /\berror\b|\bfail|\brefus|\binvalid\b|cannot|unrecognized|panic/i.test(line))
