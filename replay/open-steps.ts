// The steps of a section while they are read: the one that is open, and what waits for its place in it.
import { announcesExample } from './announces-example.ts'
import type { Claim } from './claims/claim.ts'
import { describeClaim } from './claims/describe-claim.ts'
import type { Sentence } from './claims/sentence.ts'
import type { Instruction } from './instructions/instruction.ts'
import type { Account, Action, Step } from './step.ts'

/**
 * Where reading is. `between steps`: what comes belongs to none, until something opens one. `item begun`: what comes next is a step,
 * with the item's number. `in a step`: what comes is part of it.
 */
type Place = { is: 'between steps' } | { is: 'item begun' } | { is: 'in a step'; step: Step }

/** The steps of a section while they are read. */
export class OpenSteps {
  readonly steps: Step[] = []
  private place: Place = { is: 'between steps' }
  /** Claims of the paragraph that began the step: they hold at its end. */
  private readonly atEnd: Action[] = []
  /** Of those, the ones that hold before a command, with its text. */
  private readonly beforeActs = new Map<Action, string>()
  /** Claims of what the commands of the next block print. */
  private readonly afterCommands: Action[] = []
  /** The numbers of the items around what is read now. */
  private readonly numbers: string[] = []
  /** The last sentence, for the block that follows it. */
  last: Sentence | undefined
  private readonly before: Account[] = []
  /** What headings state of the step that comes after them. */
  private readonly statedAbove: Action[] = []

  get current(): Step | undefined {
    return this.place.is === 'in a step' ? this.place.step : undefined
  }

  get itemBegun(): boolean {
    return this.place.is === 'item begun'
  }

  /** Nothing is open that what comes could be said of. */
  get isAhead(): boolean {
    return this.place.is === 'between steps'
  }

  /** Nothing is done before what is read now. */
  get isFirst(): boolean {
    return this.steps.length < 2 && (this.current?.actions.length ?? 0) === 0
  }

  /** @param own it is a step of its own, rather than a part of the one that it stands in */
  beginItem(number: string | undefined, own: boolean): void {
    if (number !== undefined) this.numbers.push(number)
    if (!own) return
    this.endStep()
    this.place = { is: 'item begun' }
  }

  /** Of one with a number. */
  endItem(): void {
    this.numbers.pop()
  }

  /** Where no step is open, what is there begins one. */
  openFor(title: string, line: number): void {
    if (this.current === undefined) this.openStep(title, line)
  }

  openStep(title: string, line: number): void {
    const begun = this.itemBegun
    this.endStep()
    const item = this.numbers.join('.')
    const step: Step = {
      number: begun ? item : '',
      item,
      title,
      line,
      actions: this.statedAbove.splice(0),
      accounts: this.before.splice(0),
    }
    this.steps.push(step)
    this.place = { is: 'in a step', step }
  }

  /** What a step's own title claims holds at its end. */
  endStep(): void {
    const { current } = this
    current?.actions.push(...this.afterCommands.splice(0), ...this.atEnd.splice(0))
    for (const [action, act] of current === undefined ? [] : this.beforeActs) {
      const at = current!.actions.findIndex((one) => one.kind === 'command' && one.command.text === act)
      if (at < 0 || at > current!.actions.indexOf(action)) continue
      current!.actions.splice(current!.actions.indexOf(action), 1)
      current!.actions.splice(at, 0, action)
    }
    if (current !== undefined) this.beforeActs.clear()
    this.place = { is: 'between steps' }
    this.last = undefined
  }

  /** What was said ahead of a step that never came is judged all the same. */
  endLast(): void {
    const [first] = this.atEnd
    if (this.current === undefined && first?.kind === 'claim')
      this.openStep(first.claim.text, first.claim.line)
    this.endStep()
  }

  /** Whether a claim or an effect is left for the end of the step. */
  get awaitsEnd(): boolean {
    return this.atEnd.length > 0
  }

  atEndOfStep(action: Action): void {
    this.atEnd.push(action)
  }

  /** Of a heading, for the beginning of the step that comes after it. */
  stateAbove(...actions: Action[]): void {
    this.statedAbove.push(...actions)
  }

  /** What is said ahead of all steps. @param states it says something that is to be looked at */
  ahead({ text, line }: Sentence, states: boolean): void {
    if (states) this.stateAbove({ kind: 'unread', what: 'statement', text, line })
    this.account({ line, text, as: states ? 'not understood' : 'context' })
  }

  /** A statement that is not understood, of the step that is open, or of the next one. */
  unreadAnywhere({ text, line }: Sentence): void {
    if (this.current === undefined) this.ahead({ text, line }, true)
    else this.unread('statement', { text, line })
  }

  add(action: Action, account: Account): void {
    this.current!.actions.push(action)
    this.account(account)
  }

  /** What is neither compared nor done, as it is not understood. */
  unread(what: 'instruction' | 'statement', { text, line }: Sentence): void {
    this.add({ kind: 'unread', what, text, line }, { line, text, as: 'not understood' })
  }

  /** A step with a number ends, in which nothing was found to do. */
  nothingToDo(): void {
    const { current } = this
    if (current === undefined || current.number === '' || current.actions.length > 0 || this.awaitsEnd) return
    const { title: text, line } = current
    current.accounts = current.accounts.filter((one) => one.line < line)
    this.unread('instruction', { text, line })
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

  /** @param when whether it holds at the end of the step, or where in it; `before`: the text of a command */
  claim(claim: Claim, when: boolean | 'after commands' | { before: string }): void {
    const action: Action = { kind: 'claim', claim }
    this.account({ line: claim.line, text: claim.text, as: 'claim', detail: describeClaim(claim) })
    if (typeof when === 'object') this.beforeActs.set(action, when.before)
    if (when === 'after commands') this.afterCommands.push(action)
    else if (when !== false) this.atEnd.push(action)
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
