// A section as steps: what a reader would call "step 2", with its title, its commands, and what each of its sentences is.

import { announcesExample } from './announces-example.ts'
import type { Claim } from './claims/claim.ts'
import { describeClaim } from './claims/describe-claim.ts'
import { type ExplicitCheck, readExplicitCheck } from './claims/explicit-check.ts'
import { readFragment } from './claims/fragment.ts'
import { readClaims } from './claims/read-claims.ts'
import { type Sentence, sentencesOf } from './claims/sentence.ts'
import { opensEditor } from './command-kinds.ts'
import type {
  CodeElement,
  CommentElement,
  Document,
  Element,
  ItemElement,
  ProseElement,
  Section,
} from './document.ts'
import { supplyFiles } from './document-files.ts'
import { fileShown, filesRead } from './files-read.ts'
import { InputError } from './input-error.ts'
import { carriedOutBy } from './instructions/carried-out-by.ts'
import { type Terms, termsOf } from './instructions/components-in.ts'
import type { Instruction } from './instructions/instruction.ts'
import { introduces } from './instructions/introduces.ts'
import { isImperative, readInstructions } from './instructions/read-instruction.ts'
import { fileNameFor } from './manifest-name.ts'
import { asksToCreate, contentOf } from './manifests.ts'
import { placeObjects } from './objects-order.ts'
import { parseScript, type Script, type ScriptCommand } from './script.ts'
import { joinSessions } from './sessions.ts'
import { baseName } from './shell-words.ts'
import { ShownFiles } from './shown-files.ts'
import { type Account, type Action, commandsOf, type Step } from './step.ts'

/** The steps of a section, in order; empty where nothing in it is to be done. */
export function stepsOf(document: Document, section: Section): Step[] {
  return new StepBuilder(document, section).build()
}

/** What a sentence is, before it is known what stands around it. */
interface Read extends Sentence {
  claims: Claim[]
  instructions: Instruction[]
  imperative: boolean
  /** It says something that the grammar does not read. */
  unread: boolean
}

/** What stands in a section, one after the other: where an item of a list begins and ends is a mark among the rest. */
type Part =
  | Exclude<Element, ItemElement>
  | { kind: 'item-begins'; number: string | undefined; own: boolean }
  | { kind: 'item-ends'; number: string | undefined }

/** A paragraph that may begin a step: its own commands follow it at once. */
interface Following {
  commands: readonly string[]
  /** Some of them show their output. */
  shows: boolean
}

const nothing: Following = { commands: [], shows: false }

class StepBuilder {
  private readonly document: Document
  private readonly terms: Terms
  private readonly section: Section
  private readonly steps: Step[] = []
  private current: Step | undefined
  /** Claims of the paragraph that began the step: they hold at its end. */
  private atEnd: Action[] = []
  /** The numbers of the items around what is read now. */
  private numbers: string[] = []
  /** An item has begun: what comes next in it is a step, with its number. */
  private newItem = false
  /** The last sentence, for the block that follows it. */
  private last: Sentence | undefined
  private before: Account[] = []
  /** What comes after what is read now. */
  private rest: readonly Part[] = []
  private readonly scripts = new Map<CodeElement, Script>()
  /** Files that commands of the section read. */
  private readonly files: ReadonlySet<string>
  /** And those that are given to a program, rather than shown. */
  private readonly given: ReadonlySet<string>

  constructor(document: Document, section: Section) {
    this.document = document
    this.terms = termsOf(document.source)
    this.section = section
    const commands = this.commandsIn(section.body)
    this.files = new Set(commands.flatMap(filesRead).map(baseName))
    this.given = new Set(
      commands
        .filter((command) => fileShown(command) === undefined)
        .flatMap(filesRead)
        .map(baseName),
    )
  }

  build(): Step[] {
    const parts = this.parts(this.section.body)
    for (const [at, part] of parts.entries()) {
      this.rest = parts.slice(at + 1)
      this.part(part, this.rest)
    }
    this.endStep()
    const steps = this.steps.filter(({ actions }) => actions.length > 0)
    if (!steps.some(doesSomething)) return []
    const files = new ShownFiles(this.document, this.document.beside)
    const commands = steps.flatMap(commandsOf)
    for (const { path, line } of supplyFiles(steps, files)) {
      const reader = commands.find((command) => command.line === line)
      if (reader !== undefined) reader.missing = files.missing(path)
    }
    joinSessions(commands)
    placeObjects(steps)
    return steps
  }

  private script(block: CodeElement): Script {
    const known = this.scripts.get(block)
    if (known !== undefined) return known
    const script = parseScript(block)
    this.scripts.set(block, script)
    return script
  }

  private commandsIn(elements: readonly (Element | Part)[]): string[] {
    return elements.flatMap((element) => {
      if (element.kind === 'item') return this.commandsIn(element.children)
      return element.kind === 'code' ? this.script(element).commands.map(({ text }) => text) : []
    })
  }

  /** An item with a number, or with commands, is a step of its own; another one adds to the step that it stands in. */
  private parts(elements: readonly Element[]): Part[] {
    return elements.flatMap((element): Part[] => {
      if (element.kind !== 'item') return [element]
      const { number, children } = element
      const own = number !== undefined || this.commandsIn(children).length > 0
      return [{ kind: 'item-begins', number, own }, ...this.parts(children), { kind: 'item-ends', number }]
    })
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
    if (this.following(this.rest).commands.length > 0) return
    const { title: text, line } = current
    current.accounts = current.accounts.filter((one) => one.line < line)
    this.add({ kind: 'unread', what: 'instruction', text, line }, { line, text, as: 'not understood' })
  }

  private comment({ text, line }: CommentElement): void {
    const check = this.explicitCheck(text, line)
    if (check === undefined) return
    this.openFor(check.text, line)
    this.add({ kind: 'check', check }, { line, text: check.text, as: 'check' })
  }

  private explicitCheck(text: string, line: number): ExplicitCheck | undefined {
    try {
      return readExplicitCheck(text, line)
    } catch (error) {
      if (error instanceof InputError) throw new InputError(this.document.file, line, error.message)
      throw error
    }
  }

  private prose(prose: ProseElement, after: readonly Part[]): void {
    if (isHeading(prose)) {
      this.heading(prose, after)
      return
    }
    const following = this.following(after)
    const sentences = sentencesOf(prose.raw, prose.line).map((one) => readSentence(one, this.terms))
    // What asserts about the step before stands before what begins the next.
    const begins = this.beginsStep(sentences, following)
    const first = begins ? sentences.findIndex((one) => startsStep(one, following)) : -1
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

  /** What the code right after a paragraph runs. */
  private following(after: readonly Part[]): Following {
    const next = after.find(({ kind }) => kind !== 'item-ends' && kind !== 'comment')
    if (next?.kind !== 'code') return nothing
    const { commands } = this.script(next)
    if (commands.length === 0) return { commands: createdBy(next), shows: false }
    return {
      commands: commands.map(({ text }) => text),
      shows: commands.some(({ output }) => output !== undefined),
    }
  }

  /** A heading inside the section, or a paragraph in bold: what its steps do until the next one, or what is to be done. */
  private heading(prose: ProseElement, after: readonly Part[]): void {
    const sentence = { text: prose.text, line: prose.line }
    const end = after.findIndex((one) => one.kind === 'prose' && isHeading(one))
    const commands = this.commandsIn(end < 0 ? after : after.slice(0, end))
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
    const carriedOut = one.instructions.filter(
      (instruction) => !carriedOutBy(instruction, following.commands),
    )
    if (this.current === undefined && one.claims.length + carriedOut.length === 0) {
      this.before.push({ line, text, as: 'context' })
      return
    }
    this.openFor(text, line)
    if (this.noteForEditor(one)) return
    for (const instruction of carriedOut) this.instruction(instruction)
    for (const claim of one.claims) this.claim(claim, opens)
    if (one.claims.length + one.instructions.length > 0) {
      if (one.claims.length + carriedOut.length === 0) this.account({ line, text, as: 'introduction' })
      if (!one.unread) return
    }
    this.remainder(one, following, opens)
  }

  /** A sentence, or the part of one, that is neither a claim nor an instruction that could be read. */
  private remainder(
    { text, line, imperative, unread, claims, instructions }: Read,
    following: Following,
    opens: boolean,
  ): void {
    const told = following.commands.length > 0 && (/:\s*$/.test(text) || introduces(text, following.commands))
    // What is to be seen is shown below, and compared there.
    if (told && (!unread || following.shows || imperative)) {
      if (!unread || following.shows) {
        this.account({ line, text, as: 'introduction' })
        return
      }
    }
    if (!unread && claims.length + instructions.length > 0) return
    if (!unread && (!imperative || this.doneAbove(text))) {
      this.account({ line, text, as: imperative || opens ? 'introduction' : 'context' })
      return
    }
    const what = unread ? 'statement' : 'instruction'
    this.add({ kind: 'unread', what, text, line }, { line, text, as: 'not understood' })
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

  private claim(claim: Claim, atEnd: boolean): void {
    const action: Action = { kind: 'claim', claim }
    this.account({ line: claim.line, text: claim.text, as: 'claim', detail: describeClaim(claim) })
    if (atEnd) this.atEnd.push(action)
    else this.current!.actions.push(action)
  }

  private block(block: CodeElement): void {
    const script = this.script(block)
    if (script.commands.length === 0) this.otherBlock(block, script.leading !== undefined)
    else this.commands(block, script)
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

  /** "Create a Service:" before `cat service.yaml`, a file that no command reads: who reads that creates it. */
  private createShown({ text, output }: ScriptCommand): void {
    const file = fileShown(text)
    const { title } = this.current!
    if (file === undefined || output === undefined || this.given.has(baseName(file)) || !asksToCreate(title))
      return
    const block = { kind: 'code', lang: 'yaml', meta: '', fence: '', ...output } as const
    if (contentOf(block) !== 'objects') return
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
    const name = fileNameFor(block, prose?.text, this.files)
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
    if (fragment !== undefined) this.claim(fragment, false)
    else if (!this.attachAnnounced(block, plain, prose)) this.account(shown)
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
    this.current = { number, title, line, actions: [], accounts: this.before.splice(0) }
    this.steps.push(this.current)
  }

  /** What a step's own title claims holds at its end. */
  private endStep(): void {
    this.current?.actions.push(...this.atEnd.splice(0))
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

/** What a reader does with objects, or with a cluster's configuration, that stand in a block of their own. */
function createdBy(block: CodeElement): string[] {
  const content = contentOf(block)
  if (content === 'objects') return ['kubectl apply -f -']
  return content === 'kind-cluster' ? ['kind create cluster --config -'] : []
}

function readSentence(sentence: Sentence, terms: Terms): Read {
  const reading = readClaims(sentence)
  const rest = reading.kind === 'claims' ? reading.rest : sentence.text
  const claims = reading.kind === 'claims' ? reading.claims : []
  const instructions = rest === undefined ? [] : readInstructions({ text: rest, line: sentence.line }, terms)
  return {
    ...sentence,
    claims,
    instructions,
    imperative: rest !== undefined && isImperative(rest),
    unread: reading.kind === 'unread',
  }
}

/** Whether a sentence has its reader do something: the step begins there. */
const startsStep = (one: Read, following: Following): boolean =>
  one.instructions.length > 0 || one.imperative || (following.commands.length > 0 && /:\s*$/.test(one.text))

/** "Verify that …": it speaks of what was done. */
const isCheck = (one: Read): boolean => one.claims.length > 0 && one.instructions.length === 0

/** A heading, or what authors write in place of one. */
export const isHeading = (prose: ProseElement): boolean =>
  prose.heading || /^\*\*[^*]+\*\*:?$/.test(prose.text) || /^__[^_]+__:?$/.test(prose.text)

const commandTexts = (step: Step | undefined): string[] =>
  step === undefined ? [] : step.actions.flatMap((a) => (a.kind === 'command' ? [a.command.text] : []))

/** A file alone, or a statement about the whole test, is nothing to do. */
const doesSomething = ({ actions }: Step): boolean =>
  actions.some(
    (a) => a.kind !== 'file' && a.kind !== 'claim' && !(a.kind === 'unread' && a.what === 'statement'),
  )
