// Runs the steps of a section on a machine of its own and compares.

import { checkClaim, type ProseAssertion } from './assertions.ts'
import { Bindings } from './bindings.ts'
import {
  asksComponents,
  asksServer,
  changesNothing,
  configures,
  findsNothing,
  isAsserted,
  needsCluster,
  onlyLooks,
  opensEditor,
  startsCluster,
} from './command-kinds.ts'
import { compareOutput } from './compare.ts'
import type { Difference } from './difference.ts'
import type { Document } from './document.ts'
import { explain, gatesNamedIn } from './explain.ts'
import {
  claimFails,
  claimUnseen,
  couldNotRun,
  differenceMessage,
  failedCommand,
  failureFinding,
  isComponent,
  lastLines,
  nothingFound,
  otherRelease,
  showsFailure,
  withoutServer,
} from './finding-texts.ts'
import { changeCluster } from './machine/change-cluster.ts'
import { describeChange } from './machine/cluster-change.ts'
import type { ComponentFailure, Machine } from './machine/machine.ts'
import { comparedText, componentStates, fieldValues, watchedFields } from './observe.ts'
import type { CommandRecord, Finding, SectionResult, StepResult } from './outcome.ts'
import type { ProseChange } from './prose-changes.ts'
import type { GateFacts } from './runtime.ts'
import { type ExpectedOutput, ownCommand, type ScriptCommand } from './script.ts'
import type { SelectedSection } from './select-sections.ts'
import { programOf } from './shell-words.ts'
import { startingCluster, startingCommands } from './starting-cluster.ts'
import { type Action, commandsOf, type Step } from './step.ts'
import { startedWarnings, titleWarnings } from './title-checks.ts'
import { editsFor, wantedChange } from './wanted-change.ts'

export interface RunOptions {
  machine: Machine
  facts: GateFacts
  now(): number
  /** Fields to follow from step to step, beside those that the prose makes claims about. */
  watch?: readonly string[] | undefined
  /** What literals stand for; default: nothing yet. */
  bindings?: Bindings | undefined
  onStep?(step: Step, total: number): void
  onStepDone?(result: StepResult): void
}

const looks = 8
const pauseMs = 250

export async function runSection(
  document: Document,
  selected: SelectedSection,
  options: RunOptions,
): Promise<SectionResult> {
  return new SectionRun(document, selected, options).run()
}

/** Those of steps that have not run yet. */
export function newBindings(steps: readonly Step[], { checkout }: Machine): Bindings {
  const files = steps.flatMap((s) => s.actions.map((a) => (a.kind === 'file' ? a.content : '')))
  return new Bindings(files.join('\n'), checkout.named)
}

class SectionRun {
  private readonly selected: SelectedSection
  private readonly options: RunOptions
  private readonly bindings: Bindings
  private readonly gates: string[]
  private readonly watched: string[]
  private findings: Finding[] = []
  private commands: CommandRecord[] = []

  constructor(document: Document, selected: SelectedSection, options: RunOptions) {
    this.selected = selected
    this.options = options
    this.gates = gatesNamedIn(document.source)
    this.watched = watchedFields(selected.steps, options.watch)
    this.bindings = options.bindings ?? newBindings(selected.steps, options.machine)
  }

  async run(): Promise<SectionResult> {
    const { section, steps } = this.selected
    const results: StepResult[] = []
    for (const step of steps) {
      this.options.onStep?.(step, steps.length)
      const result = await this.step(step)
      results.push(result)
      this.options.onStepDone?.(result)
    }
    return { title: section.title, line: section.line, steps: results }
  }

  private async step(step: Step): Promise<StepResult> {
    const start = this.options.now()
    this.findings = []
    this.commands = []
    this.stopped = false
    await this.startingState(step)
    const before = this.options.machine.cluster.lastStart
    for (const action of step.actions) {
      if (this.stopped) break
      await this.action(action, step)
    }
    const { cluster } = this.options.machine
    if (cluster.lastStart !== undefined && cluster.lastStart !== before)
      this.findings.push(...titleWarnings(step, cluster.lastStart, this.releaseSource, this.options.facts))
    const errors = this.findings.filter((f) => f.severity === 'error')
    const status = errors.length > 0 ? 'failed' : 'passed'
    const { number, title, line } = step
    return {
      number,
      title,
      line,
      status,
      milliseconds: this.options.now() - start,
      findings: this.findings,
      commands: this.commands,
      ...this.observed(),
    }
  }

  private get releaseSource(): string {
    const { kubeadm, checkout } = this.options.machine
    return kubeadm === undefined ? checkout.branch : `cluster ${kubeadm.plan.name}`
  }

  private observed(): Pick<StepResult, 'components' | 'fields'> {
    const { machine, facts } = this.options
    const full = (release: string): string => machine.fullRelease(release)
    return {
      components: componentStates(machine.cluster, this.gates, facts, full),
      fields: fieldValues(this.watched, this.commands),
    }
  }

  private async action(action: Action, step: Step): Promise<void> {
    if (action.kind === 'file') await this.options.machine.writeFile(action.name, action.content)
    else if (action.kind === 'assert') await this.assert(action.assertion)
    else if (action.kind === 'manifest') await this.create(action, step)
    else if (action.kind === 'change') await this.change(action.change, step)
    else await this.command(action.command, step)
  }

  /** Objects that the prose has its reader create, as the reader would: from standard input. */
  private async create(
    { content, text, line }: Extract<Action, { kind: 'manifest' }>,
    step: Step,
  ): Promise<void> {
    const { kubeadm } = this.options.machine
    const name = kubeadm?.plan.name
    if (content === 'kind-cluster' && name !== undefined)
      await this.command(ownCommand(`kind delete cluster --name ${name}`, line), step)
    const command =
      content === 'objects'
        ? 'kubectl apply -f -'
        : `kind create cluster${name === undefined ? '' : ` --name ${name}`} --config -`
    await this.command(ownCommand(`${command} <<'EOF'\n${text}EOF`, line), step)
  }

  /** What the prose tells of is done where no command of its step does it. */
  private async change(change: ProseChange, step: Step): Promise<void> {
    const { machine, now } = this.options
    const configured = commandsOf(step).some((command) => configures(command.text))
    if (machine.cluster.apiserver === undefined || configured) return
    const wanted = wantedChange(change, step, this.gates)
    if (wanted === undefined) {
      const message = `cannot tell which feature gate is meant by "${change.text}"`
      this.findings.push({ severity: 'warning', line: change.line, message })
      return
    }
    const start = now()
    const text = describeChange(wanted)
    const failed = await changeCluster(machine, wanted)
    for (const failure of machine.takeFailures()) this.componentFailed(failure, change.line)
    this.commands.push({
      text: `# ${text}`,
      line: change.line,
      stdout: '',
      stderr: failed?.stderr ?? '',
      exitCode: failed?.exitCode ?? 0,
      milliseconds: now() - start,
      shown: undefined,
      asserted: false,
    })
  }

  /** A step that starts no cluster and has none takes the one that its title describes, or the newest release. */
  private async startingState(step: Step): Promise<void> {
    const { machine, facts } = this.options
    const first = commandsOf(step)
      .map((command) => command.text)
      .find((c) => startsCluster(c) || needsCluster(c))
    if (machine.cluster.apiserver !== undefined || first === undefined || startsCluster(first)) return
    if (this.everStarted || /kube-proxy\b.*--(write-config-to|version)/s.test(first)) return
    this.everStarted = true
    const cluster = startingCluster(step, this.selected.steps)
    const { branch, named } = machine.checkout
    const known = (release: string): boolean => named.has(`v${release}`) || facts.known(release)
    for (const command of startingCommands(cluster, branch, known)) await this.perform(command, step.line)
    const started = machine.cluster.lastStart
    if (started !== undefined)
      this.findings.push(...startedWarnings(step, started.release, this.releaseSource, facts))
  }
  private everStarted = false
  /** Where the server that is missing did not start. */
  private refusedAt: number | undefined
  /** A cluster that did not start leaves the rest of its step without meaning. */
  private stopped = false

  private async perform(text: string, line: number, on?: string): Promise<CommandRecord> {
    const { machine, now } = this.options
    const start = now()
    const result = await machine.run(text, on)
    const record: CommandRecord = {
      text,
      line,
      ...result,
      milliseconds: now() - start,
      shown: undefined,
      asserted: isAsserted(text),
    }
    for (const failure of machine.takeFailures()) this.componentFailed(failure, line)
    if (startsCluster(text)) this.everStarted = true
    return record
  }

  private componentFailed(failure: ComponentFailure, line: number): void {
    const finding = failureFinding(failure, line, this.options.facts)
    // A pod that comes again refuses again.
    if (!this.findings.some((one) => one.message === finding.message)) this.findings.push(finding)
    if (failure.component === 'kube-apiserver' || !isComponent(failure)) this.refusedAt ??= line
    if (isComponent(failure) || finding.blocking === true) this.stopped = true
  }

  private async command(command: ScriptCommand, step: Step): Promise<void> {
    if (this.lacksServer(command)) {
      this.findings.push(withoutServer(command.line, this.refusedAt!))
      this.stopped = true
      return
    }
    const failuresBefore = this.findings.length
    const stoppedBefore = this.stopped
    this.options.machine.edits = opensEditor(command.text) ? editsFor(command, step, this.gates) : []
    const { output } = command
    const record = await this.performUntil(command, (seen) => this.holds(seen, output))
    if (command.last) this.options.machine.leaveHosts()
    this.commands.push(record)
    if (command.output !== undefined)
      record.shown = { line: command.output.line, lines: command.output.lines }
    if (command.output !== undefined && this.stopped && !stoppedBefore)
      this.forgiveRefusal(record, command.output, failuresBefore)
    if (this.findings.length > failuresBefore) return
    const impossible = couldNotRun(record)
    if (impossible !== undefined) {
      this.findings.push(impossible)
      this.stopped = !changesNothing(record.text)
      return
    }
    if (command.output === undefined) this.findings.push(...failedCommand(record, step.title))
    else this.compare(record, command.output)
  }

  /** Whether a command asks a server that did not start, and the document does not show that. */
  private lacksServer({ text, output }: ScriptCommand): boolean {
    if (this.options.machine.cluster.apiserver !== undefined) this.refusedAt = undefined
    return this.refusedAt !== undefined && asksServer(text) && !showsFailure(output?.lines ?? [])
  }

  /** What a command shows comes about a little after what caused it: a reader looks again before they say that it differs. */
  private async performUntil(
    { text, line, host }: Pick<ScriptCommand, 'text' | 'line' | 'host'>,
    holds: (record: CommandRecord) => boolean,
  ): Promise<CommandRecord> {
    const own = this.bindings.type(text)
    const { clock, waits = clock } = this.options.machine.options
    let record = await this.perform(own, line, host)
    for (let left = looks; left > 0 && this.mayLookAgain(own) && !holds(record); left--) {
      await new Promise<void>((resolve) => void waits.setTimeout(resolve, pauseMs))
      record = await this.perform(own, line, host)
    }
    return record
  }

  private mayLookAgain(command: string): boolean {
    return onlyLooks(command) && !this.stopped && this.options.machine.cluster.apiserver !== undefined
  }

  /** Whether a command shows what the document says; nothing stays of the comparison. */
  private holds(record: CommandRecord, output: ExpectedOutput | undefined): boolean {
    if (output === undefined) return record.exitCode === 0
    const undo = this.bindings.mark()
    const text = comparedText(record, output.lines)
    const same = compareOutput(output.lines, output.line, text, this.bindings).differences.length === 0
    undo()
    return same
  }

  /** A document that shows the refusal of a component expects it. */
  private forgiveRefusal(
    record: CommandRecord,
    output: { lines: string[]; line: number },
    from: number,
  ): void {
    const text = record.stderr + record.stdout
    if (
      !showsFailure(output.lines) ||
      compareOutput(output.lines, output.line, text, this.bindings).differences.length > 0
    )
      return
    this.findings.splice(from)
    this.stopped = false
  }

  private compare(record: CommandRecord, output: { lines: string[]; line: number }): void {
    const text = comparedText(record, output.lines)
    const { differences } = compareOutput(output.lines, output.line, text, this.bindings)
    const unexpected = startsCluster(record.text)
      ? !showsFailure(output.lines)
      : record.asserted && differences.length > 0
    if (findsNothing(record) && differences.length > 0) {
      this.findings.push(nothingFound(record, output.lines))
      return
    }
    if (record.exitCode !== 0 && unexpected) {
      this.findings.push({
        severity: 'error',
        line: record.line,
        message: `the command failed with exit code ${record.exitCode}`,
        actual: lastLines(record.stderr),
      })
      return
    }
    for (const difference of differences) this.differ(difference, record)
    this.differInVersion(record, output.line)
  }

  /** An author who names no release ran what was newest then: another version here is no difference. */
  private differInVersion(record: CommandRecord, line: number): void {
    const [first] = this.bindings.takeOtherVersions()
    if (first === undefined) return
    this.findings.push({ line, ...otherRelease(record, this.options.machine.releaseGiven), ...first })
  }

  private differ(difference: Difference, record: CommandRecord): void {
    const { expected, actual, line } = difference
    if (!record.asserted && expected === '') return
    const finding: Finding = {
      severity: record.asserted ? 'error' : 'warning',
      line,
      message: differenceMessage(difference, programOf(record.text)),
    }
    finding.expected = expected
    if (actual !== undefined) finding.actual = actual
    const why = asksComponents(record.text)
      ? explain(`${expected}\n${actual ?? ''}`, this.options.machine.cluster, this.options.facts, this.gates)
      : undefined
    if (why !== undefined) finding.why = why
    this.findings.push(finding)
  }

  private async assert(assertion: ProseAssertion): Promise<void> {
    const check = (record: CommandRecord) => checkClaim(assertion, record.stdout)
    const shown = this.commands.filter((c) => c.asserted && c.stdout.trim() !== '')
    const at = this.commands.findLastIndex((c) => onlyLooks(c.text) && c.shown === undefined)
    const last = this.commands[at]
    if (last !== undefined && shown.map(check).findLast((c) => c !== undefined)?.holds !== true)
      this.commands[at] = await this.performUntil(
        { ...last, host: undefined },
        (c) => check(c)?.holds === true,
      )
    const checks = this.commands.filter((c) => c.asserted && c.stdout.trim() !== '').map(check)
    const checked = checks.findLast((c) => c !== undefined)
    if (checked === undefined) {
      this.findings.push(claimUnseen(assertion))
    } else if (!checked.holds) {
      const finding = claimFails(assertion, checked.found)
      const why = explain(assertion.field, this.options.machine.cluster, this.options.facts, this.gates)
      if (why !== undefined) finding.why = why
      this.findings.push(finding)
    }
  }
}
