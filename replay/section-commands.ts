// The commands of a section, and which of them stand right below a paragraph.

import type { CodeBlock } from './code-block.ts'
import { changesNothing, opensEditor } from './command-kinds.ts'
import { headsOtherGates } from './contrary-gates.ts'
import type { Element } from './document.ts'
import { fileShown, filesRead } from './files-read.ts'
import type { Beside } from './instructions/agrees.ts'
import { fileNameFor } from './manifest-name.ts'
import { asksToCreate, contentOf } from './manifests.ts'
import { announces } from './read-sentence.ts'
import type { ScriptCommand } from './script.ts'
import { isHeading, type Part } from './section-parts.ts'
import { baseName } from './shell-words.ts'

/** What follows a paragraph at once. */
export interface Following {
  commands: readonly string[]
  /** Some of them may change the cluster. */
  changes: boolean
  /** Some of them show their output. */
  shows: boolean
  /** Some of them show a file. */
  files: boolean
  /** A block that is no command. */
  block: boolean
}

/** What follows a paragraph that no command follows. */
export const nothing: Following = {
  commands: [],
  changes: false,
  shows: false,
  files: false,
  block: false,
}

/** Up to the next step that the document counts, or the next heading. */
function partsOfItem(after: readonly Part[]): readonly Part[] {
  const end = after.findIndex(
    (part) =>
      (part.kind === 'item-begins' && part.number !== undefined) ||
      (part.kind === 'prose' && isHeading(part)),
  )
  return end < 0 ? after : after.slice(0, end)
}

/** The commands of a section by block, and the files that they read. */
export class SectionCommands {
  /** Files that commands of the section read. */
  readonly files: ReadonlySet<string>
  /** And those that are given to a program, rather than shown. */
  private readonly given: ReadonlySet<string>

  constructor(body: readonly Element[]) {
    const commands = this.commands(body)
    const given = commands.filter((command) => fileShown(command) === undefined)
    this.files = new Set(commands.flatMap(filesRead).map(baseName))
    this.given = new Set(given.flatMap(filesRead).map(baseName))
  }

  private commands(elements: readonly (Element | Part)[]): ScriptCommand[] {
    return elements.flatMap((element) => {
      if (element.kind === 'item') return this.commands(element.children)
      return element.kind === 'code' ? element.script.commands : []
    })
  }

  /** Their texts. */
  in(elements: readonly (Element | Part)[]): string[] {
    return this.commands(elements).map(({ text }) => text)
  }

  /** Whether some of them change the cluster. */
  changes(elements: readonly Part[]): boolean {
    return this.commands(elements).some((command) => !changesNothing(command))
  }

  /** What the code right after a paragraph runs. */
  following(after: readonly Part[], prose?: string): Following {
    const next = after.find(({ kind }) => kind !== 'item-ends' && kind !== 'comment')
    if (next?.kind !== 'code') return nothing
    const { commands } = next.script
    const shows = commands.some(({ output }) => output !== undefined)
    if (commands.length > 0) {
      const created = commands.some((command) => this.createsShown(command, prose ?? ''))
      const texts = commands.map(({ text }) => text)
      const files = commands.some((command) => fileShown(command) !== undefined)
      const changes = created || !commands.every(changesNothing)
      const done = created ? [...texts, 'kubectl apply -f -'] : texts
      return { commands: done, changes, shows, files, block: false }
    }
    const isFile = fileNameFor(next, prose, this.files) !== undefined
    const made = isFile ? [] : createdBy(next)
    return { commands: made, changes: made.length > 0, shows: false, files: false, block: true }
  }

  /** "Create a Service:" before `cat service.yaml`, a file that no command reads: who reads that creates it. */
  createsShown(command: ScriptCommand, prose: string): boolean {
    const { output } = command
    const file = fileShown(command)
    if (file === undefined || output === undefined || this.given.has(baseName(file)) || !asksToCreate(prose))
      return false
    return contentOf({ lang: 'yaml', lines: output.lines }) === 'objects'
  }

  /** "Start the cluster with the gate on:" above a paragraph, and the configuration of one where it is off. */
  headsOther(text: string, { commands }: Following, after: readonly Part[]): boolean {
    if (!announces(text) || commands.length > 0) return false
    const code = partsOfItem(after).flatMap((part) => (part.kind === 'code' ? part.lines.join('\n') : []))
    return headsOtherGates(text, code)
  }

  /** What is typed until the next step that the document counts, or the next heading: a start that is announced may come later. */
  commandsOfItem(after: readonly Part[], prose: string | undefined): string[] {
    const parts = partsOfItem(after)
    return [
      ...this.in(parts),
      ...parts.flatMap((part, at) =>
        part.kind === 'code' && !this.isFile(part, parts.slice(0, at), prose) ? createdBy(part) : [],
      ),
    ]
  }

  /** What is typed, with its notes, and what is shown of it. */
  all(elements: readonly Part[]): Beside {
    const commands = this.commands(elements)
    return {
      done: commands.map(({ text, notes }) => [text, ...notes].join(' ')),
      shown: commands.flatMap(({ output }) => output?.lines ?? []),
    }
  }

  /** All that {@link beside} has up to the next sentence. */
  textsBeside(after: readonly Part[]): readonly string[] {
    const { done, shown, nearest } = this.beside(after)
    return nearest ?? [...done, ...shown]
  }

  /** What the blocks below a paragraph hold, with those that go with them ("using `a.yaml`:"), up to the next item or heading. */
  beside(after: readonly Part[]): Beside {
    const done: string[] = []
    const shown: string[] = []
    let nearest: string[] | undefined
    let last: ScriptCommand | undefined
    for (const part of after) {
      if (part.kind === 'item-begins' && part.number !== undefined) break
      if (part.kind === 'prose' && done.length > 0) nearest ??= [...done, ...shown]
      // What is typed in an editor, the prose after it tells.
      if (part.kind === 'prose' && !isHeading(part) && last !== undefined && opensEditor(last)) {
        done.push(part.text)
        last = undefined
      }
      if (part.kind === 'prose' && (isHeading(part) || !/:\s*$/.test(part.text))) break
      if (part.kind !== 'code') continue
      const { commands } = part.script
      last = commands.at(-1)
      if (commands.length === 0) done.push(part.lines.join('\n'))
      done.push(...commands.map(({ text, host, notes }) => [text, host ?? '', ...notes].join(' ')))
      for (const command of commands) {
        const isFile = fileShown(command) !== undefined
        ;(isFile ? done : shown).push(...(command.output?.lines ?? []))
        // What the file holds is shown.
        if (isFile && command.output !== undefined) last = undefined
      }
    }
    return { done, shown, ...(nearest === undefined ? {} : { nearest }) }
  }

  /** Of all blocks right below: one may show a file, and the next give it to a program. */
  commandsUntilProse(after: readonly Part[]): string[] {
    const end = after.findIndex(({ kind }) => kind !== 'code' && kind !== 'comment')
    return this.in(end < 0 ? after : after.slice(0, end))
  }

  /** @param before what stands before a block, the last paragraph of which may name the file; else `prose` does */
  private isFile(block: CodeBlock, before: readonly Part[], prose: string | undefined): boolean {
    const last = before.findLast((part) => part.kind === 'prose')
    const text = last?.kind === 'prose' ? last.text : prose
    return fileNameFor(block, text, this.files) !== undefined
  }
}

/** What a reader does with objects, or with a cluster's configuration, that stand in a block of their own. */
function createdBy(block: CodeBlock): string[] {
  const { content } = block
  if (content === 'objects') return ['kubectl apply -f -']
  return content === 'kind-cluster' ? ['kind create cluster --config -'] : []
}
