// What is said of a command, a claim or a component that does not hold, could not run or was not checked.

import { noStreams } from '../../component-base/no-streams.ts'
import { printsRefusal } from '../claims/check-output.ts'
import type { Claim } from '../claims/claim.ts'
import { findsNothing } from '../command-kinds.ts'
import type { CommandLine } from '../command-line.ts'
import { isElision } from '../compare/elision.ts'
import type { OtherValue } from '../compare/example-values.ts'
import type { Difference } from '../difference.ts'
import { standInOf } from '../explain.ts'
import type { MachineCluster } from '../machine/cluster.ts'
import type { ProgramFailure } from '../machine/command-result.ts'
import type { ComponentFailure } from '../machine/incidents.ts'
import type { CommandRecord, Finding } from '../outcome.ts'
import type { Limit, Reason } from '../reason.ts'
import type { GateFacts } from '../runtime.ts'
import type { Ran } from './ran.ts'

/** A component, rather than a release that there is none of. */
export const isComponent = ({ component }: ComponentFailure): boolean =>
  component !== 'git' && component !== 'kind'

/** A component that refused to start, as the real one does; or a release that there is none of. */
export function failureFinding(
  failure: ComponentFailure,
  line: number,
  facts: GateFacts,
  cluster: Pick<MachineCluster, 'meant' | 'records'>,
): Finding {
  const { component, release, stderr, reason: start } = failure
  if (!isComponent(failure))
    return { outcome: 'could not run', line, message: stderr, reason: { code: 'no such release', release } }
  const finding: Finding = {
    outcome: 'differs',
    line,
    message: `${component} ${release} refuses to start`,
    actual: lastLines(stderr),
    refused: { component, stderr },
    reason: {
      code: 'refuses to start',
      component,
      release,
      says: failure.says ?? stderr.trim().split('\n').at(-1)!,
      ...(start === undefined ? {} : { start }),
    },
  }
  const gates = start?.code === 'gate is locked' || start?.code === 'no such gate' ? [start.gate] : []
  const reasons = [
    ...(start?.code === 'gate is locked' ? [`${start.gate} is locked to ${start.to} in ${release}`] : []),
    ...gates.map((gate) => facts.history(gate, release)),
    standInOf(gates, component, cluster, facts, release)?.text ?? '',
  ].filter((reason) => reason !== '')
  if (reasons.length > 0) finding.why = reasons.join('; ')
  return finding
}

const ofKernel = 'files that a real kernel, container runtime or kubelet writes are not on the simulated node'

/** Whether it reads what only a real kernel tells. */
export const readsKernel = (command: string): boolean => /(?<=[\s=<])\/(?:proc|sys)\//.test(command)

/** Of an output that only a real kernel has. */
export const kernelFiles = (line: number): Finding => beyond(line, 'no kernel files')

/** What the simulated machine cannot do by its nature, in words. */
const limits: Readonly<Record<Limit, string>> = {
  'no containers': 'what this container does is not simulated, so nothing can be run, read or reached in it',
  'no packets': 'no packets flow on the simulated machine, and it has no network',
  'no network': 'the simulated machine has no network',
  'no kernel files': ofKernel,
  'not simulated': 'this is not simulated',
}

const beyond = (line: number, limit: Limit, actual?: string): Finding =>
  hindered(line, limits[limit], { code: 'beyond the machine', limit }, actual)

/** The finding "could not run" at a line. @param actual what was printed instead */
export const hindered = (line: number, message: string, reason: Reason, actual?: string): Finding => ({
  outcome: 'could not run',
  line,
  message,
  reason,
  ...(actual === undefined ? {} : { actual }),
})

const noProgram = (line: number, program: string): Finding =>
  hindered(line, `the machine has no command ${JSON.stringify(program)}`, {
    code: 'no such program',
    program,
  })

/** Of files that a real kernel, container runtime or kubelet writes, cat says that there are none. */
const kernelFile =
  /(?:^|\s)\/(?:sys|proc|run|var\/run|var\/log|etc\/cni|opt\/cni|var\/lib\/(?:kubelet|containerd|cni|docker))\/\S*: No such file/m

/** What of a command, or of a program of it, the machine cannot do. */
function limitOf({ stderr, limits: told = [], failures = [] }: CommandRecord): Limit | undefined {
  const within = failures.flatMap(({ limit }) => limit ?? [])
  const texts = [stderr, ...failures.map((one) => one.stderr)]
  const known = (limit: Limit): boolean => told.includes(limit) || within.includes(limit)
  if (known('no containers') || texts.some((text) => text.includes(noStreams))) return 'no containers'
  return (
    (['no packets', 'no network', 'not simulated'] as const).find(known) ??
    (texts.some((text) => kernelFile.test(text)) ? 'no kernel files' : undefined)
  )
}

/** What the shell's library, and its jq and awk, say where they end a command because of a limit of their own. */
const shellLimit =
  /increase executionLimits\.|^(?:bash: [^\n]{0,100}|jq: (?:query result element|string size) )limit exceeded \(\d|^awk: [^\n]{0,100}exceeded maximum iterations \(\d/m

/**
 * Undefined for a command that could be run; else why the machine cannot run it.
 * @param missingFile why it cannot read a file, where the document does not show one that it names
 */
export function couldNotRun(record: CommandRecord, missingFile?: string): Finding | undefined {
  const { line, exitCode, stderr } = record
  const failed = record.failures ?? []
  const limit = limitOf(record)
  if (limit !== undefined && (exitCode !== 0 || record.shown !== undefined || failed.length > 0))
    return beyond(line, limit, lastLines(stderr))
  if (exitCode !== 0 && readsKernel(record.text)) return kernelFiles(line)
  const missing =
    /^(?:bash|sh): (?:line \d+: )?(\S+): (?:command not found|No such file or directory)$/m.exec(stderr)?.[1]
  if (exitCode === 127 && missing !== undefined) return noProgram(line, missing)
  const within = failed.find((failure) => failure.exitCode === 127)
  if (within !== undefined) return noProgram(line, within.program)
  if (shellLimit.test(stderr))
    return hindered(
      line,
      'it does not end, or not soon: the machine ends what loops or prints without measure',
      { code: 'loop without end' },
    )
  if (exitCode === 124 && /execution deadline/.test(stderr))
    return hindered(line, 'the command does not end', { code: 'command does not end' })
  if (
    exitCode !== 0 &&
    missingFile !== undefined &&
    /no such file|does not exist|cannot (?:find|open|read)/i.test(stderr)
  )
    return hindered(line, missingFile, { code: 'file not shown' })
  if (
    exitCode !== 0 &&
    leavesPartOut(record.text) &&
    /\binvalid\b|\berror (?:validating|parsing)\b/i.test(stderr)
  )
    return hindered(
      line,
      'the document leaves out a part of the manifest, and the rest alone is refused',
      { code: 'placeholder' },
      lastLines(stderr),
    )
  if (exitCode === 2 && /syntax error|unexpected EOF/i.test(stderr))
    return hindered(line, `not a shell command: ${stderr.trim()}`, { code: 'not a whole command' })
  return undefined
}

/** Whether a manifest that a command is given has a `...` for what its author does not show. */
const leavesPartOut = (text: string): boolean =>
  /\b(?:apply|create|replace)\b[^\n]{0,300}?<</.test(text) && text.split('\n').some(isElision)

/** The message about a difference between a document's output and a program's. */
export function differenceMessage({ expected, actual }: Difference, program: string): string {
  if (expected === '') return `${program} also prints a line that the document does not show`
  return actual === undefined ? `${program} does not print this line` : `${program} prints something else`
}

/** Of a search that found nothing where the document shows what it found. */
export const nothingFound = ({ line }: CommandRecord, lines: readonly string[]): Finding => ({
  outcome: 'differs',
  line,
  message: 'finds nothing, and the document shows what it found',
  reason: { code: 'finds nothing' },
  expected: lines.find((text) => text.trim() !== '') ?? '',
})

/** Of an output of the author's own surroundings (git, docker, editors), which are not the machine's. */
export const surroundings = ({ command }: Pick<Ran, 'command'>, line: number): Finding => ({
  outcome: 'not checked',
  line,
  message: `what ${command.program} prints is of the author's own surroundings, and is not compared`,
  reason: { code: 'output of surroundings' },
})

/** Of a version that another one than the document's stands for. @param given whether the document says which release it runs; `standIn`: it cannot be simulated, and another one is run */
export function otherRelease(
  { command }: Ran,
  given: boolean,
  standIn: boolean,
): Pick<Finding, 'outcome' | 'message' | 'reason'> {
  const message = `${command.program} shows another release`
  const reason = { code: 'another release shown' } as const
  if (standIn)
    return { outcome: 'note', message: `${message}: the one that stands in for the document's`, reason }
  if (given) return { outcome: 'differs', message, reason }
  return {
    outcome: 'not checked',
    message: `${message}; the document does not say which one it runs (--branch master=RELEASE does)`,
    reason,
  }
}

/** Of a command that asks for an object by a name that only its author could know. */
export const notShown = (line: number, name: string): Finding => ({
  outcome: 'not checked',
  line,
  message: `${name} is a name of the author's own cluster, and nothing before shows which object it is`,
  reason: { code: 'name of another cluster' },
})

/** Of a sentence that nothing decides. */
export const claimUnknown = (
  { line, text }: Pick<Claim, 'line' | 'text'>,
  why: string,
  code: 'statement not decided' | 'traffic not decided' = 'statement not decided',
): Finding => ({
  outcome: 'not checked',
  line,
  message: `cannot tell whether "${text}": ${why}`,
  reason: { code },
})

/** The finding about a claim that does not hold. @param saw what there is instead */
export const claimFails = ({ line, text }: Pick<Claim, 'line' | 'text'>, saw: string): Finding => ({
  outcome: 'differs',
  line,
  message: `"${text}" does not hold`,
  reason: { code: 'statement does not hold' },
  expected: text,
  actual: saw,
})

/** Of a change that changes nothing. */
export const soAlready = ({ line, text }: Pick<Claim, 'line' | 'text'>): Finding => ({
  outcome: 'not checked',
  line,
  message: `nothing to carry out, as it is so already: "${text}"`,
  reason: { code: 'so already' },
})

/** Of a sentence that is neither carried out nor compared. */
export const notUnderstood = (what: 'statement' | 'instruction', text: string, line: number): Finding => ({
  outcome: 'not checked',
  line,
  message: `${what === 'statement' ? 'not compared' : 'not carried out'}, as it is not understood: "${text}"`,
  reason: { code: what === 'statement' ? 'statement not understood' : 'instruction not understood' },
})

/** Of an output that the document shows no more of than that there is one. */
export const showsNothing = ({ command }: Pick<Ran, 'command'>, line: number): Finding => ({
  outcome: 'not checked',
  line,
  message: `nothing that the document shows of ${command.program} can be compared`,
  reason: { code: 'output not comparable' },
})

/** Of an example that shows another value than the command prints. */
export const exampleShows = (
  { command }: Pick<Ran, 'command'>,
  { line, shown, printed }: OtherValue,
): Finding => ({
  outcome: 'not checked',
  line,
  message: `the document gives an example, which has "${shown}" where ${command.program} prints "${printed}": only its form was compared`,
  reason: { code: 'other value in an example' },
})

/** A finding about a program that failed within a command line that did not. */
export const hiddenFailure = (
  { line }: CommandRecord,
  { program, exitCode, stderr }: ProgramFailure,
): Finding => ({
  outcome: 'differs',
  line,
  message: `${program} failed with exit code ${exitCode}, although the whole command did not`,
  reason: { code: 'command fails' },
  actual: lastLines(stderr),
})

/** Of a command that was to change something, and of which nothing tells that it did. */
export const didNothing = ({ line }: CommandRecord, why: string): Finding => ({
  outcome: 'not checked',
  line,
  message: `what the command is to do is not done: ${why}`,
  reason: { code: 'nothing done' },
})

const changes =
  /\b(?:kubectl(?:\.sh)?|k|kc)\s[^|]*\b(?:delete|patch|scale|label|annotate|set|edit|taint|cordon)\b/
const nothingChanged =
  /\((?:no change|(?:server )?dry run)\)$|\b(?:not labeled|not annotated|not patched|unchanged|no change)$|^No resources found/

/** Whether all that a command of kubectl says is that it left things as they are. */
export function saysNothingChanged({ text, stdout, stderr, exitCode }: CommandRecord): boolean {
  if (exitCode !== 0 || !changes.test(text) || /--dry-run\S*\s.*-o\b|>/.test(text)) return false
  const lines = (stdout + stderr).trim().split('\n')
  return (
    lines.every((line) => nothingChanged.test(line)) ||
    (lines[0] === '' && /\bdelete\b.*--ignore-not-found/.test(text))
  )
}

/** Of an editor, where the document does not say what its author typed there. */
export const editsNothing = ({ program }: CommandLine, line: number): Finding => ({
  outcome: 'not checked',
  line,
  message: `the document does not say what is edited by ${program}`,
  reason: { code: 'edit not told' },
})

/** Of a step in which there is nothing to hold against reality. */
export const nothingCompared = (title: string, line: number): Finding => ({
  outcome: 'not checked',
  line,
  message: `nothing of this step can be compared${title === '' ? '' : `: "${title}"`}`,
  reason: { code: 'nothing compared' },
})

/** Of a step whose commands look at something of which it says nothing. */
export const lookedInVain = ({ command, line }: Ran): Finding => ({
  outcome: 'not checked',
  line,
  message: `nothing is said of what ${command.program} prints`,
  reason: { code: 'output not told' },
})

/** Of a search that found nothing, where the document neither shows nor tells what it finds. */
export const foundNothing = ({ line }: CommandRecord): Finding => ({
  outcome: 'not checked',
  line,
  message: 'finds nothing, and the document does not say what it finds',
  reason: { code: 'output not told' },
})

/** The end of what a command said, or its lines that tell of an error. */
export function lastLines(text: string): string {
  const lines = text.trim().split('\n')
  const telling = lines.filter((l) =>
    /command failed|^Error|^error|^panic:|^The \S+ "[^"]*" is invalid|^\* \S+: /.test(l),
  )
  return (telling.length > 0 ? telling : lines).slice(-3).join('\n')
}

/** Of a command that ended with an error. */
export const failsWith = ({ line, exitCode }: CommandRecord, actual: string): Finding => ({
  outcome: 'differs',
  line,
  message: `the command failed with exit code ${exitCode}`,
  reason: { code: 'command fails' },
  actual,
})

/** Of a command without a shown output that ended with an error. Undefined: it did not. */
export function failedCommand(record: Ran): Finding | undefined {
  const { line, exitCode } = record
  if (exitCode === 0 && printsRefusal(record))
    return {
      outcome: 'differs',
      line,
      message: 'the server refused it',
      reason: { code: 'server refuses' },
      actual: lastLines(record.stdout),
    }
  if (exitCode === 0 || findsNothing(record)) return undefined
  return failsWith(record, lastLines(record.stderr || record.stdout))
}

const misused =
  /^error: (?:there is no need to specify a resource type as a separate argument|unknown (?:flag|shorthand flag|command|subcommand)|required flag\(s\)|(?:you )?must specify|you may not specify|exactly one|at least one|expected |accepts |invalid argument ".*" for )|^See 'kubectl \S+ (?:-h|--help)' for help|^Usage:$/m

/** Whether kubectl refused its command line before it asked any server: that follows from nothing that went before. */
export const isMisused = ({ command, stderr }: Ran): boolean =>
  command.program === 'kubectl' && misused.test(stderr) && !/^Error from server/m.test(stderr)

/** What objects begin with: in them stands what failed in the cluster. */
const objectsFirst = /^(?:NAME|NAMESPACE|LAST SEEN|apiVersion:|kind:|Name:|[{[]$|---$)/

/** Whether a shown output tells that what printed it went wrong: an elision alone does not, nor does what befell a shown object. */
export function showsFailure(lines: readonly string[]): boolean {
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? ''
  const own = objectsFirst.test(first) ? lines.filter((line) => /^\s*error\b/i.test(line)) : lines
  return own.some((line) => /\berror\b|\bfail|\brefus|\binvalid\b|cannot|unrecognized|panic/i.test(line))
}

/** The exit code of a failure that a command's last `echo` of `$?` shows, among the lines that the document shows of it. Undefined: none. */
export function exitCodeShown(text: string, lines: readonly string[]): number | undefined {
  const shown = lines.map((line) => line.trim()).filter((line) => /\d/.test(line))
  if (shown.length === 0) return undefined
  const echo = [...text.matchAll(/(?:^|[;\n])[ \t]*echo\b([^;\n]*\$\?[^;\n]*)/g)].at(-1)
  if (echo === undefined) return undefined
  const [before = '', after = ''] = echo[1]!.replace(/["']/g, '').trim().split('$?')
  const isLast = text.slice(echo.index + echo[0].length).trim() === ''
  for (const line of isLast ? shown.slice(-1) : shown.toReversed()) {
    if (!line.startsWith(before) || !line.endsWith(after)) continue
    const code = line.slice(before.length, line.length - after.length)
    if (/^[1-9]\d{0,2}$/.test(code)) return Number(code)
  }
  return undefined
}
