// What sentences and checks of a document say is so, held against the cluster and what was printed.
import type { Bindings } from '../bindings.ts'
import { alteredChecks } from '../challenge/altered-checks.ts'
import { alteredClaims } from '../claims/altered-claims.ts'
import { checkClaim } from '../claims/check-claim.ts'
import type { Claim } from '../claims/claim.ts'
import { describeClaim } from '../claims/describe-claim.ts'
import { type ExplicitCheck, judgeExplicit } from '../claims/explicit-check.ts'
import { onlyLooks, startsCluster } from '../command-kinds.ts'
import { commandLine } from '../command-line.ts'
import type { CommandRecord, Finding } from '../outcome.ts'
import { placeholdersIn } from '../placeholders.ts'
import { awaits } from '../read-sentence.ts'
import type { CommandRun } from './command-run.ts'
import { claimFails, claimUnknown } from './findings.ts'
import { lookUntil } from './patience.ts'
import type { Ran } from './ran.ts'
import type { SectionState } from './section-state.ts'
import type { StepLog } from './step-log.ts'
import { isGranted } from './taken-for-granted.ts'

/** Checks the claims of a step. */
export class ClaimRun {
  private readonly state: SectionState
  /** Of the step, in its section. */
  private readonly index: number
  private readonly log: StepLog
  private readonly commands: CommandRun

  constructor(state: SectionState, index: number, log: StepLog, commands: CommandRun) {
    this.state = state
    this.index = index
    this.log = log
    this.commands = commands
  }

  async claim(said: Claim): Promise<void> {
    const { changes, bindings } = this.state.parts
    const claim = inReality(said, bindings)
    const pauses = this.pausesFor(claim)
    const seconds = secondsAfter(claim.text)
    if (seconds !== undefined) await this.pass(seconds)
    await this.lookAsTold(claim)
    const seenBefore = new Set<string>()
    const result = await lookUntil(
      changes,
      pauses,
      async (again) => {
        if (again) await this.lookAgain()
        return checkClaim(claim, { ...this.state.world(this.index), seenBefore })
      },
      ({ verdict }) => verdict === 'holds',
    )
    if (result.verdict === 'unknown') this.cannotTell(claim, result)
    else if (result.verdict === 'fails' && this.speaksAhead(result.absent))
      this.log.find(claimUnknown(claim, 'the document has made nothing yet that it could speak of'))
    else if (result.verdict === 'fails' && isGranted(result.absent, this.state.past()))
      this.log.find(claimUnknown(claim, `${result.saw}, and the document has not made one`))
    else {
      this.log.check({ kind: 'claim', line: claim.line })
      if (result.verdict === 'fails') this.fails(this.explained(claimFails(claim, result.saw), claim.text))
      else await this.challengeClaim(claim)
    }
  }

  /** What is judged where the document shows that nothing runs follows from nothing else. */
  private fails(finding: Finding): void {
    if (this.state.standing.toldDown) this.log.findOwn(finding)
    else this.log.find(finding)
  }

  /** Who waits for a program to end waits longer than for what a cluster does by itself, where time costs nothing. */
  private pausesFor(claim: Claim): readonly number[] {
    const { machine, pauses } = this.state.parts
    const { clock, waits = clock } = machine.options
    const forEnd = claim.kind === 'state' && !claim.negated && endStates.has(claim.state)
    return waits !== clock && forEnd && awaits(claim.text) ? [...pauses, ...longPauses] : pauses
  }

  /** What comes of something that is not simulated means nothing either. */
  private cannotTell(
    claim: Claim,
    { why, notSimulated, leavesNothing }: { why: string; notSimulated?: true; leavesNothing?: true },
  ): void {
    const finding = claimUnknown(
      claim,
      why,
      claim.kind === 'traffic' ? 'traffic not decided' : 'statement not decided',
    )
    this.log.find(notSimulated ? { ...finding, outcome: 'could not run' } : finding)
    // What cannot be seen changes nothing; what programs do, others wait for.
    if (notSimulated && !leavesNothing)
      this.state.standing.block({ line: claim.line, because: 'could not run' })
  }

  /** "`kubectl describe …` shows X": who reads that runs it, where the step has not. */
  private async lookAsTold(claim: Claim): Promise<void> {
    if (claim.kind !== 'output' && claim.kind !== 'exit') return
    const { command, line } = claim
    if (command === undefined || placeholdersIn(command).length > 0) return
    const typed = commandLine(command)
    if (!onlyLooks(typed)) return
    if (this.log.records.some(({ text }) => text.includes(command))) return
    this.log.record(await this.commands.perform(typed, line))
    this.state.keep(this.index, this.log.seen(this.index))
  }

  /** What a test is to show, told before it begins: nothing is there yet. */
  private speaksAhead(absent: string | undefined): boolean {
    const done = [...this.state.commands(), ...this.log.records]
    return absent !== undefined && done.every(({ command }) => startsCluster(command))
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
    const last = this.log.records.findLast(({ command, shown }) => shown === undefined && onlyLooks(command))
    if (last === undefined) return
    this.log.recordAgain(last, await this.commands.perform(last.command, last.line))
    this.state.keep(this.index, this.log.seen(this.index))
  }

  async check(check: ExplicitCheck): Promise<void> {
    const { changes, pauses } = this.state.parts
    const command = commandLine(check.command)
    let record: Ran | undefined
    const result = await lookUntil(
      changes,
      pauses,
      async () => {
        record = await this.commands.perform(command, check.line)
        return judgeExplicit(check, record)
      },
      ({ verdict }) => verdict === 'holds',
    )
    this.log.record(record!)
    this.log.check({ kind: 'check', line: check.line })
    if (result.verdict === 'unknown') this.log.find(claimUnknown(check, result.why))
    else if (result.verdict === 'fails')
      this.log.find(this.explained(claimFails(check, result.saw), check.text))
    else this.challengeCheck(check, record!)
  }

  private explained(finding: Finding, text: string): Finding {
    return { ...finding, ...this.state.why(text, finding.line) }
  }

  /** Time passes; where that is real time, not all of it. */
  async pass(seconds: number): Promise<void> {
    const { clock, waits = clock } = this.state.parts.machine.options
    const ms = waits === clock ? Math.min(seconds, 3) * 1000 : seconds * 1000
    await new Promise<void>((resolve) => void waits.setTimeout(resolve, ms))
  }
}

/** A claim about the objects and values that literals of the document stand for; its words stay. */
const inReality = (claim: Claim, bindings: Bindings): Claim => ({
  ...(realValue(claim, bindings) as Claim),
  text: claim.text,
})
function realValue(value: unknown, bindings: Bindings): unknown {
  if (typeof value === 'string') return bindings.inReality(value)
  if (Array.isArray(value)) return value.map((one) => realValue(one, bindings))
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, realValue(one, bindings)]))
}

const endStates: ReadonlySet<string> = new Set(['succeeded', 'failed', 'finished', 'terminated'])
/** Milliseconds: a quarter of an hour in all. */
const longPauses = [60_000, 120_000, 240_000, 480_000]

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
