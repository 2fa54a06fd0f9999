// A section as steps: what a reader would call "step 2", with its title, its commands and what it asserts.

import { assertionsOf, isInstruction, type ProseAssertion } from './assertions.ts'
import type { CodeElement, Document, Element, ItemElement, ProseElement, Section } from './document.ts'
import { fileNameFor } from './manifest-name.ts'
import { parseScript, type ScriptCommand } from './script.ts'

/** One thing to do in a step, in the document's order. */
export type Action =
  | { kind: 'command'; command: ScriptCommand }
  | { kind: 'assert'; assertion: ProseAssertion }
  /** A block that is the content of a file which later commands read. */
  | { kind: 'file'; name: string; content: string; line: number }

export interface Step {
  /** From 1, within its section. */
  number: number
  title: string
  line: number
  actions: Action[]
}

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

  constructor(document: Document, section: Section) {
    this.document = document
    this.section = section
  }

  build(): Step[] {
    this.walk(this.section.body)
    this.endStep()
    return this.steps
      .filter((s) => s.actions.some((a) => a.kind === 'command'))
      .map((s, i) => ({ ...s, number: i + 1 }))
  }

  private walk(elements: Element[]): void {
    for (const element of elements) {
      if (element.kind === 'prose') this.pending.push(element)
      else if (element.kind === 'code') this.block(element)
      else if (this.hasCommands(element)) this.item(element)
      else this.pending.push(...proseOf(element))
    }
  }

  /** A list item with commands in it is a step of its own (or several, where its own items have commands). */
  private item(item: ItemElement): void {
    this.endStep()
    this.walk(item.children)
    this.endStep()
  }

  private hasCommands(element: Element): boolean {
    if (element.kind === 'code') return parseScript(this.document.file, element).commands.length > 0
    return element.kind === 'item' && element.children.some((c) => this.hasCommands(c))
  }

  private block(block: CodeElement): void {
    const script = parseScript(this.document.file, block)
    if (script.commands.length === 0) {
      this.otherBlock(block, script.leading !== undefined)
      return
    }
    this.openStep(block.line)
    if (script.leading !== undefined) this.attachOutput(script.leading.lines, script.leading.line)
    for (const command of script.commands) this.current!.actions.push({ kind: 'command', command })
  }

  /** Output shown in a block of its own, or the content of a file that the prose names. */
  private otherBlock(block: CodeElement, plain: boolean): void {
    const prose = this.pending.at(-1)
    const name = fileNameFor(block, prose?.text)
    if (name !== undefined) {
      this.openStep(block.line)
      this.current!.actions.push({
        kind: 'file',
        name,
        content: `${block.lines.join('\n')}\n`,
        line: block.line,
      })
      return
    }
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
    const before = introduces ? this.pending.slice(0, -1) : this.pending
    this.pending = before
    this.endStep()
    this.pending = []
    this.current = {
      number: 0,
      title: introduces ? title.text : '',
      line: introduces ? title.line : line,
      actions: [],
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

function proseOf(item: ItemElement): ProseElement[] {
  return item.children.flatMap((c) => (c.kind === 'prose' ? [c] : c.kind === 'item' ? proseOf(c) : []))
}
