// A section as steps: what a reader would call "step 2", with its title, its commands and what it asserts.

import { assertionsOf, isInstruction, type ProseAssertion } from './assertions.ts'
import { opensEditor } from './command-kinds.ts'
import type { CodeElement, Document, Element, ItemElement, ProseElement, Section } from './document.ts'
import { supplyFiles } from './document-files.ts'
import { fileShown, filesRead } from './files-read.ts'
import { fileNameFor } from './manifest-name.ts'
import { asksToCreate, contentOf } from './manifests.ts'
import { changeIn } from './prose-changes.ts'
import { parseScript, type ScriptCommand } from './script.ts'
import { baseName } from './shell-words.ts'
import { ShownFiles } from './shown-files.ts'
import type { Step } from './step.ts'

/** The executable steps of a section; empty where nothing in it can run. Throws InputError for a command that does not end. */
export function stepsOf(document: Document, section: Section): Step[] {
  const builder = new StepBuilder(document, section)
  return builder.build()
}

class StepBuilder {
  private readonly document: Document
  private readonly section: Section
  private readonly steps: Step[] = []
  private current: Step | undefined
  private pending: ProseElement[] = []
  private titleAssertions: ProseAssertion[] = []
  /** Files that commands of the section read. */
  private readonly files: ReadonlySet<string>
  /** And those that are given to a program, rather than shown. */
  private readonly read: ReadonlySet<string>

  constructor(document: Document, section: Section) {
    this.document = document
    this.section = section
    const commands = this.commandsIn(section.body)
    this.files = new Set(commands.flatMap(filesRead).map(baseName))
    const given = commands.filter((command) => fileShown(command) === undefined)
    this.read = new Set(given.flatMap(filesRead).map(baseName))
  }

  build(): Step[] {
    this.walk(this.section.body)
    this.endStep()
    if (!this.steps.some(hasCommand)) return []
    supplyFiles(this.steps, new ShownFiles(this.document))
    return this.steps.filter(runs).map((s, i) => ({ ...s, number: i + 1 }))
  }

  private commandsIn(elements: readonly Element[]): string[] {
    return elements.flatMap((element) => {
      if (element.kind === 'item') return this.commandsIn(element.children)
      if (element.kind === 'prose') return []
      return parseScript(element).commands.map(({ text }) => text)
    })
  }

  private walk(elements: Element[]): void {
    for (const element of elements) {
      if (element.kind === 'prose') this.prose(element)
      else if (element.kind === 'code') this.block(element)
      else if (this.hasCommands(element)) this.item(element)
      else this.pending.push(...proseOf(element))
    }
  }

  /** What a sentence after an editor says of flags or gates is what is edited there. */
  private prose(prose: ProseElement): void {
    this.pending.push(prose)
    const last = this.current?.actions.at(-1)
    if (
      last?.kind === 'command' &&
      opensEditor(last.command.text) &&
      /--[a-z][\w-]*=|featureGates/.test(prose.text)
    )
      last.command.notes.push(prose.text.replaceAll('`', ''))
  }

  /** A list item with commands in it is a step of its own (or several, where its own items have commands). */
  private item(item: ItemElement): void {
    this.endStep()
    this.walk(item.children)
    this.endStep()
  }

  private hasCommands(element: Element): boolean {
    if (element.kind === 'code') return parseScript(element).commands.length > 0
    return element.kind === 'item' && element.children.some((c) => this.hasCommands(c))
  }

  private block(block: CodeElement): void {
    const script = parseScript(block)
    if (script.commands.length === 0) {
      this.otherBlock(block, script.leading !== undefined)
      return
    }
    this.openStep(block.line)
    if (script.leading !== undefined) this.attachOutput(script.leading.lines, script.leading.line)
    for (const command of script.commands) {
      this.current!.actions.push({ kind: 'command', command })
      this.createShown(command)
    }
  }

  /** "Create a Service:" before `cat service.yaml`, a file that no command reads: who reads that creates it. */
  private createShown({ text, output }: ScriptCommand): void {
    const file = fileShown(text)
    const { title } = this.current!
    if (file === undefined || output === undefined || this.read.has(baseName(file)) || !asksToCreate(title))
      return
    const block = { kind: 'code', lang: 'yaml', meta: '', fence: '', ...output } as const
    if (contentOf(block) !== 'objects') return
    const objects = { text: `${output.lines.join('\n')}\n`, line: output.line }
    this.current!.actions.push({ kind: 'manifest', content: 'objects', ...objects })
  }

  /** Output shown in a block of its own, or the content of a file that the prose names. */
  private otherBlock(block: CodeElement, plain: boolean): void {
    const prose = this.pending.at(-1)
    const { line } = block
    const text = `${block.lines.join('\n')}\n`
    const name = fileNameFor(block, prose?.text, this.files)
    if (name !== undefined) {
      this.openStep(line)
      this.current!.actions.push({ kind: 'file', name, content: text, line })
      return
    }
    const content = contentOf(block)
    if (content !== undefined && content !== 'output' && prose !== undefined && asksToCreate(prose.text)) {
      this.openStep(line)
      this.current!.actions.push({ kind: 'manifest', content, text, line })
      return
    }
    if (block.lines.some((one) => /^\s*[│├└][─ │]/.test(one))) return
    const announced =
      prose === undefined || /output|result|return|show|print|display|look|see\b|get\b|:$/i.test(prose.text)
    if ((plain || /^(ya?ml|json)$/.test(block.lang)) && announced && this.current !== undefined) {
      this.attachOutput(block.lines, block.line)
    }
  }

  private attachOutput(lines: string[], line: number): void {
    const last = this.current?.actions.at(-1)
    if (last?.kind === 'command' && last.command.output === undefined && lines.some((l) => l.trim() !== '')) {
      last.command.output = { lines, line }
    }
  }

  /** Begins a step where prose since the last block introduces one; prose that only asserts belongs to the step before. */
  private openStep(line: number): void {
    const title = this.pending.at(-1)
    const introduces =
      title !== undefined && (title.heading || isInstruction(title.text) || assertionsOf(title).length === 0)
    if (this.current !== undefined && !introduces) {
      this.closeProse()
      return
    }
    const changes = this.pending.flatMap((prose) => changeIn(prose) ?? [])
    const before = introduces ? this.pending.slice(0, -1) : this.pending
    this.pending = before
    this.endStep()
    this.pending = []
    this.current = {
      number: 0,
      title: introduces ? title.text : '',
      line: introduces ? title.line : line,
      actions: changes.map((change) => ({ kind: 'change', change })),
    }
    this.steps.push(this.current)
    if (introduces) this.titleAssertions = assertionsOf(title)
  }

  /** Prose since the last block asserts about the open step; without one it waits for the step that it introduces. */
  private closeProse(): void {
    if (this.current === undefined) return
    this.assertAll(this.pending.flatMap(assertionsOf))
    this.pending = []
  }

  /** What a step's own title asserts holds at its end. */
  private endStep(): void {
    this.closeProse()
    this.assertAll(this.titleAssertions)
    this.titleAssertions = []
    this.current = undefined
  }

  private assertAll(assertions: ProseAssertion[]): void {
    for (const assertion of assertions) this.current?.actions.push({ kind: 'assert', assertion })
  }
}

const hasCommand = (step: Step): boolean => step.actions.some((a) => a.kind === 'command')
const runs = (step: Step): boolean => step.actions.some((a) => a.kind !== 'assert' && a.kind !== 'file')

function proseOf(item: ItemElement): ProseElement[] {
  return item.children.flatMap((c) => (c.kind === 'prose' ? [c] : c.kind === 'item' ? proseOf(c) : []))
}
