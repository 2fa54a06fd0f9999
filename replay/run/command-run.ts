// A command of the document: run, looked at again where that may help, and held against what the document shows.
import { alteredLines } from '../challenge/altered-lines.ts'
import {
  asksComponents,
  asksServer,
  changesNothing,
  findsNothing,
  isAsserted,
  onlyLooks,
  opensEditor,
  startsCluster,
} from '../command-kinds.ts'
import type { Comparison } from '../compare/comparison.ts'
import { surroundingLines } from '../compare/surroundings.ts'
import { compareOutput, compareShape, isElision } from '../compare.ts'
import type { Difference } from '../difference.ts'
import { explain } from '../explain.ts'
import { editorEdits } from '../instructions/editor-edits.ts'
import type { Edit } from '../machine/edits.ts'
import type { ComponentFailure } from '../machine/machine.ts'
import { comparedText } from '../observe.ts'
import type { CommandRecord, Finding } from '../outcome.ts'
import { placeholdersIn } from '../placeholders.ts'
import type { ExpectedOutput, ScriptCommand } from '../script.ts'
import { opensShell } from '../sessions.ts'
import { programOf } from '../shell-words.ts'
import type { Step } from '../step.ts'
import { unsetVariables } from '../variables.ts'
import {
  couldNotRun,
  differenceMessage,
  editsNothing,
  failedCommand,
  failureFinding,
  foundNothing,
  hiddenFailure,
  hindered,
  isComponent,
  lastLines,
  nothingFound,
  notShown,
  otherRelease,
  showsFailure,
  showsNothing,
  surroundings,
} from './findings.ts'
import { lookUntil } from './patience.ts'
import type { SectionState } from './section-state.ts'
import type { StepLog } from './step-log.ts'

export class CommandRun {
  private readonly state: SectionState
  private readonly step: Step
  private readonly log: StepLog

  constructor(state: SectionState, step: Step, log: StepLog) {
    this.state = state
    this.step = step
    this.log = log
  }

  /** Whether a command asks a server that did not start, and the document does not show that. */
  meansNothing({ text, output }: ScriptCommand): boolean {
    return asksServer(text) && !showsFailure(output?.lines ?? [])
  }

  /** @param given what an editor that it opens is to do; default: what is said beside it */
  async run(command: ScriptCommand, given?: readonly Edit[]): Promise<void> {
    const { machine } = this.state.parts
    const hindrance = this.hindrance(command)
    if (hindrance !== undefined) {
      this.log.find(hindrance)
      this.blocks(command.text, command.line)
      return
    }
    if (opensEditor(command.text)) {
      machine.edits = given ?? this.edits(command)
      if (machine.edits.length === 0) {
        this.log.find(editsNothing(command.text, command.line))
        this.state.standing.block({ line: command.line, because: 'not carried out' })
        return
      }
    }
    const output = command.output?.lines.every(isElision) === true ? undefined : command.output
    if (deletes(command.text)) await this.state.parts.objects.deletes()
    const record = await this.looked({ ...command, output })
    if (command.last) machine.leaveHosts()
    this.log.record(record)
    this.state.parts.objects.note(record.text, record.stdout)
    if (output !== undefined) record.shown = { line: output.line, lines: output.lines }
    const refusals = machine.takeFailures()
    if (refusals.length > 0 && !this.showsRefusal(record, output)) {
      this.refused(refusals, command.line)
      return
    }
    const impossible = couldNotRun(record, command.missing)
    if (impossible !== undefined) {
      this.log.find(impossible)
      this.blocks(record.text, record.line)
      if (opensShell(record.text)) this.state.closed.add(record.line)
    } else if (output === undefined) this.ended(record)
    else this.compare(record, output)
  }

  /** Why a command is not even tried: it is not whole, or means something that nobody can know. */
  private hindrance({ text, line, problem, inside }: ScriptCommand): Finding | undefined {
    if (problem !== undefined) return hindered(line, problem)
    if (inside?.command === '')
      return hindered(line, 'it is typed in a container, and the document does not say in which')
    if (inside !== undefined && this.state.closed.has(inside.line))
      return hindered(line, `depends on line ${inside.line}`)
    const [placeholder] = placeholdersIn(text)
    if (placeholder !== undefined)
      return hindered(line, `${placeholder} stands for something that the document does not say`)
    const typed = this.state.commands().map((command) => command.text)
    const foreign = this.foreignName(text)
    if (foreign !== undefined) return notShown(line, foreign)
    const [variable] = unsetVariables(typed, text, this.state.parts.machine.current.variables)
    return variable === undefined ? undefined : hindered(line, `$${variable} is set nowhere in the document`)
  }

  /** The generated name of an object of the author's own cluster, that nothing before it shows. */
  private foreignName(text: string): string | undefined {
    const [name] = generatedName.exec(text) ?? []
    if (name === undefined || !onlyLooks(text) || !asksServer(text)) return undefined
    if (this.state.parts.bindings.type(name) !== name) return undefined
    const seen = this.state.commands().some((one) => (one.text + one.stdout).includes(name))
    return seen ? undefined : name
  }

  /** Whether what follows a deletion looks at it while it goes on, which its author did in another terminal. */
  private isWatched(text: string, line: number): boolean {
    if (!waitsForEnd.test(text)) return false
    const { steps } = this.state.parts
    const after = steps.slice(steps.indexOf(this.step)).flatMap(({ actions }) => actions)
    const own = after.findIndex((one) => one.kind === 'command' && one.command.line === line)
    if (own < 0) return false
    const rest = after.slice(own + 1)
    const next = rest.findIndex((one) => one.kind === 'command' && deletes(one.command.text))
    return (next < 0 ? rest : rest.slice(0, next)).slice(0, 8).some(looksMeanwhile)
  }

  private blocks(text: string, line: number): void {
    if (!changesNothing(text)) this.state.standing.block({ line, because: 'could not run' })
  }

  /** By the comments and the prose beside it, else by the title of its step. */
  private edits({ notes }: ScriptCommand): readonly Edit[] {
    return editorEdits([notes.join(' '), this.step.title], this.state.instructions())
  }

  /** What components said that do not run now. */
  failures(line: number): void {
    this.refused(this.state.parts.machine.takeFailures(), line)
  }

  private refused(failures: readonly ComponentFailure[], line: number): void {
    for (const failure of failures) this.log.find(failureFinding(failure, line, this.state.parts.facts))
    if (failures.some((one) => one.component === 'kube-apiserver' || !isComponent(one)))
      this.state.standing.block({ line, because: 'no cluster' })
    else if (failures.length > 0) this.state.standing.block({ line, because: 'could not run' })
  }

  /** Runs a command once. */
  async perform(text: string, line: number, on?: string): Promise<CommandRecord> {
    const { machine, now } = this.state.parts
    const start = now()
    const server = machine.cluster.apiserver
    const result = await machine.run(text, on)
    if (startsCluster(text)) this.state.everStarted = true
    const { apiserver } = machine.cluster
    if (apiserver !== undefined && apiserver !== server) this.state.standing.started(startsAnew(text))
    return {
      text,
      line,
      ...result,
      milliseconds: now() - start,
      shown: undefined,
      asserted: isAsserted(text),
    }
  }

  /** What a command shows comes about a little after what caused it. */
  private async looked({ text, line, host, output }: ScriptCommand): Promise<CommandRecord> {
    const { machine, bindings, pauses } = this.state.parts
    const own = this.isWatched(text, line) ? `${bindings.type(text)} --wait=false` : bindings.type(text)
    const pausesHere = onlyLooks(own) && machine.cluster.apiserver !== undefined ? pauses : []
    return lookUntil(
      machine,
      pausesHere,
      () => this.perform(own, line, host),
      (seen) => this.holds(seen, output),
    )
  }

  /** Whether a command shows what the document says; nothing stays of the comparison. */
  private holds(record: CommandRecord, output: ExpectedOutput | undefined): boolean {
    if (output === undefined) return record.exitCode === 0 || findsNothing(record)
    const { bindings } = this.state.parts
    const undo = bindings.mark()
    const same = this.difference(comparedText(record, output.lines), output).differences.length === 0
    undo()
    return same
  }

  /** A document that shows the refusal of a component expects it. */
  private showsRefusal(record: CommandRecord, output: ExpectedOutput | undefined): boolean {
    if (output === undefined || !showsFailure(output.lines)) return false
    const text = record.stderr + record.stdout
    return this.difference(text, output).differences.length === 0
  }

  /** Of a command that shows nothing: it succeeds. */
  private ended(record: CommandRecord): void {
    const failed = failedCommand(record)
    if (failed !== undefined) this.log.find(failed)
    else if (this.hidden(record)) return
    else if (findsNothing(record)) this.nothingTold(record)
    else if (!onlyLooks(record.text)) this.log.check({ kind: 'exit', line: record.line })
  }

  /** A program that failed left of a pipe or in a loop, where the exit code of the whole does not tell. */
  private hidden(record: CommandRecord): boolean {
    const [failure] = record.failures ?? []
    if (failure === undefined) return false
    this.log.find(hiddenFailure(record, failure))
    return true
  }

  /** A claim of the step may say that there is nothing to find; without one nobody knows whether that is right. */
  private nothingTold(record: CommandRecord): void {
    const told = this.step.actions.some((action) => action.kind === 'claim' || action.kind === 'unread')
    if (!told) this.log.find(foundNothing(record))
  }

  private difference(text: string, output: ExpectedOutput): Comparison {
    const compare = output.example === true ? compareShape : compareOutput
    return compare(output.lines, output.line, text, this.state.parts.bindings)
  }

  /** What an author's own tools show is held against reality as any other machine would show it. */
  private held(record: CommandRecord, output: ExpectedOutput): Comparison {
    const text = comparedText(record, output.lines)
    if (record.asserted) return this.difference(text, output)
    const program = programOf(record.text)
    const printed = surroundingLines(program, text.split('\n')).join('\n')
    return this.difference(printed, { ...output, lines: surroundingLines(program, output.lines) })
  }

  private compare(record: CommandRecord, output: ExpectedOutput): void {
    const { differences, compared, kind } = this.held(record, output)
    const unexpected = startsCluster(record.text)
      ? !showsFailure(output.lines)
      : record.asserted && differences.length > 0
    if (compared > 0 && (record.asserted || differences.length === 0)) {
      this.log.check({ kind: kind === 'shape' ? 'shape' : 'output', line: output.line })
    } else if (differences.length === 0) this.log.find(showsNothing(record, output.line))
    if (findsNothing(record) && differences.length > 0) this.log.find(nothingFound(record, output.lines))
    else if (record.exitCode !== 0 && unexpected)
      this.log.find({
        outcome: 'differs',
        line: record.line,
        message: `the command failed with exit code ${record.exitCode}`,
        actual: lastLines(record.stderr),
      })
    else if (!record.asserted && differences.length > 0) this.log.find(surroundings(record, output.line))
    else if (differences.length > 0) for (const difference of differences) this.differ(difference, record)
    else if (!showsFailure(output.lines)) this.hidden(record)
    this.differInVersion(record, output.line)
    if (compared > 0 && differences.length === 0) this.challenge(record, output)
  }

  /** Whether another value in each line that is shown would be noticed. */
  private challenge(record: CommandRecord, output: ExpectedOutput): void {
    const { challenge, bindings, machine, standIn } = this.state.parts
    if (challenge === undefined) return
    const { outcome } = otherRelease(record, machine.releaseGiven, standIn)
    const text = comparedText(record, output.lines)
    for (const { index, from, to, text: altered } of alteredLines(output.lines)) {
      const undo = bindings.mark()
      const lines = output.lines.with(index, altered)
      const { differences } = this.difference(text, { ...output, lines })
      const otherVersion = bindings.takeOtherVersions().length > 0 && outcome !== 'note'
      const noticed = differences.length > 0 || otherVersion
      undo()
      challenge({ kind: 'value', line: output.line + index, from, to, noticed })
    }
  }

  /** An author who names no release ran what was newest then: another version here is no difference. */
  private differInVersion(record: CommandRecord, line: number): void {
    const { bindings, machine, standIn } = this.state.parts
    const [first] = bindings.takeOtherVersions()
    if (first !== undefined)
      this.log.find({ line, ...otherRelease(record, machine.releaseGiven, standIn), ...first })
  }

  private differ({ expected, actual, line }: Difference, record: CommandRecord): void {
    const message = differenceMessage({ expected, actual, line }, programOf(record.text))
    const finding: Finding = { outcome: 'differs', line, message, expected }
    if (actual !== undefined) finding.actual = actual
    const { machine, facts, gates } = this.state.parts
    const why = asksComponents(record.text)
      ? explain(`${expected}\n${actual ?? ''}`, machine.cluster, facts, gates)
      : undefined
    this.log.find(why === undefined ? finding : { ...finding, why })
  }
}

const waitsForEnd =
  /^(?:kubectl|k|kc)\s(?!.*(?:--wait|--now|--force|[|;&<>\n]))(?:.*\s)?delete\s(?!.*\.ya?ml)/
const meanwhile =
  /\bwhile\b.{1,80}\b(?:terminating|being deleted|shutting down)\b|\bsee\b.{1,40}\bterminating\b/i

/** Whether an action looks at what is on its way out. */
function looksMeanwhile(action: Step['actions'][number]): boolean {
  if (action.kind === 'unread') return meanwhile.test(action.text)
  if (action.kind === 'claim') return meanwhile.test(action.claim.text)
  if (action.kind !== 'command') return false
  return (
    action.command.output?.lines.some((one) => /^\s*terminating: [1-9]|\sTerminating\s/.test(one)) === true
  )
}

/** `pvc-` or so, and a uid. */
const generatedName = /\b[a-z][a-z0-9]*-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/

const deletes = (command: string): boolean => /\bdelete\s+(?!cluster\b)/.test(command)

/** With nothing of the cluster before it. */
const startsAnew = (command: string): boolean =>
  startsCluster(command) && !command.includes('PRESERVE_ETCD=true')
