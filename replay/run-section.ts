// Runs the steps of a section on a machine of its own and compares.

import { checkClaim, type ProseAssertion } from './assertions.ts'
import { Bindings } from './bindings.ts'
import { compareOutput } from './compare.ts'
import type { Difference } from './difference.ts'
import type { Document } from './document.ts'
import { explain, gatesNamedIn } from './explain.ts'
import type { ComponentFailure, Machine } from './machine/machine.ts'
import { comparedText, componentStates, fieldValues, watchedFields } from './observe.ts'
import type { CommandRecord, Finding, SectionResult, StepResult } from './outcome.ts'
import type { GateFacts } from './runtime.ts'
import type { ScriptCommand } from './script.ts'
import type { SelectedSection } from './select-sections.ts'
import { programOf } from './shell-words.ts'
import type { Action, Step } from './steps.ts'
import { titleClaims, versionHolds } from './title.ts'

export interface RunOptions {
  machine: Machine
  facts: GateFacts
  now(): number
  /** Fields to follow from step to step, beside those that the prose makes claims about. */
  watch?: readonly string[] | undefined
  onStep?(step: Step, total: number): void
  onStepDone?(result: StepResult): void
}

/** Programs whose output is context: reality may say it otherwise. */
const context =
  /^(git|local-up-cluster\.sh|kubelet|kube-apiserver|kube-proxy|kind|docker|systemctl|journalctl|make|sudo|cd|export|kill|pkill|killall)$/
const starters = /local-up-cluster\.sh|kind\s+create|kube-apiserver\b/
const needsCluster = /\b(kubectl|kubelet|kube-proxy|curl|k|systemctl|docker)\b/

export async function runSection(
  document: Document,
  selected: SelectedSection,
  options: RunOptions,
): Promise<SectionResult> {
  return new SectionRun(document, selected, options).run()
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
    const typed = selected.steps.flatMap((s) =>
      s.actions.map((a) => (a.kind === 'command' ? a.command.text : a.kind === 'file' ? a.content : '')),
    )
    this.bindings = new Bindings(typed.join('\n'))
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
      if (this.stopped || this.findings.some((f) => f.blocking)) break
      await this.action(action)
    }
    if (this.options.machine.cluster.lastStart !== before) this.holdTitle(step)
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

  private observed(): Pick<StepResult, 'components' | 'fields'> {
    const { machine, facts } = this.options
    const full = (release: string): string => machine.fullRelease(release)
    return {
      components: componentStates(machine.cluster, this.gates, facts, full),
      fields: fieldValues(this.watched, this.commands),
    }
  }

  private async action(action: Action): Promise<void> {
    if (action.kind === 'file') await this.options.machine.writeFile(action.name, action.content)
    else if (action.kind === 'assert') this.assert(action.assertion)
    else await this.command(action.command)
  }

  /** A step that starts no cluster and has none takes the one that its title describes, or the newest release. */
  private async startingState(step: Step): Promise<void> {
    const { machine, facts } = this.options
    const commands = step.actions.flatMap((a) => (a.kind === 'command' ? [a.command.text] : []))
    const first = commands.find((c) => starters.test(c) || needsCluster.test(c))
    if (machine.cluster.apiserver !== undefined || first === undefined || starters.test(first)) return
    if (this.everStarted || /kube-proxy\b.*--(write-config-to|version)/s.test(first)) return
    this.everStarted = true
    const claims = titleClaims(step.title)
    const version = claims.version
    const branch =
      version === undefined || version.orLater ? machine.checkout.branch : `release-${version.release}`
    const text = Object.entries(claims.gates)
      .map(([k, v]) => `${k}=${v}`)
      .join(',')
    if (branch !== machine.checkout.branch) await this.perform(`git checkout ${branch}`, step.line)
    await this.perform(`${text === '' ? '' : `FEATURE_GATES=${text} `}hack/local-up-cluster.sh`, step.line)
    if (version !== undefined && !versionHolds(version, machine.checkedOutRelease()))
      this.warnVersion(step, version.release + (version.orLater ? '+' : ''))
    this.holdDefaults(step, claims, machine.checkedOutRelease(), facts)
  }
  private everStarted = false
  /** A cluster that did not start leaves the rest of its step without meaning. */
  private stopped = false

  private async perform(text: string, line: number): Promise<CommandRecord> {
    const { machine, now } = this.options
    const start = now()
    const result = await machine.run(text)
    const record: CommandRecord = {
      text,
      line,
      ...result,
      milliseconds: now() - start,
      shown: undefined,
      asserted: false,
    }
    for (const failure of machine.takeFailures()) this.componentFailed(failure, line)
    if (starters.test(text)) this.everStarted = true
    return record
  }

  private componentFailed(failure: ComponentFailure, line: number): void {
    const unknown = failure.component === 'git' || failure.component === 'kind'
    const blocking = unknown || /feature is locked to/.test(failure.stderr)
    const message = unknown ? failure.stderr : `${failure.component} ${failure.release} refuses to start`
    const finding: Finding = { severity: 'error', line, message, blocking }
    if (!unknown) finding.actual = lastLines(failure.stderr)
    const why = unknown ? undefined : this.lockedWhy(failure)
    if (why !== undefined) finding.why = why
    this.findings.push(finding)
    if (!unknown) this.stopped = true
  }

  private lockedWhy(failure: ComponentFailure): string | undefined {
    const gate = /cannot set feature gate (\w+) to (\w+), feature is locked to (\w+)/.exec(failure.stderr)
    if (gate === null) return undefined
    return `${gate[1]} is locked to ${gate[3]} in ${failure.release}; ${this.options.facts.history(gate[1]!, failure.release)}`
  }

  private async command(command: ScriptCommand): Promise<void> {
    const failuresBefore = this.findings.length
    const stoppedBefore = this.stopped
    const record = await this.perform(command.text, command.line)
    this.commands.push(record)
    const program = programOf(command.text)
    record.asserted = !context.test(program)
    if (command.output !== undefined)
      record.shown = { line: command.output.line, lines: command.output.lines }
    if (command.output !== undefined && this.stopped && !stoppedBefore)
      this.forgiveRefusal(record, command.output, failuresBefore)
    if (this.findings.length > failuresBefore) return
    const missing = /^(?:bash|sh): (?:line \d+: )?(\S+): command not found$/m.exec(record.stderr)
    if (record.exitCode === 127 && missing !== null) {
      this.findings.push({
        severity: 'error',
        line: command.line,
        message: `the machine has no command ${JSON.stringify(missing[1])}`,
        blocking: true,
      })
      return
    }
    if (record.exitCode === 2 && /syntax error|unexpected EOF/i.test(record.stderr)) {
      this.findings.push({
        severity: 'error',
        line: command.line,
        message: `not a shell command: ${record.stderr.trim()}`,
        blocking: true,
      })
      return
    }
    if (command.output === undefined) this.expectSuccess(record)
    else this.compare(record, command.output)
  }

  /** A document that shows the refusal of a component expects it. */
  private forgiveRefusal(
    record: CommandRecord,
    output: { lines: string[]; line: number },
    from: number,
  ): void {
    const text = record.stderr + record.stdout
    if (compareOutput(output.lines, output.line, text, this.bindings).length > 0) return
    this.findings.splice(from)
    this.stopped = false
  }

  private expectSuccess(record: CommandRecord): void {
    if (record.exitCode === 0) return
    const severity =
      context.test(programOf(record.text)) && programOf(record.text) === 'git' ? 'warning' : 'error'
    this.findings.push({
      severity,
      line: record.line,
      message: `the command failed with exit code ${record.exitCode}`,
      actual: lastLines(record.stderr || record.stdout),
    })
  }

  private compare(record: CommandRecord, output: { lines: string[]; line: number }): void {
    const text = comparedText(record, output.lines)
    const differences = compareOutput(output.lines, output.line, text, this.bindings)
    if (record.exitCode !== 0 && differences.length > 0 && record.asserted) {
      this.findings.push({
        severity: 'error',
        line: record.line,
        message: `the command failed with exit code ${record.exitCode}`,
        actual: lastLines(record.stderr),
      })
      return
    }
    for (const difference of differences) this.differ(difference, record)
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
    const why = record.asserted
      ? explain(`${expected}\n${actual ?? ''}`, this.options.machine.cluster, this.options.facts, this.gates)
      : undefined
    if (why !== undefined) finding.why = why
    this.findings.push(finding)
  }

  private assert(assertion: ProseAssertion): void {
    const checks = this.commands
      .filter((c) => c.asserted && c.stdout.trim() !== '')
      .map((c) => checkClaim(assertion, c.stdout))
    const checked = checks.findLast((c) => c !== undefined)
    if (checked === undefined) {
      this.findings.push({
        severity: 'warning',
        line: assertion.line,
        message: `cannot tell whether "${assertion.text}": no output shows ${assertion.field}`,
      })
    } else if (!checked.holds) {
      const finding: Finding = {
        severity: 'error',
        line: assertion.line,
        message: `"${assertion.text}" does not hold`,
        expected: assertion.text,
        actual: `${assertion.field}: ${checked.found}`,
      }
      const why = explain(assertion.field, this.options.machine.cluster, this.options.facts, this.gates)
      if (why !== undefined) finding.why = why
      this.findings.push(finding)
    }
  }

  /** The title's version and gates against what the commands really set. Never fails a step. */
  private holdTitle(step: Step): void {
    const claims = titleClaims(step.title)
    const start = this.options.machine.cluster.lastStart
    if (start === undefined) return
    if (claims.version !== undefined && !versionHolds(claims.version, start.release)) {
      this.warnVersion(step, claims.version.release + (claims.version.orLater ? '+' : ''))
    }
    for (const [gate, value] of Object.entries(claims.gates)) {
      const set = start.gates[gate]
      if (claims.how === 'manual' && set !== value) {
        const what = set === undefined ? 'the command sets no such gate' : `the command sets it to ${set}`
        this.warn(
          step,
          `the title says ${gate}=${value} is set manually, but ${what}; ${this.options.facts.history(gate, start.release)}`,
        )
      }
      if (claims.how === undefined && set !== undefined && set !== value)
        this.warn(step, `the title says ${gate}=${value}, but the command sets ${set}`)
    }
    this.holdDefaults(step, claims, start.release, this.options.facts)
  }

  private holdDefaults(
    step: Step,
    claims: ReturnType<typeof titleClaims>,
    release: string,
    facts: GateFacts,
  ): void {
    if (claims.how !== 'default') return
    for (const [gate, value] of Object.entries(claims.gates)) {
      const at = facts.at(gate, release)
      if (at === undefined) this.warn(step, `the title names ${gate}, which ${release} does not have`)
      else if (at.default !== value)
        this.warn(
          step,
          `the title says ${value} is the default of ${gate}, but ${facts.history(gate, release)}`,
        )
    }
  }

  private warnVersion(step: Step, claimed: string): void {
    const { machine } = this.options
    this.warn(
      step,
      `the title says version ${claimed}, but ${machine.checkout.branch} is ${machine.checkedOutRelease()}`,
    )
  }

  private warn(step: Step, message: string): void {
    this.findings.push({ severity: 'warning', line: step.line, message })
  }
}

function differenceMessage({ expected, actual }: Difference, program: string): string {
  if (expected === '') return `${program} also prints a line that the document does not show`
  return actual === undefined ? `${program} does not print this line` : `${program} prints something else`
}

function lastLines(text: string): string {
  const lines = text.trim().split('\n')
  const telling = lines.filter((l) => /command failed|^Error|^error|^panic:/.test(l))
  return (telling.length > 0 ? telling : lines).slice(-3).join('\n')
}
