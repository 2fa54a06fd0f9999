// One step: its actions one after the other, and what becomes of each.
import { alteredChecks } from '../challenge/altered-checks.ts'
import { alteredTitles } from '../challenge/altered-titles.ts'
import { alteredClaims } from '../claims/altered-claims.ts'
import { checkClaim } from '../claims/check-claim.ts'
import type { Claim } from '../claims/claim.ts'
import { describeClaim } from '../claims/describe-claim.ts'
import { type ExplicitCheck, judgeExplicit } from '../claims/explicit-check.ts'
import { needsCluster, onlyLooks, startsCluster } from '../command-kinds.ts'
import { explain } from '../explain.ts'
import { carryOut } from '../instructions/carry-out.ts'
import type { Instruction } from '../instructions/instruction.ts'
import { changeCluster } from '../machine/change-cluster.ts'
import { type ClusterChange, describeChange } from '../machine/cluster-change.ts'
import { componentStates, fieldValues } from '../observe.ts'
import { type Check, type CommandRecord, type Finding, type StepResult, worstOf } from '../outcome.ts'
import { placeholdersIn } from '../placeholders.ts'
import { ownCommand } from '../script.ts'
import { startingCluster, startingCommands } from '../starting-cluster.ts'
import { type Action, commandsOf, type Step } from '../step.ts'
import { type ClusterStart, titleFindings } from '../title-checks.ts'
import { CommandRun } from './command-run.ts'
import { claimFails, claimUnknown, lookedInVain, nothingCompared, notUnderstood } from './findings.ts'
import { lookUntil } from './patience.ts'
import type { SectionState } from './section-state.ts'

export class StepRun {
  private readonly state: SectionState
  private readonly step: Step
  private readonly index: number
  private readonly findings: Finding[] = []
  private readonly checks: Check[] = []
  private readonly records: CommandRecord[] = []
  private readonly commands: CommandRun

  constructor(state: SectionState, step: Step, index: number) {
    this.state = state
    this.step = step
    this.index = index
    this.commands = new CommandRun(state, step, {
      record: (record) => this.records.push(record),
      check: (check) => this.checks.push(check),
      find: (finding) => this.find(finding),
    })
  }

  async run(): Promise<StepResult> {
    const { machine, now } = this.state.parts
    const start = now()
    const before = machine.cluster.lastStart
    await this.startingState()
    for (const action of this.step.actions) await this.action(action)
    this.startedAsTold(before)
    this.lookedAtSomething()
    await this.state.parts.objects.remember()
    const { number, title, line } = this.step
    return {
      number,
      title,
      line,
      outcome: this.outcome(),
      milliseconds: now() - start,
      findings: this.findings,
      checks: this.checks,
      commands: this.records,
      ...this.observed(),
    }
  }

  /** A step of which nothing was compared has not passed. */
  private outcome(): StepResult['outcome'] {
    const { title, line } = this.step
    if (this.checks.length === 0 && this.findings.every(({ outcome }) => outcome === 'note'))
      this.find(nothingCompared(title, line))
    return worstOf(this.findings.map(({ outcome }) => outcome))
  }

  /** What follows from something that did not happen is said once. */
  private find(found: Finding): void {
    const finding = this.state.standing.judge(found)
    const same = ({ message, line }: Finding): boolean =>
      message === finding.message && (line === finding.line || finding.message.startsWith('depends on line'))
    if (!this.findings.some(same)) this.findings.push(finding)
  }

  private async action(action: Action): Promise<void> {
    const { machine } = this.state.parts
    if (action.kind === 'file') await machine.writeFile(action.name, action.content)
    else if (action.kind === 'unread') this.unread(action)
    else if (this.isOut(action))
      this.findings.some(dependent) || this.find(this.state.standing.depends(lineOf(action)))
    else if (action.kind === 'claim') {
      await this.makeAgain()
      await this.claim(action.claim)
    } else if (action.kind === 'check') await this.check(action.check)
    else if (action.kind === 'manifest') {
      if (!this.state.used.has(action.line)) await this.create(action)
    } else if (action.kind === 'instruction') await this.instruction(action.instruction)
    else await this.commands.run(action.command)
    this.state.keep(this.index, this.seen())
  }

  /** Whether something means nothing without the cluster that did not start. */
  private isOut(action: Action): boolean {
    if (!this.state.standing.down) return false
    if (action.kind === 'command') return this.commands.meansNothing(action.command)
    if (action.kind === 'instruction')
      return action.instruction.kind !== 'start' && action.instruction.kind !== 'change'
    return action.kind !== 'manifest' || action.content !== 'kind-cluster'
  }

  private unread({ what, text, line }: Extract<Action, { kind: 'unread' }>): void {
    this.find(notUnderstood(what, text, line))
    if (what === 'instruction') this.state.standing.block({ line, because: 'not carried out' })
  }

  private seen() {
    return this.records.map(({ text, line, stdout, stderr, exitCode }) => ({
      step: this.index,
      text,
      line,
      stdout,
      stderr,
      exitCode,
    }))
  }

  /** Objects that the prose has its reader create, as the reader would: from standard input. */
  private async create({ content, text, line }: Extract<Action, { kind: 'manifest' }>): Promise<void> {
    const plan = this.state.parts.machine.kubeadm?.plan
    const name = plan?.name
    // A cluster in place of another one is of its release.
    const image = plan?.releaseGiven === true ? ` --image kindest/node:v${plan.nodes[0]!.release}` : ''
    if (content === 'kind-cluster' && name !== undefined) {
      await this.commands.run(ownCommand(`kind delete cluster --name ${name}`, line))
      this.state.replaced = true
    }
    const command =
      content === 'objects'
        ? 'kubectl apply -f -'
        : `kind create cluster${name === undefined ? '' : ` --name ${name}`}${image} --config -`
    await this.commands.run(ownCommand(`${command} <<'EOF'\n${text}EOF`, line))
  }

  /** What is claimed of the document's objects in a cluster that is new presupposes that they were made there as well. */
  private async makeAgain(): Promise<void> {
    if (!this.state.replaced) return
    this.state.replaced = false
    if (this.records.some(({ text }) => makesObjects.test(text))) return
    const made = this.state
      .commands()
      .filter(({ text, exitCode, step }) => step < this.index && exitCode === 0 && makesObjects.test(text))
    for (const text of new Set(made.map((command) => command.text)))
      await this.commands.run(ownCommand(text, this.step.line))
  }

  private async instruction(instruction: Instruction): Promise<void> {
    const { line } = instruction
    const notes = commandsOf(this.step).map((command) => command.notes.join(' '))
    const carried = await carryOut(instruction, { ...this.state.instructions(), notes })
    if ('notUnderstood' in carried) this.notDone(instruction, carried.notUnderstood)
    else if ('couldNotRun' in carried) {
      this.find({ outcome: 'could not run', line, message: carried.couldNotRun })
      this.state.standing.block({ line, because: 'could not run' })
    } else if ('wait' in carried) await this.wait(instruction, carried.wait)
    else {
      if (carried.uses !== undefined) this.state.used.add(carried.uses)
      for (const deed of carried.deeds) {
        if ('change' in deed) await this.change(deed.change, instruction)
        else await this.commands.run(ownCommand(deed.text, line), deed.edits)
      }
    }
  }

  private notDone({ text, line }: Pick<Instruction, 'text' | 'line'>, why: string): void {
    this.find({ ...notUnderstood('instruction', text, line), why })
    this.state.standing.block({ line, because: 'not carried out' })
  }

  /** Until pods run, or for a time; what else is to come about, claims look for. */
  private async wait(
    instruction: Instruction,
    { seconds, pods }: { seconds: number | undefined; pods: boolean },
  ): Promise<void> {
    const { machine, objects, pauses } = this.state.parts
    if (seconds !== undefined) await this.pass(seconds)
    else if (pods) {
      const run = await lookUntil(
        machine,
        pauses,
        () => objects.podsRun(),
        (yes) => yes,
      )
      if (run) this.checks.push({ kind: 'claim', line: instruction.line })
      else this.find(claimFails(instruction, 'there are pods that do not run'))
    } else this.notDone(instruction, 'it does not say what to wait for')
  }

  /** Time passes; where that is real time, not all of it. */
  private async pass(seconds: number): Promise<void> {
    const { clock, waits = clock } = this.state.parts.machine.options
    const ms = waits === clock ? Math.min(seconds, 3) * 1000 : seconds * 1000
    await new Promise<void>((resolve) => void waits.setTimeout(resolve, ms))
  }

  private async change(change: ClusterChange, instruction: Instruction): Promise<void> {
    const { machine, now } = this.state.parts
    const { line } = instruction
    const start = now()
    const failed = await changeCluster(machine, change)
    this.commands.failures(line)
    if (failed === undefined) this.checks.push({ kind: 'start', line })
    else if (failed.notDone !== undefined) this.notDone(instruction, failed.notDone)
    this.records.push({
      text: `# ${describeChange(change)}`,
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
    if (machine.cluster.apiserver !== undefined || this.state.everStarted) return
    const texts = commandsOf(this.step).map((command) => command.text)
    const first = texts.find((text) => startsCluster(text) || needsCluster(text))
    const asks = first !== undefined || this.step.actions.some(asksCluster)
    if (!asks || (first !== undefined && startsCluster(first))) return
    if (first !== undefined && /kube-proxy\b.*--(write-config-to|version)/s.test(first)) return
    if (this.step.actions.some(startsOne)) return
    this.state.everStarted = true
    const { branch, named } = machine.checkout
    const known = (release: string): boolean =>
      named.has(`v${release}`) || named.has(`release-${release}`) || facts.known(release)
    const commands = startingCommands(startingCluster(this.step, steps), branch, known)
    for (const command of commands) await this.commands.run(ownCommand(command, this.step.line))
  }

  private startedAsTold(before: unknown): void {
    const { machine, facts } = this.state.parts
    const { lastStart } = machine.cluster
    if (lastStart === undefined || lastStart === before) return
    this.checks.push({ kind: 'start', line: this.step.line })
    const found = titleFindings(this.step, lastStart, this.releaseSource, facts, (release) =>
      this.standIn(release),
    )
    for (const finding of found) this.find(finding)
    if (found.length === 0) this.challengeTitle(lastStart)
  }

  /** @param release `1.24`, as titles have it */
  private standIn(release: string): string | undefined {
    const { named } = this.state.parts.machine.checkout
    return [`v${release}`, `release-${release}`, `v${release}.0`]
      .map((ref) => named.get(ref))
      .find((known) => known !== undefined)
  }

  /** Whether another release or gate in the step's title would be noticed. */
  private challengeTitle(start: ClusterStart): void {
    const { challenge, facts } = this.state.parts
    if (challenge === undefined) return
    for (const { from, to, title } of alteredTitles(this.step.title)) {
      const noticed = titleFindings({ ...this.step, title }, start, this.releaseSource, facts).length > 0
      challenge({ kind: 'claim', line: this.step.line, from, to, noticed })
    }
  }

  private get releaseSource(): string {
    const { kubeadm, checkout } = this.state.parts.machine
    return kubeadm === undefined ? checkout.branch : `cluster ${kubeadm.plan.name}`
  }

  /** A step that only looks, and says nothing of what there is to see, has checked nothing. */
  private lookedAtSomething(): void {
    const looked = this.records.find(
      ({ text, shown, exitCode }) => shown === undefined && exitCode === 0 && onlyLooks(text),
    )
    const compared = this.checks.some(({ kind }) => kind !== 'exit' && kind !== 'start')
    if (looked !== undefined && !compared && this.findings.length === 0) this.find(lookedInVain(looked))
  }

  private observed(): Pick<StepResult, 'components' | 'fields'> {
    const { machine, facts, gates, watched } = this.state.parts
    const full = (release: string): string => machine.fullRelease(release)
    return {
      components: componentStates(machine.cluster, gates, facts, full),
      fields: fieldValues(watched, this.records),
    }
  }

  private async claim(claim: Claim): Promise<void> {
    const { machine, pauses } = this.state.parts
    const seconds = secondsAfter(claim.text)
    if (seconds !== undefined) await this.pass(seconds)
    await this.lookAsTold(claim)
    const result = await lookUntil(
      machine,
      pauses,
      async (again) => {
        if (again) await this.lookAgain()
        return checkClaim(claim, this.state.world(this.index))
      },
      ({ verdict }) => verdict === 'holds',
    )
    if (result.verdict === 'unknown') this.find(claimUnknown(claim, result.why))
    else {
      this.checks.push({ kind: 'claim', line: claim.line })
      if (result.verdict === 'fails') this.find(this.explained(claimFails(claim, result.saw), claim.text))
      else await this.challengeClaim(claim)
    }
  }

  /** "`kubectl describe …` shows X": who reads that runs it, where the step has not. */
  private async lookAsTold(claim: Claim): Promise<void> {
    if (claim.kind !== 'output' && claim.kind !== 'exit') return
    const { command, line } = claim
    if (command === undefined || !onlyLooks(command) || placeholdersIn(command).length > 0) return
    if (this.records.some(({ text }) => text.includes(command))) return
    this.records.push(await this.commands.perform(command, line))
    this.state.keep(this.index, this.seen())
  }

  /** Whether the document would notice if the claim were another one. */
  private async challengeClaim(claim: Claim): Promise<void> {
    const { challenge } = this.state.parts
    if (challenge === undefined) return
    for (const other of alteredClaims(claim)) {
      const { verdict } = await checkClaim(other, this.state.world(this.index))
      const [from, to] = [describeClaim(claim), describeClaim(other)]
      challenge({ kind: 'claim', line: claim.line, from, to, noticed: verdict !== 'holds' })
    }
  }

  private challengeCheck(check: ExplicitCheck, record: CommandRecord): void {
    const { challenge } = this.state.parts
    if (challenge === undefined) return
    for (const other of alteredChecks(check)) {
      const { verdict } = judgeExplicit(other, record)
      challenge({
        kind: 'claim',
        line: check.line,
        from: check.text,
        to: other.text,
        noticed: verdict !== 'holds',
      })
    }
  }

  /** What the last look printed, which the document does not show, may be another thing by now. */
  private async lookAgain(): Promise<void> {
    const at = this.records.findLastIndex(({ text, shown }) => shown === undefined && onlyLooks(text))
    const last = this.records[at]
    if (last === undefined) return
    this.records[at] = await this.commands.perform(last.text, last.line)
    this.state.keep(this.index, this.seen())
  }

  private async check(check: ExplicitCheck): Promise<void> {
    const { machine, pauses } = this.state.parts
    let record: CommandRecord | undefined
    const result = await lookUntil(
      machine,
      pauses,
      async () => {
        record = await this.commands.perform(check.command, check.line)
        return judgeExplicit(check, record)
      },
      ({ verdict }) => verdict === 'holds',
    )
    this.records.push(record!)
    this.checks.push({ kind: 'check', line: check.line })
    if (result.verdict === 'unknown') this.find(claimUnknown(check, result.why))
    else if (result.verdict === 'fails') this.find(this.explained(claimFails(check, result.saw), check.text))
    else this.challengeCheck(check, record!)
  }

  private explained(finding: Finding, text: string): Finding {
    const { machine, facts, gates } = this.state.parts
    const why = explain(text, machine.cluster, facts, gates)
    return why === undefined ? finding : { ...finding, why }
  }
}

/** "Check that, after 5 minutes, …" */
function secondsAfter(text: string): number | undefined {
  const found =
    /\bafter\s+(?:an?\s+|about\s+|around\s+|some\s+)?(\d{1,4})\s?(s|m|h)(?:ec(?:ond)?s?|in(?:ute)?s?|ours?)?\b/i.exec(
      text,
    )
  return found === null
    ? undefined
    : Number(found[1]) * { s: 1, m: 60, h: 3600 }[found[2]!.toLowerCase() as 's']
}
const makesObjects = /\b(?:kubectl|k)\s[^|;&\n]{0,80}\b(?:create|apply)\s[^|;&\n]{0,80}-f\b/

const dependent = ({ message }: Finding): boolean => message.startsWith('depends on line')

const lineOf = (action: Exclude<Action, { kind: 'file' | 'unread' }>): number => {
  if (action.kind === 'command') return action.command.line
  if (action.kind === 'claim') return action.claim.line
  if (action.kind === 'check') return action.check.line
  return action.kind === 'instruction' ? action.instruction.line : action.line
}

const asksCluster = (action: Action): boolean =>
  action.kind === 'claim' ||
  action.kind === 'check' ||
  (action.kind === 'manifest' && action.content === 'objects') ||
  (action.kind === 'instruction' && action.instruction.kind !== 'start' && action.instruction.kind !== 'run')

const startsOne = (action: Action): boolean =>
  (action.kind === 'manifest' && action.content === 'kind-cluster') ||
  (action.kind === 'instruction' && action.instruction.kind === 'start')
