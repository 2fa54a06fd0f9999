// A Markdown document as sections of prose and code, every part with its line.
import { CodeBlock } from './code-block.ts'
import { commandLine } from './command-line.ts'
import { filesRead } from './files-read.ts'
import { InputError } from './input-error.ts'
import { withoutLabel } from './line-labels.ts'
import { lineBreak, type MarkdownNode, parseMarkdown } from './markdown.ts'
import { nameByReader } from './named-by-reader.ts'
import { deepest, isNestedTooDeep } from './nesting.ts'
import { scenarioLines } from './scenario-lines.ts'
import { parseScript } from './script.ts'
import { markShownVariables } from './shown-variables.ts'
import { typedInProse } from './typed-in-prose.ts'
import { typedInSentences } from './typed-in-sentences.ts'

/** A paragraph, as written (with its backticks), on one line. */
export interface ProseElement {
  kind: 'prose'
  text: string
  /** With its line breaks. */
  raw: string
  line: number
  /** The words of a heading inside the section. */
  heading: boolean
}
/** An item of a list, with what stands in it. */
export interface ItemElement {
  kind: 'item'
  line: number
  /** Of an ordered list, as the document counts: `2`. */
  number: string | undefined
  children: Element[]
}
/** `<!-- … -->`, which renderers hide; with its marks. */
export interface CommentElement {
  kind: 'comment'
  text: string
  line: number
}
/** A part of a section: code, prose, an item or a comment, in the document's order. */
export type Element = CodeBlock | ProseElement | ItemElement | CommentElement

/** A section of a document. Lines count from 1; `depth` is the number of its heading's hashes. */
export interface Section {
  title: string
  depth: number
  line: number
  /** Everything up to the next heading of the same or a higher level, headings below it included as prose. */
  body: Element[]
}

/** A parsed document. `source`: its lines. */
export interface Document {
  file: string
  source: string[]
  sections: Section[]
  /** Reads a file that lies beside the document; see besideDocument. */
  beside?: ((path: string) => string | undefined) | undefined
}

/** Parses Markdown. Throws {@link InputError} with the line for a fence that never ends, or lists nested without end. */
export function parseDocument(file: string, text: string, beside?: Document['beside']): Document {
  const source = text.split(lineBreak)
  const reader = new Reader(file, text, source)
  const sections = reader.sections(parseMarkdown(file, text, source))
  markShownVariables(reader.blocks)
  nameByReader(reader.blocks, source)
  return { file, source, sections, beside }
}

class Reader {
  private readonly file: string
  private readonly text: string
  private readonly source: string[]
  /** How many quotes are around what is read. */
  private quotes = 0
  /** What is read stands in an item of a list without an order. */
  private isOption = false
  /** Commands typed in a sentence that read the file of the block below it. */
  private readonly readers: CodeBlock[] = []
  /** All that were read. */
  readonly blocks: CodeBlock[] = []
  constructor(file: string, text: string, source: string[]) {
    this.file = file
    this.text = text
    this.source = source
  }

  sections(nodes: MarkdownNode[]): Section[] {
    const sections: Section[] = [{ title: '', depth: 0, line: 1, body: [] }]
    let open: Section[] = [sections[0]!]
    for (const [at, node] of nodes.entries()) {
      if (node.type === 'heading') {
        const prose = this.prose(node, true)
        const depth = node.depth ?? 1
        open = open.filter((s) => s.depth < depth)
        for (const section of open) section.body.push(prose)
        const section: Section = { title: plainText(prose.text), depth, line: prose.line, body: [] }
        sections.push(section)
        open.push(section)
        continue
      }
      const elements = this.elements(node, nodes[at + 1])
      for (const section of open) section.body.push(...elements)
    }
    return sections
  }

  /** @param next what stands right below it */
  private elements(node: MarkdownNode, next?: MarkdownNode): Element[] {
    if (node.type === 'code') return [this.code(node), ...this.readers.splice(0)]
    if (node.type === 'paragraph') return this.paragraph(this.prose(node, false), next)
    if (node.type === 'heading') return [this.prose(node, true)]
    if (node.type === 'html') return [...this.summaries(node), ...this.comments(node)]
    if (node.type === 'listItem') {
      const { start } = node.position!
      // What stands there, as authors repeat numbers and leave some out; Markdown itself only counts on from the first.
      const number = /^(\d+)[.)]/.exec(this.text.slice(start.offset, start.offset! + 12))?.[1]
      const { isOption } = this
      this.isOption = number === undefined
      const children = this.children(node)
      this.isOption = isOption
      return [{ kind: 'item', line: start.line, number, children }]
    }
    if (node.type === 'list') return this.children(node)
    return node.type === 'blockquote' ? this.quoted(node) : []
  }

  private paragraph(prose: ProseElement, next: MarkdownNode | undefined): Element[] {
    if (prose.text === '') return []
    const lines = scenarioLines(prose.raw)
    if (lines === undefined) return this.withTyped(prose, next)
    return lines.flatMap(({ text, at }, i) =>
      this.withTyped(
        { ...prose, text: oneLine(text), raw: text, line: prose.line + at },
        i === lines.length - 1 ? next : undefined,
      ),
    )
  }

  /** What a reader sees of parts that are folded: their titles. */
  private summaries({ value = '', position }: MarkdownNode): Element[] {
    return [...value.matchAll(summary)].flatMap(({ 1: said, index }) => {
      const text = oneLine(said!.replace(/<\/?code>/gi, '`').replace(/<[^>]*>/g, ''))
      const line = position!.start.line + value.slice(0, index).split('\n').length - 1
      const raw = `**${text.replaceAll('*', '')}**`
      return text === '' ? [] : [{ kind: 'prose' as const, text: raw, raw, line, heading: false }]
    })
  }

  private quoted(node: MarkdownNode): Element[] {
    this.quotes++
    const elements = this.children(node)
    this.quotes--
    return elements
  }

  private children({ children = [] }: MarkdownNode): Element[] {
    return children.flatMap((child, at) => this.elements(child, children[at + 1]))
  }

  /** What a paragraph has its reader type is a block, as what a block has. */
  private withTyped(prose: ProseElement, next: MarkdownNode | undefined): Element[] {
    if (!prose.raw.includes('`')) return [prose]
    const below = next?.type === 'code' ? scriptOf(next) : undefined
    const typed = typedInProse(prose.raw, {
      commands: below ?? [],
      shown: below !== undefined,
      isOption: this.isOption,
    })
    if (typed === undefined) return this.withSentencesTyped(prose, below)
    const { said, blocks } = typed
    const code = blocks.flatMap((one): Element[] => {
      const line = prose.line + one.at
      if ('told' in one) return this.withSentencesTyped({ ...prose, text: one.told, raw: one.told, line }, [])
      const block = new CodeBlock({ lang: '', meta: '', fence: '', line, lines: one.lines })
      this.blocks.push(block)
      return [block]
    })
    if (said === '') return code
    return [said === prose.raw ? prose : { ...prose, text: said, raw: said }, ...code]
  }

  /** @param below the commands of the block below, where one is there */
  private withSentencesTyped(prose: ProseElement, below: readonly string[] | undefined): Element[] {
    const shown = below !== undefined && below.length === 0
    const parts = typedInSentences(prose.raw, below ?? [], shown)
    if (parts === undefined) return [prose]
    const elements = parts.map((part): Element => {
      if (part.kind === 'said')
        return { ...prose, text: oneLine(part.text), raw: part.text, line: prose.line + part.at }
      const at = { line: prose.line + part.at, lines: [part.command] }
      const block = new CodeBlock({ lang: '', meta: '', fence: '', ...at })
      this.blocks.push(block)
      return block
    })
    const [last, typed] = [elements.at(-1), parts.at(-1)]
    const reads = typed?.kind === 'typed' && filesRead(commandLine(typed.command)).length > 0
    if (shown && reads && last?.kind === 'code') {
      this.readers.push(last)
      elements.pop()
    }
    return elements
  }

  private prose(node: MarkdownNode, heading: boolean): ProseElement {
    const { start, end } = node.position!
    const whole = this.text.slice(start.offset, end.offset)
    const own = heading
      ? whole.replace(/^#+\s+/, '').replace(/\s+#+$|\s*[\r\n][\s>]*(?:=+|-+)\s*$/, '')
      : whole.replace(box, '')
    const full = withoutShortcodes(
      this.quotes > 0 ? own.replace(/([\r\n]) {0,3}>(?: {0,3}>)* ?/g, '$1') : own,
    )
    const raw = heading ? full : withoutLabel(full)
    const line = start.line + linesIn(full) - linesIn(raw)
    return { kind: 'prose', text: oneLine(raw), raw, line, heading }
  }

  private comments(node: MarkdownNode): CommentElement[] {
    const { start } = node.position!
    const found: CommentElement[] = []
    const source = node.value ?? ''
    for (let from = source.indexOf('<!--'); from >= 0; ) {
      const end = source.indexOf('-->', from)
      found.push({
        kind: 'comment',
        text: source.slice(from, end < 0 ? undefined : end + 3),
        line: start.line + source.slice(0, from).split('\n').length - 1,
      })
      from = end < 0 ? -1 : source.indexOf('<!--', end)
    }
    return found
  }

  private code(node: MarkdownNode): CodeBlock {
    const { start, end } = node.position!
    const fence = /^(?:`{3,}|~{3,})/.exec(this.text.slice(start.offset, end.offset))?.[0] ?? ''
    if (fence !== '') this.checkClosed(fence, start.line, end.line)
    const lines = (node.value ?? '').split(lineBreak)
    if (isNestedTooDeep(lines))
      throw new InputError(
        this.file,
        start.line,
        `the block that starts here is nested more than ${deepest} deep`,
      )
    const block = new CodeBlock({
      lang: (node.lang ?? '').toLowerCase(),
      meta: node.meta ?? '',
      fence,
      line: fence === '' ? start.line : start.line + 1,
      lines,
    })
    this.blocks.push(block)
    return block
  }

  private checkClosed(fence: string, start: number, end: number): void {
    const last = (this.source[end - 1] ?? '').replace(/^[\s>]*/, '').trim()
    const closed = end > start && last.length >= fence.length && [...last].every((c) => c === fence[0])
    if (!closed)
      throw new InputError(this.file, start, `the code block that starts here has no closing ${fence}`)
  }
}

const summary = /<summary>([^<]{1,400}(?:<\/?(?:b|strong|em|i|code)>[^<]{0,400}){0,8})<\/summary>/gi
/** Of a list of what is to be done. */
const box = /^\[[ xX]\]\s+(?=\S)/

const linesIn = (raw: string): number => raw.split(lineBreak).length

const oneLine = (raw: string): string =>
  raw
    .split(lineBreak)
    .map((part) => part.trim())
    .join(' ')
    .trim()

/** What the commands of a block are. */
const scriptOf = ({ lang, value }: MarkdownNode): string[] =>
  parseScript({
    kind: 'code',
    lang: (lang ?? '').toLowerCase(),
    meta: '',
    fence: '',
    line: 1,
    lines: (value ?? '').split(lineBreak),
  }).commands.map(({ text }) => text)

/** Without what the generator of a site puts in place of it: `{{< note >}}`; of a heading its word stays. */
function withoutShortcodes(text: string): string {
  if (!text.includes('{{')) return text
  return text.replace(/\{\{(?:<|%)([^{}]{0,200})(?:>|%)\}\}/g, (_whole, inner: string) => {
    const [, word = ''] = /^\s*heading\s+"([^"]*)"/.exec(inner) ?? []
    return word
  })
}

/** Heading text without Markdown's marks: what a reader sees. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/&gt;/g, '>')
    .replace(/\\(.)/g, '$1')
    .trim()
}
