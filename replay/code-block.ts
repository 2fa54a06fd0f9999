// A code block of a document: what it says is read once, when it is first asked for.
import type { CodeText } from './code-text.ts'
import { type BlockContent, contentOf } from './manifests.ts'
import { parseScript } from './script.ts'
import type { Script } from './script-command.ts'

/** A block of code in the document; its script is read when it is first asked for. */
export class CodeBlock implements CodeText {
  readonly kind = 'code'
  lang: string
  meta: string
  readonly fence: string
  readonly line: number
  readonly lines: string[]
  private read: Script | undefined
  private shown: { content: BlockContent | undefined } | undefined

  constructor({ lang, meta, fence, line, lines }: Omit<CodeText, 'kind'>) {
    this.lang = lang
    this.meta = meta
    this.fence = fence
    this.line = line
    this.lines = lines
  }

  /** Its commands and their outputs. Steps of several sections may hold them: who changes one changes a copy. */
  get script(): Script {
    this.read ??= parseScript(this)
    return this.read
  }

  /** What it shows in YAML or JSON; undefined where that is no whole objects. */
  get content(): BlockContent | undefined {
    this.shown ??= { content: contentOf(this) }
    return this.shown.content
  }

  get runs(): boolean {
    return this.script.commands.length > 0
  }
}
