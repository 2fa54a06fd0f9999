// A section as steps: what a reader would call "step 2", with its title, its commands, and what each of its sentences is.

import { announcesExample } from './announces-example.ts'
import type { Claim } from './claims/claim.ts'
import { describeClaim } from './claims/describe-claim.ts'
import { readFragment } from './claims/fragment.ts'
import { readClaims } from './claims/read-claims.ts'
import { type Sentence, sentencesOf } from './claims/sentence.ts'
import { opensEditor } from './command-kinds.ts'
import type { CodeElement, CommentElement, Document, ProseElement, Section } from './document.ts'
import { finishedSteps } from './finished-steps.ts'
import { carriedOutBy } from './instructions/carried-out-by.ts'
import { type Terms, termsOf } from './instructions/components-in.ts'
import type { Instruction } from './instructions/instruction.ts'
import { introduces } from './instructions/introduces.ts'
import { readInstructions } from './instructions/read-instruction.ts'
import { fileNameFor } from './manifest-name.ts'
import { asksToCreate, contentOf } from './manifests.ts'
import { checkIn, isCheck, type Read, readSentence, startsStep } from './read-sentence.ts'
import type { Script, ScriptCommand } from './script.ts'
import { type Following, nothing, SectionCommands } from './section-commands.ts'
import { isHeading, type Part, partsOf } from './section-parts.ts'
import type { Account, Action, Step } from './step.ts'

/** The steps of a section, in order; empty where nothing in it is to be done. */
export function stepsOf(document: Document, section: Section): Step[] {
  return new StepBuilder(document, section).build()
}

/** How many parts are looked ahead: no item is that long, and the time stays linear. */
const horizon = 1000

class StepBuilder {
  private readonly document: Document
  private readonly terms: Terms
  private readonly section: Section
  private readonly steps: Step[] = []
  private current: Step | undefined
  /** Claims of the paragraph that began the step: they hold at its end. */
  private atEnd: Action[] = []
  /** Claims of what the commands of the next block print. */
  private afterCommands: Action[] = []
  /** The numbers of the items around what is read now. */
  private numbers: string[] = []
  /** An item has begun: what comes next in it is a step, with its number. */
  private newItem = false
  /** The last sentence, for the block that follows it. */
  private last: Sentence | undefined
  private before: Account[] = []
  /** What comes after what is read now. */
  private rest: readonly Part[] = []
  private readonly code: SectionCommands

  constructor(document: Document, section: Section) {
    this.document = document
    this.terms = termsOf(document.source)
    this.section = section
    this.code = new SectionCommands(section.body)
  }

  build(): Step[] {
    const parts = partsOf(this.section.body, (elements) => this.code.in(elements).length > 0)
    for (const [at, part] of parts.entries()) {
      this.rest = parts.slice(at + 1, at + 1 + horizon)
      this.part(part, this.rest)
    }
    this.endStep()
    return finishedSteps(this.steps, this.document)
  }

  private part(part: Part, after: readonly Part[]): void {
    if (part.kind === 'prose') this.prose(part, after)
    else if (part.kind === 'code') this.block(part)
    else if (part.kind === 'comment') this.comment(part)
    else if (part.kind === 'item-ends') {
      if (part.number === undefined) return
      this.nothingToDo()
      this.numbers.pop()
    } else {
      if (part.number !== undefined) this.numbers.push(part.number)
      if (!part.own) return
      this.endStep()
      this.newItem = true
    }
  }

  /** A step that the document counts is one to do or to look at, whatever its words. */
  private nothingToDo(): void {
    const { current } = this
    if (current === undefined || current.number === '' || current.actions.length + this.atEnd.length > 0)
      return
    const next = this.rest[0]
    if (next !== undefined && next.kind !== 'item-begins' && next.kind !== 'item-ends') {
      // What it announces comes after it, in paragraphs of their own.
      if (next.kind !== 'prose' || !isHeading(next)) return
    }
    const { title: text, line } = current
    current.accounts = current.accounts.filter((one) => one.line < line)
    this.add({ kind: 'unread', what: 'instruction', text, line }, { line, text, as: 'not understood' })
  }

  private comment({ text, line }: CommentElement): void {
    const check = checkIn(this.document.file, text, line)
    if (check === undefined) return
    this.openFor(check.text, line)
    this.add({ kind: 'check', check }, { line, text: check.text, as: 'check' })
  }

  private prose(prose: ProseElement, after: readonly Part[]): void {
    if (isHeading(prose)) {
      this.heading(prose, after)
      return
    }
    const following = this.code.following(after, prose.text)
    const sentences = sentencesOf(prose.raw, prose.line).map((one) => readSentence(one, this.terms))
    // What asserts about the step before stands before what begins the next.
    const begins = this.beginsStep(sentences, following)
    const first = begins ? sentences.findIndex((one) => startsStep(one, following.commands.length > 0)) : -1
    const title = first > 0 && this.current !== undefined ? sentences.slice(first) : sentences
    if (title !== sentences) for (const one of sentences.slice(0, first)) this.sentence(one, nothing, false)
    if (begins) this.openStep(title.map(({ text }) => text).join(' '), title[0]!.line)
    for (const one of title) this.sentence(one, following, begins && following.commands.length > 0)
    this.last = sentences.at(-1)
    if (this.newItem && !begins) this.newItem = this.current === undefined
  }

  private beginsStep(sentences: readonly Read[], following: Following): boolean {
    if (sentences.length === 0) return false
    if (this.newItem) return true
    if (sentences.some((one) => one.instructions.length > 0)) return !this.afterEditor()
    const imperative = sentences.some((one) => one.imperative)
    if (following.commands.length === 0)
      return imperative && this.current !== undefined && !sentences.some(isCheck)
    return imperative || this.current === undefined || sentences.every((one) => one.claims.length === 0)
  }

  /** "Start the cluster with X enabled:", and the next paragraph says how it is started: that is the start. */
  private startToldBelow(): string[] {
    const [next] = this.rest
    if (next?.kind !== 'prose' || isHeading(next)) return []
    const starts = readInstructions({ text: next.text, line: next.line }, this.terms)
    return starts.some(({ kind }) => kind === 'start') ? ['kind create cluster'] : []
  }

  /** A heading inside the section, or a paragraph in bold: what its steps do until the next one, or what is to be done. */
  private heading(prose: ProseElement, after: readonly Part[]): void {
    const sentence = { text: prose.text, line: prose.line }
    const end = after.findIndex((one) => one.kind === 'prose' && isHeading(one))
    const commands = this.code.in(end < 0 ? after : after.slice(0, end))
    const left = readInstructions(sentence, this.terms).filter((one) => !carriedOutBy(one, commands))
    this.endStep()
    this.newItem = false
    if (left.length === 0) {
      this.account({ ...sentence, as: commands.length > 0 ? 'introduction' : 'context' })
      return
    }
    this.openStep(prose.text, prose.line)
    for (const instruction of left) this.instruction(instruction)
  }

  /** @param opens it stands in the paragraph that begins the step, right before its commands */
  private sentence(one: Read, following: Following, opens: boolean): void {
    const { text, line } = one
    const carriedOut = one.instructions.filter((instruction) => {
      const commands =
        instruction.kind === 'start'
          ? this.code
              .commandsOfItem(this.rest, this.last?.text)
              .concat(/:\s*$/.test(text) ? this.startToldBelow() : [])
          : following.commands.length > 0
            ? this.code.commandsUntilProse(this.rest).concat(following.commands)
            : following.commands
      return !carriedOutBy(instruction, commands)
    })
    if (this.current === undefined && one.claims.length + carriedOut.length === 0) {
      this.before.push({ line, text, as: 'context' })
      return
    }
    this.openFor(text, line)
    if (this.noteForEditor(one)) return
    const awaited = awaits(text)
    if (awaited) for (const claim of one.claims) this.claim(claim, false)
    for (const instruction of carriedOut) this.instruction(instruction)
    if (!awaited)
      for (const claim of one.claims)
        if (following.commands.length > 0 && !opens && isOfOutput(claim)) this.claim(claim, 'after commands')
        else this.claim(claim, opens)
    if (one.claims.length + one.instructions.length > 0) {
      if (one.claims.length + carriedOut.length === 0) this.account({ line, text, as: 'introduction' })
      if (!one.unread) return
    }
    this.remainder(one, following, opens)
  }

  /** A sentence, or the part of one, that is neither a claim nor an instruction that could be read. */
  private remainder(one: Read, following: Following, opens: boolean): void {
    const { text, line, imperative, unread } = one
    if (!unread && one.claims.length + one.instructions.length > 0) return
    const introduction = this.introduces(one, following)
    if (introduction || (!unread && (!imperative || this.doneAbove(text)))) {
      this.account({ line, text, as: introduction || imperative || opens ? 'introduction' : 'context' })
      return
    }
    const what = unread ? 'statement' : 'instruction'
    this.add({ kind: 'unread', what, text, line }, { line, text, as: 'not understood' })
  }

  /** Whether what a sentence says is done, or is compared, by the block below it. */
  private introduces({ text, unread }: Read, { commands, shows, block }: Following): boolean {
    const announced = /:\s*$/.test(text)
    if (!unread) return commands.length > 0 && (announced || introduces(text, commands))
    // What is to be seen is shown below.
    return announced && (shows || (block && (commands.length === 0 || asksToCreate(text))))
  }

  /** Whether a command of the step did what a sentence after it tells of. */
  private doneAbove(text: string): boolean {
    const commands = commandTexts(this.current)
    return commands.length > 0 && introduces(text, commands)
  }

  private afterEditor(): boolean {
    const last = this.current?.actions.at(-1)
    return last?.kind === 'command' && opensEditor(last.command.text)
  }

  /** What a sentence after an editor says of flags or gates is what is edited there. */
  private noteForEditor({ text, line, instructions }: Read): boolean {
    const last = this.current?.actions.at(-1)
    if (last?.kind !== 'command' || !this.afterEditor()) return false
    if (instructions.length === 0 && !/--[a-z][\w-]*|featureGates/.test(text)) return false
    last.command.notes.push(text.replaceAll('`', ''))
    this.account({ line, text, as: 'instruction', detail: `edited by line ${last.command.line}` })
    return true
  }

  private instruction(instruction: Instruction): void {
    const { text, line } = instruction
    this.add(
      { kind: 'instruction', instruction },
      { line, text, as: 'instruction', detail: instruction.kind },
    )
  }

  private claim(claim: Claim, when: boolean | 'after commands'): void {
    const action: Action = { kind: 'claim', claim }
    this.account({ line: claim.line, text: claim.text, as: 'claim', detail: describeClaim(claim) })
    if (when === 'after commands') this.afterCommands.push(action)
    else if (when) this.atEnd.push(action)
    else this.current!.actions.push(action)
  }

  private block(block: CodeElement): void {
    const script = this.code.script(block)
    if (script.commands.length === 0) this.otherBlock(block, script.leading !== undefined)
    else this.commands(block, script)
    this.current?.actions.push(...this.afterCommands.splice(0))
    this.last = undefined
  }

  private commands(block: CodeElement, script: Script): void {
    this.openFor(this.last?.text ?? '', this.last?.line ?? block.line)
    if (script.leading !== undefined) this.attachOutput(script.leading.lines, script.leading.line)
    for (const command of script.commands) {
      this.add({ kind: 'command', command }, { line: command.line, text: command.text, as: 'command' })
      if (command.output !== undefined) this.accountOutput(command.output)
      this.createShown(command)
    }
  }

  private accountOutput({ lines, line }: { lines: string[]; line: number }): void {
    const more = lines.length > 1 ? ` (${lines.length} lines)` : ''
    this.account({ line, text: `${lines[0]!.trim()}${more}`, as: 'output' })
  }

  /** Objects in a file that no command reads: who reads that creates them. */
  private createShown(command: ScriptCommand): void {
    const { output } = command
    if (output === undefined || !this.code.createsShown(command, this.current!.title)) return
    this.current!.actions.push({
      kind: 'manifest',
      content: 'objects',
      text: `${output.lines.join('\n')}\n`,
      line: output.line,
    })
  }

  /** Output shown in a block of its own, a part of an object that a sentence speaks of, or the content of a file. */
  private otherBlock(block: CodeElement, plain: boolean): void {
    const prose = this.last
    const { line } = block
    const text = `${block.lines.join('\n')}\n`
    const shown: Account = { line, text: `${(block.lines[0] ?? '').trim()} …`, as: 'context' }
    const name = fileNameFor(block, prose?.text, this.code.files)
    if (name !== undefined) {
      this.openFor(prose?.text ?? '', prose?.line ?? line)
      this.add({ kind: 'file', name, content: text, line }, { ...shown, as: 'file', detail: name })
      return
    }
    const content = contentOf(block)
    if (content !== undefined && content !== 'output' && prose !== undefined && asksToCreate(prose.text)) {
      this.openFor(prose.text, prose.line)
      this.add({ kind: 'manifest', content, text, line }, { ...shown, as: 'objects' })
      return
    }
    if (block.lines.some((one) => /^\s*[│├└][─ │]/.test(one))) {
      this.account(shown)
      return
    }
    const fragment = this.current === undefined ? undefined : readFragment(prose ?? { text: '', line }, block)
    if (prose !== undefined && announcesExample(prose.text) && this.attachOutput(block.lines, line)) return
    if (fragment !== undefined) this.claim(fragment, false)
    else if (!this.attachAnnounced(block, plain, prose)) this.unused(shown, prose)
  }

  /** A block that is held against nothing: what announces it was not checked. */
  private unused(shown: Account, prose: Sentence | undefined): void {
    this.account(shown)
    if (prose === undefined || this.current === undefined) return
    const { line, text } = prose
    const introduction = this.current.accounts.find((one) => one.line === line && one.text === text)
    if (introduction?.as !== 'introduction' || readClaims(prose).kind !== 'unread') return
    introduction.as = 'not understood'
    this.current.actions.push({ kind: 'unread', what: 'statement', text, line })
  }

  private attachAnnounced(block: CodeElement, plain: boolean, prose: Sentence | undefined): boolean {
    const announced =
      prose === undefined ||
      /output|result|return|show|print|display|look|see\b|get\b|got\b|error|:$/i.test(prose.text)
    if ((!plain && !/^(ya?ml|json)$/.test(block.lang)) || !announced) return false
    return this.attachOutput(block.lines, block.line)
  }

  private attachOutput(lines: string[], line: number): boolean {
    const last = this.current?.actions.findLast((action) => action.kind === 'command')
    if (last?.kind !== 'command' || last.command.output !== undefined || lines.every((l) => l.trim() === ''))
      return false
    last.command.output = { lines, line, example: announcesExample(this.last?.text ?? '') }
    this.accountOutput(last.command.output)
    return true
  }

  /** Where no step is open, what is there begins one. */
  private openFor(title: string, line: number): void {
    if (this.current === undefined) this.openStep(title, line)
  }

  private openStep(title: string, line: number): void {
    this.endStep()
    const number = this.newItem ? this.numbers.join('.') : ''
    this.newItem = false
    this.current = {
      number,
      item: this.numbers.join('.'),
      title,
      line,
      actions: [],
      accounts: this.before.splice(0),
    }
    this.steps.push(this.current)
  }

  /** What a step's own title claims holds at its end. */
  private endStep(): void {
    this.current?.actions.push(...this.afterCommands.splice(0), ...this.atEnd.splice(0))
    this.current = undefined
    this.last = undefined
  }

  private add(action: Action, account: Account): void {
    this.current!.actions.push(action)
    this.account(account)
  }

  private account(account: Account): void {
    if (this.current === undefined) this.before.push(account)
    else this.current.accounts.push(account)
  }
}

/** "Check that nothing is printed:" before the commands that print. */
const isOfOutput = ({ kind, ...claim }: Claim): boolean =>
  (kind === 'output' || kind === 'exit') && (claim as { command?: string }).command === undefined

/** "Wait for the pods to run and delete one": what is awaited comes about before the rest of the sentence is done. */
const awaits = (text: string): boolean =>
  /^(?:[-*\s]*)(?:(?:then|next|now|and|also)\b[,\s]+)*a?wait\b/i.test(text)

const commandTexts = (step: Step | undefined): string[] =>
  step === undefined ? [] : step.actions.flatMap((a) => (a.kind === 'command' ? [a.command.text] : []))
