// What the commands of a document printed, held against what it shows of that.
import { alteredLines } from '../challenge/altered-lines.ts'
import { asksComponents, findsNothing, onlyLooks, startsCluster, tellsOfApi } from '../command-kinds.ts'
import type { Comparison } from '../compare/comparison.ts'
import { isElision, matchLine } from '../compare/elision.ts'
import { isExactly } from '../compare/exactly.ts'
import { surroundingLines } from '../compare/surroundings.ts'
import { compareExample, compareOutput } from '../compare.ts'
import type { Difference } from '../difference.ts'
import { comparedText } from '../observe.ts'
import type { CommandRecord, Finding } from '../outcome.ts'
import { isKnownAs } from '../programs/programs.ts'
import { withoutProgress } from '../progress-lines.ts'
import type { ExpectedOutput } from '../script.ts'
import { commandsOf, type Step } from '../step.ts'
import { isWarning } from '../warning-line.ts'
import { releasesOf } from './effects.ts'
import {
  differenceMessage,
  exampleShows,
  exitCodeShown,
  failedCommand,
  failsWith,
  foundNothing,
  hiddenFailure,
  hindered,
  isMisused,
  kernelFiles,
  lastLines,
  nothingFound,
  otherRelease,
  readsKernel,
  showsFailure,
  showsNothing,
  surroundings,
} from './findings.ts'
import { goneBefore } from './gone-before.ts'
import type { Ran } from './ran.ts'
import type { SectionState } from './section-state.ts'
import { selectsNone } from './selects-none.ts'
import type { StepLog } from './step-log.ts'
import { uncountedMetric } from './uncounted-metric.ts'

/** The outputs of a step's commands, held against what the document shows of them. */
export class OutputRun {
  private readonly state: SectionState
  private readonly step: Step
  private readonly log: StepLog

  constructor(state: SectionState, step: Step, log: StepLog) {
    this.state = state
    this.step = step
    this.log = log
  }

  /** Whether a command shows what the document says; nothing stays of the comparison. */
  holds(record: Ran, output: ExpectedOutput | undefined): boolean {
    if (output === undefined) return record.exitCode === 0 || findsNothing(record)
    const { bindings } = this.state.parts
    const undo = bindings.mark()
    const same = this.differenceOf(record, output).differences.length === 0
    undo()
    return same
  }

  /** Whether what is shown as ending ends under another name: all that time does to it is take it away. */
  endsAsAnother(record: Ran, output: ExpectedOutput | undefined): boolean {
    if (output?.lines.some((line) => /\bTerminating\b/.test(line)) !== true) return false
    const text = this.textOf(record, output)
    return this.difference(text, output, this.state.parts.bindings.unmet()).differences.length === 0
  }

  /** A document that shows the refusal of a component expects it. */
  showsRefusal(record: Ran, output: ExpectedOutput | undefined): boolean {
    if (output === undefined) return false
    const byCode = exitCodeShown(record.text, output.lines) !== undefined
    if (!byCode && !showsFailure(output.lines)) return false
    const text = byCode ? this.textOf(record, output) : record.stderr + record.stdout
    return this.difference(text, output).differences.length === 0
  }

  /** Whether the document shows how a command failed: by what it printed, or by its exit code, there or in the command after it. */
  showsItFails({ text, line, exitCode, failures = [] }: Ran, output: ExpectedOutput | undefined): boolean {
    const lines = output?.lines ?? []
    if (showsFailure(lines)) return true
    const own = exitCodeShown(text, lines)
    if (own !== undefined && failures.some((one) => one.exitCode === own)) return true
    const commands = commandsOf(this.step)
    const at = commands.findIndex((one) => one.line === line)
    const next = at < 0 ? undefined : commands[at + 1]
    if (next === undefined || exitCode === 0 || !/^echo\b/.test(next.text)) return false
    return exitCodeShown(next.text, next.output?.lines ?? []) === exitCode
  }

  /** Of a command that shows nothing: it succeeds. */
  ended(record: Ran): void {
    const failed = failedCommand(record)
    if (failed !== undefined && this.showsItFails(record, undefined)) return
    if (failed !== undefined) {
      const told = this.tellsOfFailure(record)
      const found = told === 'said' ? { ...failed, outcome: 'not checked' as const } : failed
      if (told !== 'claimed' && isMisused(record)) this.log.findOwn(found)
      else if (told !== 'claimed') this.log.find(found)
      return
    }
    const none = selectsNone(record, this.step.actions)
    if (none !== undefined) this.log.find(none)
    else if (this.hidden(record) || this.uncounted(record)) return
    else if (findsNothing(record)) this.nothingTold(record)
    else if (!onlyLooks(record.command)) this.log.check({ kind: 'exit', line: record.line })
  }

  /** Whether the step says that a command fails: a claim that is judged by itself, or a sentence that is not understood. */
  private tellsOfFailure({ text, line }: Ran): 'claimed' | 'said' | undefined {
    const { actions } = this.step
    const at = actions.findIndex((action) => action.kind === 'command' && action.command.line === line)
    const after = actions.slice(at + 1)
    const next = after.findIndex(({ kind }) => kind === 'command')
    const claimed = (next < 0 ? after : after.slice(0, next)).some(
      (action) =>
        action.kind === 'claim' &&
        action.claim.kind === 'exit' &&
        action.claim.fails &&
        text.includes(action.claim.command ?? ''),
    )
    if (claimed) return 'claimed'
    return actions.some((action) => action.kind === 'unread' && saysOfFailure.test(action.text))
      ? 'said'
      : undefined
  }

  /** A program that failed left of a pipe or in a loop, where the exit code of the whole does not tell. */
  private hidden(record: Ran): boolean {
    const [failure] = record.failures ?? []
    if (failure === undefined) return false
    this.log.find(hiddenFailure(record, failure))
    return true
  }

  /** A search for a metric that is not there, as nothing here counts it. */
  private uncounted(record: Ran): boolean {
    if (!findsNothing(record)) return false
    const { facts } = this.state.parts
    const release = releasesOf(this.state).get('kube-apiserver') ?? facts.newest
    const name = uncountedMetric(record.text, () => facts.metrics?.(release) ?? [])
    if (name === undefined) return false
    this.log.find(
      hindered(record.line, `the simulation does not count the metric ${name}`, {
        code: 'metric not counted',
      }),
    )
    return true
  }

  /** A claim of the step may say that there is nothing to find; without one nobody knows whether that is right. */
  private nothingTold(record: Ran): void {
    const told = this.step.actions.some((action) => action.kind === 'claim' || action.kind === 'unread')
    if (!told) this.log.find(foundNothing(record))
  }

  private textOf(record: Ran, { lines }: ExpectedOutput): string {
    const { changes } = this.state.parts
    const ended = goneBefore(record, lines, (resource, name) => changes.hadOnce(resource, name))
    return withoutProgress(record.text, ended ?? comparedText(record, lines, this.comparesWarnings(record)))
  }

  /** The output of the document, for the record of a command. */
  shownOf(record: Ran, { line, lines }: ExpectedOutput): CommandRecord['shown'] {
    return { line, lines, ...(this.comparesWarnings(record) ? { warnings: true as const } : {}) }
  }

  private comparesWarnings({ command }: Ran): boolean {
    return tellsOfApi(command) && this.state.tellsWarnings(this.step)
  }

  private difference(text: string, output: ExpectedOutput, bindings = this.state.parts.bindings): Comparison {
    const compare = output.example === true ? compareExample : compareOutput
    // What is left out may stand anywhere.
    const lines = output.truncated === true ? [...output.lines, '...'] : output.lines
    return compare(lines, output.line, text, bindings)
  }

  /** What is shown below a block is what its last command prints, or what all of them do. */
  private differenceOf(record: Ran, output: ExpectedOutput): Comparison {
    const { bindings } = this.state.parts
    const undo = bindings.mark()
    const own = this.difference(this.textOf(record, output), output)
    const all = own.differences.length === 0 ? undefined : this.printedByBlock(record)
    if (all === undefined) return own
    const redo = undo()
    const whole = this.difference(all, output)
    if (whole.differences.length === 0) return whole
    undo()
    redo()
    return own
  }

  /** What the commands of a block printed up to this one; undefined where it is the only one, or one before it failed or shows its own. */
  private printedByBlock(record: Ran): string | undefined {
    const commands = commandsOf(this.step)
    const at = commands.findIndex(({ line }) => line === record.line)
    const from = commands
      .slice(0, Math.max(at, 0))
      .findLastIndex(({ last, output }) => last || output !== undefined)
    const before = commands
      .slice(from + 1, Math.max(at, 0))
      .map(({ line }) => this.log.records.findLast((one) => one.line === line))
    if (before.length === 0 || commands[from]?.last === false) return undefined
    const printed = before.flatMap((one) => (one?.exitCode === 0 ? [one.stdout] : []))
    return printed.length < before.length
      ? undefined
      : [...printed, record.stdout].map((text) => text.replace(/\n?$/, '\n')).join('')
  }

  /** A warning that stands before what is shown: an excerpt, too, leaves it out only where it says so there. */
  private leftOut(record: Ran, { lines, line }: ExpectedOutput): Difference | undefined {
    const first = lines.find((one) => one.trim() !== '')
    if (!this.comparesWarnings(record) || first === undefined || isElision(first)) return undefined
    const { bindings } = this.state.parts
    const undo = bindings.mark()
    const actual = record.stderr
      .split('\n')
      .find((one) => isWarning(one) && !lines.some((shown) => matchLine(bindings, shown, one) !== undefined))
    undo()
    return actual === undefined ? undefined : { line, expected: first, actual }
  }

  /** What an author's own tools show is held against reality as any other machine would show it. */
  private held(record: Ran, output: ExpectedOutput): Comparison {
    const text = this.textOf(record, output)
    const { program } = record.command
    if (!isKnownAs(program, 'surroundings')) {
      const found = this.differenceOf(record, output)
      const warning = found.differences.length > 0 ? undefined : this.leftOut(record, output)
      return warning === undefined ? found : { ...found, differences: [warning] }
    }
    const undo = this.state.parts.bindings.mark()
    const printed = surroundingLines(program, text.split('\n')).join('\n')
    const found = this.difference(printed, { ...output, lines: surroundingLines(program, output.lines) })
    if (!record.asserted || found.differences.length === 0) return found
    // Where it differs is told by the lines of the document.
    undo()
    return this.difference(text, output)
  }

  compare(record: Ran, output: ExpectedOutput): void {
    if (this.uncounted(record)) return
    const { differences, compared, kind, other } = this.held(record, output)
    const unexpected = startsCluster(record.command)
      ? !showsFailure(output.lines)
      : record.asserted && differences.length > 0
    if (compared > 0 && (record.asserted || differences.length === 0))
      this.log.check({ kind: kind === 'shape' ? 'shape' : 'output', line: output.line })
    else if (differences.length === 0 && isExactly(output.lines, this.textOf(record, output)))
      this.log.check({ kind: 'output', line: output.line })
    else if (differences.length === 0) this.log.find(showsNothing(record, output.line))
    if (findsNothing(record) && differences.length > 0)
      this.log.find(this.explained(nothingFound(record, output.lines), record))
    else if (record.exitCode !== 0 && unexpected && !this.showsItFails(record, output))
      this.log.find(failsWith(record, lastLines(record.stderr)))
    else if (differences.length > 0 && readsKernel(record.text)) this.log.find(kernelFiles(record.line))
    else if (differences.length > 0 && this.failsWithin(record, output)) this.hidden(record)
    else if (!record.asserted && differences.length > 0) this.log.find(surroundings(record, output.line))
    else if (differences.length > 0) this.differAll(differences, record)
    // What failed has its errors looked through: they are what is shown.
    else if (!this.showsItFails(record, output) && !/2>&1\s*\||\|&/.test(record.text)) this.hidden(record)
    if (other !== undefined && differences.length === 0) this.log.find(exampleShows(record, other))
    this.differInVersion(record, output.line)
    if (compared > 0 && differences.length === 0) this.challenge(record, output)
  }

  /** Whether a program failed that the exit code of the whole does not tell of, and the document does not show that. */
  private failsWithin(record: Ran, output: ExpectedOutput): boolean {
    return (record.failures ?? []).length > 0 && !this.showsItFails(record, output)
  }

  /** Whether another value in each line that is shown would be noticed. */
  private challenge(record: Ran, output: ExpectedOutput): void {
    const { challenge, bindings, machine, standIn } = this.state.parts
    if (challenge === undefined) return
    const { outcome } = otherRelease(record, machine.releaseGiven, standIn !== undefined)
    for (const { index, from, to, text: altered } of alteredLines(output.lines)) {
      const undo = bindings.mark()
      const lines = output.lines.with(index, altered)
      const { differences, other } = this.held(record, { ...output, lines })
      const otherVersion = bindings.takeOtherVersions().length > 0 && outcome !== 'note'
      const noticed = differences.length > 0 || other !== undefined || otherVersion
      undo()
      challenge({ kind: 'value', line: output.line + index, from, to, noticed })
    }
  }

  /** An author who names no release ran what was newest then: another version here is no difference. */
  private differInVersion(record: Ran, line: number): void {
    const { bindings, machine, standIn } = this.state.parts
    const [first] = bindings.takeOtherVersions()
    if (first !== undefined)
      this.log.find({ line, ...otherRelease(record, machine.releaseGiven, standIn !== undefined), ...first })
  }

  /** The first of many tell enough: another object was printed, or none. */
  private differAll(differences: readonly Difference[], record: Ran): void {
    for (const difference of differences.slice(0, mostTold)) this.differ(difference, record)
    const rest = differences.slice(mostTold)
    if (rest.length > 0)
      this.log.find({
        outcome: 'differs',
        line: rest[0]!.line,
        message: `${rest.length} more lines of what ${record.command.program} prints differ`,
        reason: { code: 'more output differs' },
      })
  }

  private differ({ expected, actual, line }: Difference, record: Ran): void {
    const message = differenceMessage({ expected, actual, line }, record.command.program)
    const reason = { code: 'output differs' } as const
    const finding: Finding = { outcome: 'differs', line, message, reason, expected }
    if (actual !== undefined) finding.actual = actual
    this.log.find(this.explained(finding, record))
  }

  private explained(finding: Finding, record: Ran): Finding {
    if (!asksComponents(record.command)) return finding
    return { ...finding, ...this.state.why(`${finding.expected}\n${finding.actual ?? ''}`, finding.line) }
  }
}

/** Differences of one output that are told one by one. */
const mostTold = 40

const saysOfFailure =
  /\b(?:fail\w*|errors?|reject\w*|refus\w*|denied|forbidden|invalid|not (?:allowed|possible|accepted)|cannot|can't|unable)\b/i
