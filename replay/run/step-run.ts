// One step: its actions one after the other, and what becomes of each.

import { leavesAll, needsCluster, onlyLooks, startsCluster } from '../command-kinds.ts'
import { commandLine } from '../command-line.ts'
import { carryOut } from '../instructions/carry-out.ts'
import type { Instruction, StartInstruction } from '../instructions/instruction.ts'
import { restartsByItself, restartsCommand, startsCommand } from '../instructions/introduces.ts'
import type { Deed } from '../instructions/world.ts'
import { changeCluster } from '../machine/change-cluster.ts'
import { type ClusterChange, describeChange } from '../machine/cluster-change.ts'
import type { Edit } from '../machine/edits.ts'
import { componentStates, fieldValues } from '../observe.ts'
import { type Finding, type StepResult, worstOf } from '../outcome.ts'
import { ownCommand } from '../script.ts'
import { startingCluster, startingCommands } from '../starting-cluster.ts'
import { type Action, commandsOf, type Step } from '../step.ts'
import {
  asksCluster,
  claimsExit,
  isOfPrograms,
  lineOf,
  makesLater,
  makesObjects,
  refusesToStart,
  saysRefused,
  startsOne,
  usesObjects,
  writesFor,
} from './action-kinds.ts'
import { ClaimRun } from './claim-run.ts'
import { CommandRun } from './command-run.ts'
import {
  directionOf,
  isSoAlready,
  missingEffect,
  type Releases,
  releasesOf,
  wantsEffect,
  wrongWay,
} from './effects.ts'
import { claimFails, lookedInVain, nothingCompared, notUnderstood, soAlready } from './findings.ts'
import { type Moment, outcomeWith } from './outcome-with.ts'
import { lookUntil } from './patience.ts'
import { recordOf } from './ran.ts'
import { replicasOf, scalingIn } from './scaling.ts'
import type { SectionState } from './section-state.ts'
import { isDependent } from './standing.ts'
import { startedAsTold } from './started-as-told.ts'
import { StepLog } from './step-log.ts'
import { tellsOfChange } from './tells-of-change.ts'

/** Runs a step of a section. */
export class StepRun {
  private readonly state: SectionState
  private readonly step: Step
  private readonly index: number
  private readonly log: StepLog
  private readonly commands: CommandRun
  private readonly claims: ClaimRun
  /** Of the components, before the step. */
  private releases: Releases = new Map()

  constructor(state: SectionState, step: Step, index: number) {
    this.state = state
    this.step = step
    this.index = index
    this.log = new StepLog(state.standing)
    this.commands = new CommandRun(state, step, this.log)
    this.claims = new ClaimRun(state, index, this.log, this.commands)
  }

  async run(): Promise<StepResult> {
    const { machine, now } = this.state.parts
    const start = now()
    const before = machine.cluster.lastStart
    this.releases = releasesOf(this.state)
    await this.startingState()
    const way = scalingIn(this.step.title)
    const replicas = way === undefined ? 0 : await replicasOf(this.state)
    for (const action of this.step.actions) await this.action(action)
    if (way !== undefined) this.scaledAsTold(way, replicas, await replicasOf(this.state))
    startedAsTold(this.state, this.step, this.log, before)
    this.lookedAtSomething()
    if (this.state.claimsFrom(this.index + 1))
      await this.state.parts.objects.remember(this.state.acts(this.index))
    if (this.changesAreClaimed()) await this.claims.pass(2)
    const { number, title, line } = this.step
    return {
      number,
      title,
      line,
      outcome: this.outcome(),
      milliseconds: now() - start,
      findings: this.log.findings,
      checks: this.log.checks,
      commands: this.log.records.map(recordOf),
      ...this.observed(),
    }
  }

  /** Times are told in seconds: who reads on has taken longer than one. */
  private changesAreClaimed(): boolean {
    const after = this.state.parts.steps.slice(this.index + 1).flatMap(({ actions }) => actions)
    return after.some(
      (one) => one.kind === 'claim' && one.claim.kind === 'field' && one.claim.test.is === 'changed',
    )
  }

  /** A ReplicaSet follows its Deployment: the sum goes the same way. */
  private scaledAsTold(way: 'up' | 'down', before: number, after: number): void {
    if (way === 'up' ? after > before : after < before) return
    const { title: text, line } = this.step
    this.log.find({
      ...notUnderstood('statement', text, line),
      message: `nothing was scaled ${way}: "${text}"`,
      reason: { code: 'nothing done' },
    })
  }

  /** A step of which nothing was compared has not passed. */
  private outcome(): StepResult['outcome'] {
    const { title, line } = this.step
    const later = this.state.parts.steps.slice(this.index + 1)
    if (this.log.checks.length === 0 && this.log.clean && !writesFor(this.step, later))
      this.log.find(nothingCompared(title, line))
    return worstOf(this.log.findings.map(({ outcome }) => outcome))
  }

  private async action(action: Action): Promise<void> {
    const { machine } = this.state.parts
    if (action.kind === 'file') await machine.writeFile(action.name, action.content, modeOf(action.name))
    else if (action.kind === 'unread' && (this.showsRefusal() || !this.meansNothing(action)))
      this.unread(action)
    else if (action.kind === 'unread' || this.isOut(action))
      this.log.findings.some(isDependent) || this.log.find(this.state.standing.depends(lineOf(action)))
    else if (action.kind === 'claim') {
      await this.makeAgain()
      await this.claims.claim(action.claim)
    } else if (action.kind === 'effect') this.effect(action.instruction)
    else if (action.kind === 'check') await this.claims.check(action.check)
    else if (action.kind === 'manifest') {
      if (!this.state.lines.has('taken in', action.line)) await this.create(action)
    } else {
      if (usesObjects(action) && !makesLater(action, this.state.parts.steps, this.index))
        await this.makeAgain()
      if (action.kind === 'instruction') await this.instruction(action.instruction)
      else await this.commands.run(action.command)
    }
    this.state.keep(this.index, this.log.seen(this.index))
    await this.state.parts.onAction?.(action, (other) => outcomeWith(other, this.moment()))
  }

  private moment(): Moment {
    const { state, step, index, log } = this
    return { state, step, index, records: log.records }
  }

  /** Whether something means nothing without the cluster that did not start. */
  private isOut(action: Action): boolean {
    if (!this.state.standing.down || (action.kind === 'effect' && this.showsRefusal())) return false
    if (action.kind === 'command')
      return (
        this.commands.meansNothing(action.command) &&
        !(this.state.standing.toldDown && this.step.actions.some(claimsExit))
      )
    if (action.kind === 'instruction')
      return action.instruction.kind !== 'start' && action.instruction.kind !== 'change'
    if (action.kind === 'claim' && this.state.standing.toldDown && isOfPrograms(action.claim)) return false
    return action.kind !== 'manifest' || action.content !== 'kind-cluster'
  }

  /** What a sentence states of a cluster that did not start nobody could look at, whatever it says. */
  private meansNothing({ what }: Extract<Action, { kind: 'unread' }>): boolean {
    return what === 'statement' && this.state.standing.down
  }

  /** Whether the step itself shows that nothing runs any more: what it states depends on no line before it. */
  private showsRefusal(): boolean {
    const at = this.state.standing.toldAt
    return at !== undefined && commandsOf(this.step).some(({ line }) => line === at)
  }

  private unread({ what, text, line }: Extract<Action, { kind: 'unread' }>): void {
    if (this.showsRefusal() && refusesToStart.test(text)) return
    this.log.find(notUnderstood(what, text, line))
    // What commands below it change is what it tells of.
    const changed = (): boolean =>
      commandsOf(this.step).every((command) => command.line < line || leavesAll(command)) &&
      tellsOfChange(
        text,
        [...this.state.commands(), ...this.log.records].map((one) => one.text),
      )
    if (what === 'instruction' || changed()) this.state.standing.block({ line, because: 'not carried out' })
  }

  /** Objects that the prose has its reader create, as the reader would: from standard input. */
  private async create({ content, text, line }: Extract<Action, { kind: 'manifest' }>): Promise<void> {
    const plan = this.state.parts.machine.kubeadm?.plan
    const name = plan?.name
    // A cluster in place of another one is of its release.
    const image = plan?.releaseGiven === true ? ` --image kindest/node:v${plan.nodes[0]!.release}` : ''
    if (content === 'kind-cluster' && name !== undefined) {
      await this.commands.run(ownCommand(`kind delete cluster --name ${name}`, line))
      this.state.cluster.tell('replaced')
    }
    const command =
      content === 'objects'
        ? 'kubectl apply -f -'
        : `kind create cluster${name === undefined ? '' : ` --name ${name}`}${image} --config -`
    await this.commands.run(ownCommand(`${command} <<'EOF'\n${text}EOF`, line))
  }

  /** What is claimed of the document's objects in a cluster that is new presupposes that they were made there as well. */
  private async makeAgain(): Promise<void> {
    if (this.state.cluster.is !== 'another') return
    this.state.cluster.tell('made again')
    if (this.log.records.some(({ command }) => makesObjects(command))) return
    const made = this.state
      .commands()
      .filter(({ command, exitCode, step }) => step < this.index && exitCode === 0 && makesObjects(command))
    for (const text of new Set(made.map((command) => command.text)))
      await this.commands.run(ownCommand(text, this.step.line))
    // As its reader did the first time, before anything was done with them.
    const { changes, objects, pauses } = this.state.parts
    const run = (): Promise<boolean> => objects.podsRun()
    if (made.length > 0) await lookUntil(changes, pauses, run, (yes) => yes)
  }

  private async instruction(instruction: Instruction): Promise<void> {
    const { line } = instruction
    this.state.parts.bindings.free()
    const notes = commandsOf(this.step).map((command) => command.notes.join(' '))
    const carried = await carryOut(instruction, { ...this.state.instructions(), notes })
    if ('notUnderstood' in carried) this.notDone(instruction, carried.notUnderstood)
    else if ('couldNotRun' in carried) {
      const { couldNotRun: message, reason } = carried
      const impossible: Finding = { outcome: 'could not run', line, message, reason }
      this.log.find(this.state.standing.down ? this.state.standing.depends(line) : impossible)
      this.state.standing.block({ line, because: 'could not run' })
    } else if ('wait' in carried) await this.wait(instruction, carried.wait)
    else {
      if (carried.uses !== undefined) this.state.lines.note('taken in', carried.uses)
      const again = instruction.kind === 'repeat' ? carried.deeds.flatMap(editsOf) : []
      if (isSoAlready(again, [], this.state)) this.log.find(soAlready(instruction))
      for (const deed of carried.deeds) {
        if ('change' in deed) await this.change(deed.change, instruction)
        else if (deed.asserts === true) await this.asserted(deed.text, instruction)
        else await this.commands.run(ownCommand(deed.text, line), deed.edits)
      }
      const start = instruction.kind === 'run' ? instruction.starts : instruction
      if (start?.kind === 'start' && this.log.clean) this.startsAsTold(start)
    }
  }

  /** What the author says of something that he only names: it is looked at. */
  private async asserted(command: string, instruction: Instruction): Promise<void> {
    const record = await this.commands.perform(commandLine(command), instruction.line)
    this.log.record(record)
    this.log.check({ kind: 'claim', line: instruction.line })
    if (record.exitCode !== 0)
      this.log.find(claimFails(instruction, firstLineOf(record.stdout + record.stderr) || 'nothing is found'))
  }

  /** What commands were to do is looked at where they start what runs; a file alone may be for later. */
  private effect(instruction: Instruction): void {
    const starts = this.log.records.some(({ text }) =>
      [startsCommand, restartsCommand, restartsByItself].some((shape) => shape.test(text)),
    )
    const moves = directionOf(instruction.text) !== undefined && instruction.kind === 'change'
    // A component that refuses to start is said by itself, or shown.
    const refused =
      this.showsRefusal() ||
      this.step.actions.some(saysRefused) ||
      this.log.findings.some((finding) => finding.refused !== undefined)
    if (!wantsEffect(instruction) || !(starts || moves) || refused) return
    const missing = missingEffect(instruction, this.state, this.releases)
    if (missing === undefined) this.log.check({ kind: 'start', line: instruction.line })
    else this.notDone(instruction, missing)
  }

  private startsAsTold(start: StartInstruction): void {
    if (!wantsEffect(start) || this.step.actions.some(saysRefused)) return
    const missing = missingEffect(start, this.state, this.releases)
    if (missing !== undefined) this.notDone(start, missing)
  }

  private notDone({ text, line }: Pick<Instruction, 'text' | 'line'>, why: string): void {
    this.log.find({ ...notUnderstood('instruction', text, line), why })
    this.state.standing.block({ line, because: 'not carried out' })
  }

  /** Until pods run, or for a time; what else is to come about, claims look for. */
  private async wait(
    instruction: Instruction,
    { seconds, pods }: { seconds: number | undefined; pods: boolean },
  ): Promise<void> {
    const { changes, objects, pauses } = this.state.parts
    if (seconds !== undefined) await this.claims.pass(seconds)
    else if (pods) {
      const run = await lookUntil(
        changes,
        pauses,
        () => objects.podsRun(),
        (yes) => yes,
      )
      if (run) this.log.check({ kind: 'claim', line: instruction.line })
      else this.log.find(claimFails(instruction, 'there are pods that do not run'))
    } else this.notDone(instruction, 'it does not say what to wait for')
  }

  private async change(change: ClusterChange, instruction: Instruction): Promise<void> {
    const { machine, now } = this.state.parts
    const { line } = instruction
    const start = now()
    const already = isSoAlready(change.edits, change.components, this.state)
    const before = releasesOf(this.state)
    const failed = await changeCluster(machine, change)
    if (already) this.log.find(soAlready(instruction))
    this.commands.failures(line)
    const wrong =
      failed === undefined && !already && wantsEffect(instruction)
        ? wrongWay(instruction, this.state, before)
        : undefined
    if (wrong !== undefined) this.notDone(instruction, wrong)
    else if (failed === undefined) this.log.check({ kind: 'start', line })
    else if (failed.notDone !== undefined) this.notDone(instruction, failed.notDone)
    const told = commandLine(`# ${describeChange(change)}`)
    this.log.record({
      command: told,
      text: told.text,
      line,
      stdout: '',
      stderr: failed?.stderr ?? '',
      exitCode: failed?.exitCode ?? 0,
      milliseconds: now() - start,
      shown: undefined,
      asserted: false,
    })
  }

  /** A step that starts no cluster and has none takes the one that its title describes, or the newest release. */
  private async startingState(): Promise<void> {
    const { machine, facts, steps } = this.state.parts
    if (machine.cluster.apiserver !== undefined || this.state.cluster.is !== 'none') return
    const first = commandsOf(this.step).find((one) => startsCluster(one) || needsCluster(one))
    const asks = first !== undefined || this.step.actions.some(asksCluster)
    if (!asks || (first !== undefined && startsCluster(first))) return
    if (first !== undefined && /kube-proxy\b.*--(write-config-to|version)/s.test(first.text)) return
    if (this.step.actions.some(startsOne)) return
    this.state.cluster.tell('started')
    const { branch, named } = machine.checkout
    const known = (release: string): boolean =>
      named.has(`v${release}`) || named.has(`release-${release}`) || facts.known(release)
    const cluster = startingCluster(this.step, steps)
    if (cluster.tool === 'kubeadm' && cluster.release !== undefined && known(cluster.release))
      this.installed(cluster.release)
    const commands = startingCommands(cluster, branch, known)
    for (const command of commands) await this.commands.run(ownCommand(command, this.step.line))
  }

  /** Who has a cluster of kubeadm has its packages. */
  private installed(release: string): void {
    const { machine } = this.state.parts
    const own = machine.sources.releaseOfTag(release.split('.').length === 2 ? `${release}.0` : release)
    for (const program of ['kubeadm', 'kubelet', 'kubectl'])
      if (own !== undefined) machine.packages.had(program, own)
  }

  /** A step that only looks, and says nothing of what there is to see, has checked nothing. */
  private lookedAtSomething(): void {
    const looked = this.log.records.find(
      ({ command, shown, exitCode }) => shown === undefined && exitCode === 0 && onlyLooks(command),
    )
    const compared = this.log.checks.some(({ kind }) => kind !== 'exit' && kind !== 'start')
    if (looked !== undefined && !compared && this.log.clean) this.log.find(lookedInVain(looked))
  }

  private observed(): Pick<StepResult, 'components' | 'fields'> {
    const { machine, facts, gates, watched } = this.state.parts
    const full = (release: string): string => machine.sources.fullRelease(release)
    return {
      components: componentStates(machine.cluster, gates, facts, full),
      fields: fieldValues(watched, this.log.records),
    }
  }
}

/** Who shows a script and runs it has made it executable. */
const modeOf = (name: string): number | undefined => (name.endsWith('.sh') ? 0o755 : undefined)
const firstLineOf = (text: string): string => text.trim().split('\n')[0] ?? ''
const editsOf = (deed: Deed): readonly Edit[] => ('edits' in deed ? (deed.edits ?? []) : [])
