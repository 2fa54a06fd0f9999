// The steps of a section while they are read: the one that is open, and what waits for its place in it.
import { announcesExample } from './announces-example.ts'
import type { Claim } from './claims/claim.ts'
import { describeClaim } from './claims/describe-claim.ts'
import type { Sentence } from './claims/sentence.ts'
import type { Instruction } from './instructions/instruction.ts'
import type { Account, Action, Step } from './step.ts'

export class OpenSteps {
  readonly steps: Step[] = []
  current: Step | undefined
  /** Claims of the paragraph that began the step: they hold at its end. */
  readonly atEnd: Action[] = []
  /** Claims of what the commands of the next block print. */
  private readonly afterCommands: Action[] = []
  /** The numbers of the items around what is read now. */
  readonly numbers: string[] = []
  /** An item has begun: what comes next in it is a step, with its number. */
  newItem = false
  /** The last sentence, for the block that follows it. */
  last: Sentence | undefined
  private readonly before: Account[] = []
  /** What headings state of the step that comes after them. */
  readonly statedAbove: Action[] = []

  /** Where no step is open, what is there begins one. */
  openFor(title: string, line: number): void {
    if (this.current === undefined) this.openStep(title, line)
  }

  openStep(title: string, line: number): void {
    this.endStep()
    const number = this.newItem ? this.numbers.join('.') : ''
    this.newItem = false
    this.current = {
      number,
      item: this.numbers.join('.'),
      title,
      line,
      actions: this.statedAbove.splice(0),
      accounts: this.before.splice(0),
    }
    this.steps.push(this.current)
  }

  /** What a step's own title claims holds at its end. */
  endStep(): void {
    this.current?.actions.push(...this.afterCommands.splice(0), ...this.atEnd.splice(0))
    this.current = undefined
    this.last = undefined
  }

  add(action: Action, account: Account): void {
    this.current!.actions.push(action)
    this.account(account)
  }

  account(account: Account): void {
    if (this.current === undefined) this.before.push(account)
    else this.current.accounts.push(account)
  }

  instruction(instruction: Instruction): void {
    const { text, line } = instruction
    this.add(
      { kind: 'instruction', instruction },
      { line, text, as: 'instruction', detail: instruction.kind },
    )
  }

  claim(claim: Claim, when: boolean | 'after commands'): void {
    const action: Action = { kind: 'claim', claim }
    this.account({ line: claim.line, text: claim.text, as: 'claim', detail: describeClaim(claim) })
    if (when === 'after commands') this.afterCommands.push(action)
    else if (when) this.atEnd.push(action)
    else this.current!.actions.push(action)
  }

  /** What claims say of the commands of a block holds after them. */
  afterBlock(): void {
    this.current?.actions.push(...this.afterCommands.splice(0))
    this.last = undefined
  }

  accountOutput({ lines, line }: { lines: string[]; line: number }): void {
    const more = lines.length > 1 ? ` (${lines.length} lines)` : ''
    this.account({ line, text: `${lines[0]!.trim()}${more}`, as: 'output' })
  }

  attachOutput(lines: string[], line: number): boolean {
    const last = this.current?.actions.findLast((action) => action.kind === 'command')
    if (last?.kind !== 'command' || last.command.output !== undefined || lines.every((l) => l.trim() === ''))
      return false
    last.command.output = { lines, line, example: announcesExample(this.last?.text ?? '') }
    this.accountOutput(last.command.output)
    return true
  }
}
