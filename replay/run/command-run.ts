// A command of the document: whether it can be run, and what came of it; looked at again where that may help.
import { isApiAddress } from '../api-address.ts'
import type { Claim } from '../claims/claim.ts'
import {
  asksServer,
  changesNothing,
  freesNothing,
  isAsserted,
  neverEnds,
  onlyLooks,
  onlyLooksOn,
  opensEditor,
  readsTyped,
  startsCluster,
  tellsTime,
} from '../command-kinds.ts'
import { type CommandLine, commandLine, retyped } from '../command-line.ts'
import { isElision } from '../compare.ts'
import { fileShown } from '../files-read.ts'
import { editorEdits } from '../instructions/editor-edits.ts'
import type { Edit } from '../machine/edits.ts'
import type { ComponentFailure } from '../machine/incidents.ts'
import type { Machine } from '../machine/machine.ts'
import { withOnlyNode } from '../only-node.ts'
import type { Finding } from '../outcome.ts'
import { placeholdersIn } from '../placeholders.ts'
import type { ExpectedOutput, ScriptCommand } from '../script.ts'
import { opensShell } from '../sessions.ts'
import type { Step } from '../step.ts'
import { unsetVariables } from '../variables.ts'
import { unservedKind } from './custom-resources.ts'
import {
  couldNotRun,
  didNothing,
  editsNothing,
  failureFinding,
  hindered,
  isComponent,
  notShown,
  saysNothingChanged,
  showsFailure,
} from './findings.ts'
import { noteUnopened, unforwarded } from './forwarded-ports.ts'
import { OutputRun } from './output-run.ts'
import { lookUntil } from './patience.ts'
import type { Ran } from './ran.ts'
import { numberOf, type SectionState } from './section-state.ts'
import { dependent, dependsUnchecked } from './standing.ts'
import type { StepLog } from './step-log.ts'
import { volumeNamed } from './told-names.ts'
import { unmade, unmadeRows } from './unmade.ts'

/** Runs the commands of a step. */
export class CommandRun {
  private readonly state: SectionState
  private readonly step: Step
  private readonly log: StepLog
  private readonly outputs: OutputRun

  constructor(state: SectionState, step: Step, log: StepLog) {
    this.state = state
    this.step = step
    this.log = log
    this.outputs = new OutputRun(state, step, log)
  }

  /** Whether a command asks a server that did not start, and the document does not show that. */
  meansNothing(command: ScriptCommand): boolean {
    return asksServer(command) && !showsFailure(command.output?.lines ?? [])
  }

  /** @param given what an editor that it opens is to do; default: what is said beside it */
  async run(written: ScriptCommand, given?: readonly Edit[]): Promise<void> {
    const { machine } = this.state.parts
    const command = retyped(written, withOnlyNode(written.text, nodesOf(machine)))
    await this.learnName(command)
    await this.giveAddress(command)
    const hindrance = this.hindrance(command)
    if (hindrance !== undefined) {
      this.log.find(hindrance)
      this.blocks(command, command.line, hindrance.outcome)
      return
    }
    if (opensEditor(command)) {
      machine.editor.willMake(given ?? this.edits(command))
      if (machine.editor.edits.length === 0 && (await this.writesShown(command))) return
      if (machine.editor.edits.length === 0) {
        this.log.find(editsNothing(command, command.line))
        this.state.standing.block({ line: command.line, because: 'not carried out' })
        return
      }
    }
    await this.clearForAnother(command)
    const shows = command.output?.lines.every(isElision) === false && !tellsTime(command)
    const output = shows ? command.output : undefined
    const { objects, steps } = this.state.parts
    if (deletes(command.text) && this.state.claimsFrom(steps.indexOf(this.step))) await objects.deletes()
    machine.incidents.takeDoubts()
    const record = await this.looked({ ...command, output })
    const doubts = machine.incidents.takeDoubts()
    if (command.last) machine.computers.leaveAll()
    this.log.record(record)
    await objects.note(record.text, record.stdout, numberOf(this.step))
    if (output !== undefined) record.shown = this.outputs.shownOf(record, output)
    const refusals = machine.incidents.takeFailures()
    const lacksFile = command.missing !== undefined && /no such file/i.test(record.stderr)
    if (refusals.length > 0 && !lacksFile) {
      if (!this.outputs.showsRefusal(record, output)) {
        this.refused(refusals, command.line)
        return
      }
      if (machine.cluster.apiserver === undefined && refusals.some(leavesNone))
        this.state.standing.block({ line: command.line, because: 'no cluster', told: true })
    }
    if (record.exitCode !== 0 && opensShell(record.command))
      this.state.lines.note('opens no shell', record.line)
    const impossible =
      couldNotRun(record, command.missing) ??
      (await this.unserved(record)) ??
      this.unmade(record, output) ??
      unforwarded(record, this.state.lines)
    if (impossible !== undefined) {
      noteUnopened(record, this.state.lines)
      // What was not carried out wrote no file either.
      const follows = this.state.standing.blocked && /: No such file/.test(impossible.actual ?? '')
      this.log.find(follows ? this.state.standing.depends(impossible.line) : impossible)
      this.blocks(record.command, record.line)
    } else this.ends(record, output)
    for (const doubt of doubts) this.log.find(didNothing(record, doubt))
    if (output === undefined && saysNothingChanged(record))
      this.log.find(didNothing(record, 'it changes nothing'))
  }

  /** Holds what came of a command against what the document shows of it, or shows nothing. */
  ends(record: Ran, output: ExpectedOutput | undefined): void {
    if (output === undefined) this.outputs.ended(record)
    else this.outputs.compare(record, output)
  }

  /** Of a command that asks for an object that nobody made, where the document does not show that. */
  private unmade(record: Ran, output: ExpectedOutput | undefined): Finding | undefined {
    const { line, text, exitCode, stdout, stderr, failures = [] } = record
    const shown = output?.lines ?? []
    if (this.state.standing.blocked || this.outputs.showsItFails(record, output)) return undefined
    const said = exitCode === 0 ? failures.map((one) => one.stderr).join('') : stderr
    const doings = this.state.doings()
    const why = unmade(said, doings) ?? unmadeRows(text, stdout + stderr, shown, doings)
    if (why === undefined) return undefined
    this.state.lines.note('asks for what nobody made', line)
    return hindered(line, why.message, why.reason)
  }

  /** What an editor shows is the whole file, as its author left it. */
  private async writesShown(command: ScriptCommand): Promise<boolean> {
    const { content } = command
    const path = fileShown(command)
    if (path === undefined || content === undefined) return false
    const { machine } = this.state.parts
    await machine.writeFile(machine.absolute(path), content)
    return true
  }

  /** A part of the document that creates a cluster begins without the one of the part before, which its author took away. */
  private async clearForAnother({ text, line }: ScriptCommand): Promise<void> {
    if (!createsKind.test(text)) return
    const { kubeadm } = this.state.parts.machine
    if (kubeadm !== undefined && this.state.beginsAnew(line)) {
      const removed = await this.perform(commandLine(`kind delete cluster --name ${kubeadm.plan.name}`), line)
      this.log.record(removed)
    }
    this.state.lines.note('makes a cluster', line)
  }

  /** Why a command is not even tried: it is not whole, or means something that nobody can know. */
  private hindrance(command: ScriptCommand): Finding | undefined {
    const { text, line, problem, inside } = command
    if (problem !== undefined) return hindered(line, problem, { code: 'not a whole command' })
    if (inside?.command === '')
      return hindered(line, 'it is typed in a container, and the document does not say in which', {
        code: 'container not told',
      })
    if (neverEnds(command))
      return hindered(line, 'its loop has no end: who typed it ended it by hand', {
        code: 'loop without end',
      })
    if (readsTyped(command))
      return hindered(line, 'it reads what is typed into it, and the document does not show that', {
        code: 'input not shown',
      })
    if (inside !== undefined && this.state.lines.has('opens no shell', inside.line))
      return dependent(line, inside.line)
    const [placeholder] = placeholdersIn(text)
    if (placeholder !== undefined)
      return hindered(line, `${placeholder} stands for something that the document does not say`, {
        code: 'placeholder',
      })
    const foreign = this.foreignName(command)
    if (foreign !== undefined) return this.ofForeign(foreign, line)
    const [variable] = this.unset(command)
    return variable === undefined
      ? undefined
      : hindered(line, `$${variable} is set nowhere in the document`, { code: 'variable not set' })
  }

  /** A volume's name may be explained by what stands beside it. */
  private async learnName(command: ScriptCommand): Promise<void> {
    const name = this.foreignName(command)
    if (name === undefined) return
    const { objects, bindings } = this.state.parts
    const prose = this.step.accounts.filter(({ line }) => line <= command.line).map(({ text }) => text)
    const real = await volumeNamed(name, command, prose.join('\n'), objects)
    if (real === undefined) return
    bindings.learn(name, real)
    // The uid in it is what outputs are compared by.
    bindings.learn(name.slice(name.indexOf('-') + 1), real.slice(real.indexOf('-') + 1))
  }

  private async unserved(record: Ran): Promise<Finding | undefined> {
    const { objects } = this.state.parts
    if (record.exitCode === 0 && !record.stdout.startsWith('404 page not found')) return undefined
    const definitions = await objects.now('customresourcedefinitions.apiextensions.k8s.io')
    const kind = unservedKind(record, definitions)
    return kind === undefined
      ? undefined
      : hindered(record.line, `custom resources are not simulated, so that there is no ${kind}`, {
          code: 'custom resource',
        })
  }

  private unset(command: CommandLine): string[] {
    const typed = this.state.commands().map((one) => one.command)
    return unsetVariables(typed, command, this.state.parts.machine.computers.current.variables)
  }

  /** A variable that can only be the address of kube-apiserver is that, asked as its administrator. */
  private async giveAddress(command: ScriptCommand): Promise<void> {
    const { text, line, problem } = command
    const { machine } = this.state.parts
    if (problem !== undefined || machine.cluster.apiserver === undefined) return
    for (const variable of this.unset(command).filter((one) => isApiAddress(text, one))) {
      const port = machine.kubectl.proxyPort ?? 8001
      machine.kubectl.proxyOn(port)
      this.log.record(await this.perform(commandLine(`export ${variable}=http://127.0.0.1:${port}`), line))
      const message = `$${variable} is set nowhere in the document; it is taken for the address of kube-apiserver`
      this.log.find({ outcome: 'note', line, message, reason: { code: 'address assumed' } })
    }
  }

  /** The generated name of an object of the author's own cluster, that nothing before it shows. */
  private foreignName(command: CommandLine): string | undefined {
    const { text } = command
    const [name] = generatedName.exec(text) ?? []
    if (name === undefined || makesObject.test(text) || !asksServer(command)) return undefined
    if (this.state.parts.bindings.type(name) !== name) return undefined
    const seen = this.state.commands().some((one) => (one.text + one.stdout).includes(name))
    return seen ? undefined : name
  }

  /** Said where the name comes first; the rest of what asks for it depends on that line. */
  private ofForeign(name: string, line: number): Finding {
    const { lines } = this.state
    const before = lines.first('names what is elsewhere', name)
    if (before !== undefined) return dependsUnchecked(line, before.line)
    lines.note('names what is elsewhere', line, name)
    return notShown(line, name)
  }

  /** Whether what follows a deletion looks at it while it goes on, which its author did in another terminal. */
  private isWatched(text: string, line: number): boolean {
    if (!waitsForEnd.test(text)) return false
    const { steps } = this.state.parts
    const after = steps.slice(steps.indexOf(this.step)).flatMap(({ actions }) => actions)
    const own = after.findIndex((one) => isAt(one, line))
    if (own < 0) return false
    const rest = after.slice(own + 1)
    const next = rest.findIndex((one) => one.kind === 'command' && deletes(one.command.text))
    return (next < 0 ? rest : rest.slice(0, next)).slice(0, 8).some(looksMeanwhile)
  }

  private blocks(command: CommandLine, line: number, outcome: Finding['outcome'] = 'could not run'): void {
    if (changesNothing(command) || onlyLooksOn(command)) return
    const because = outcome === 'not checked' ? 'not carried out' : 'could not run'
    this.state.standing.block({ line, because })
  }

  /** By the comments and the prose beside it, else by the title of its step. */
  private edits({ notes }: ScriptCommand): readonly Edit[] {
    return editorEdits([notes.join(' '), this.step.title], this.state.instructions())
  }

  /** What components said that do not run now. */
  failures(line: number): void {
    this.refused(this.state.parts.machine.incidents.takeFailures(), line)
  }

  private refused(all: readonly ComponentFailure[], line: number): void {
    const failures = all.filter((failure) => !this.isTold(failure))
    const { facts, machine } = this.state.parts
    const found = failures.map((failure) => failureFinding(failure, line, facts, machine.cluster))
    for (const finding of found) this.log.find(finding)
    const difference = found.find(({ outcome }) => outcome === 'differs')
    const why = difference && [difference.message, difference.why].filter(Boolean).join(': ')
    if (failures.some(leavesNone)) this.state.standing.block({ line, because: 'no cluster', why })
    else if (failures.length > 0) this.state.standing.block({ line, because: 'could not run', why })
  }

  /** "The kubelet fails to start": a claim of the step holds it against reality. */
  private isTold({ component }: ComponentFailure): boolean {
    return this.step.actions.some(
      ({ kind, ...action }) =>
        kind === 'claim' &&
        'claim' in action &&
        action.claim.kind === 'component' &&
        !action.claim.running &&
        action.claim.component === component.split('/')[0],
    )
  }

  /** Runs a command once. */
  async perform(command: CommandLine, line: number, on?: string): Promise<Ran> {
    const { text } = command
    const { machine, now } = this.state.parts
    const start = now()
    const server = machine.cluster.apiserver
    machine.packets.take()
    const result = await machine.run(text, on)
    const packets = machine.packets.take()
    if (startsCluster(command)) this.state.cluster.tell('started')
    const { apiserver } = machine.cluster
    if (apiserver !== undefined && apiserver !== server) this.state.standing.started(startsAnew(command))
    return {
      command,
      text,
      line,
      ...result,
      milliseconds: now() - start,
      ...(packets.length === 0 ? {} : { packets }),
      shown: undefined,
      asserted: isAsserted(command),
    }
  }

  /** What a command shows comes about a little after what caused it. */
  private async looked(command: ScriptCommand): Promise<Ran> {
    const { text, line, host, output } = command
    const { machine, bindings, changes, pauses } = this.state.parts
    const typed = bindings.type(text)
    if (!freesNothing(command)) bindings.free()
    const own = retyped<CommandLine>(command, this.isWatched(text, line) ? `${typed} --wait=false` : typed)
    const pausesHere = onlyLooks(own) && machine.cluster.apiserver !== undefined ? pauses : []
    return lookUntil(
      changes,
      pausesHere,
      () => this.perform(own, line, host),
      (seen) => this.outputs.holds(seen, output) || this.outputs.endsAsAnother(seen, output),
    )
  }
}

/** After it nothing is left that could be asked. */
const leavesNone = (one: ComponentFailure): boolean => one.component === 'kube-apiserver' || !isComponent(one)

const createsKind = /^kind\s+(?:-\S+\s+)*create\s+cluster\b/

const nodesOf = ({ kubeadm }: Machine): string[] => kubeadm?.plan.nodes.map(({ name }) => name) ?? []

const waitsForEnd =
  /^(?:kubectl|k|kc)\s(?!.*(?:--wait|--now|--force|[|;&<>\n]))(?:.*\s)?delete\s(?!.*\.ya?ml)/
const meanwhile =
  /\bwhile\b.{1,80}\b(?:terminating|being deleted|shutting down)\b|\bsee\b.{1,40}\bterminating\b/i

const isAt = (action: Step['actions'][number], line: number): boolean =>
  (action.kind === 'command' && action.command.line === line) ||
  (action.kind === 'instruction' && action.instruction.line === line)

const speaksOfEnd = (claim: Claim): boolean =>
  claim.kind === 'replacement' ||
  (claim.kind === 'field' && claim.field.name === '.status.terminating' && claim.test.is === 'compares')

/** Whether an action looks at what is on its way out. */
function looksMeanwhile(action: Step['actions'][number]): boolean {
  if (action.kind === 'unread') return meanwhile.test(action.text)
  if (action.kind === 'claim') return meanwhile.test(action.claim.text) || speaksOfEnd(action.claim)
  if (action.kind !== 'command') return false
  return (
    action.command.output?.lines.some((one) => /^\s*terminating: [1-9]|\sTerminating\s/.test(one)) === true
  )
}

/** `pvc-` or so, and a uid. */
const generatedName = /\b[a-z][a-z0-9]*-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/

const makesObject = /\b(?:create|apply|run)\s/

const deletes = (command: string): boolean => /\bdelete\s+(?!cluster\b)/.test(command)

/** With nothing of the cluster before it. */
const startsAnew = (command: CommandLine): boolean =>
  startsCluster(command) && !command.text.includes('PRESERVE_ETCD=true')
