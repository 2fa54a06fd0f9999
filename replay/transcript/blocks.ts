// The blocks of a document that a transcript runs, in its order.
import type { CodeBlock } from '../code-block.ts'
import { type Element, parseDocument } from '../document.ts'
import { InputError } from '../input-error.ts'
import { looksLikeCommand } from '../looks-like-command.ts'
import { readPrompt } from '../prompt.ts'
import type { ScriptCommand } from '../script.ts'
import { type Annotation, annotationsOf } from './annotations.ts'

/** Lines are numbered from 1; `end` is the last line of the block's content, `fence` what closes it ('' for an indented block). */
interface Place {
  line: number
  end: number
  fence: string
}
/** Whether something in a block is to fail. */
interface MayFail {
  fails: boolean
}
/** A block or annotation that a transcript acts on. */
export type Part =
  /** Commands at prompts, each with the output below it. */
  | ({ kind: 'session'; commands: readonly ScriptCommand[] } & MayFail & Place)
  /** A script without outputs. */
  | ({ kind: 'script'; text: string } & MayFail & Place)
  /** The output of the part before. */
  | ({ kind: 'output' } & Place)
  | { kind: 'annotation'; annotation: Annotation; line: number }

const sessionLangs = /^(console|shell-session|shellsession|terminal|sh-session|bash-session)$/
const scriptLangs = /^(sh|bash|shell|zsh)$/

/** Throws InputError for a document that cannot be read. */
export function partsOf(file: string, text: string): Part[] {
  const document = parseDocument(file, text.replace(/^\uFEFF/, ''))
  const blocks = document.sections[0]!.body.flatMap(codeOf)
  const inCode = (line: number): boolean =>
    blocks.some((block) => line >= block.line && line < block.line + block.lines.length)
  const annotations = annotationsOf(file, document.source, inCode)
  const parts: Part[] = []
  let seen = 0
  for (const block of blocks) {
    const before = annotations.filter(({ line }) => line > seen && line < block.line)
    seen = block.line
    parts.push(
      ...before.map(({ line, annotation }) => ({ kind: 'annotation', annotation, line }) satisfies Part),
    )
    // The next block is meant, whatever stands between.
    const about = before.findLast(({ annotation }) => isOther(annotation))?.annotation.kind
    const fails = before.some(({ annotation }) => annotation.kind === 'fails')
    const part =
      about === 'skip' ? undefined : about === 'output' ? outputPart(block) : runnable(file, block, fails)
    if (part !== undefined) parts.push(part)
  }
  const idle = annotations.find(({ line, annotation }) => line > seen && aboutBlock(annotation))
  if (idle !== undefined) throw new InputError(file, idle.line, 'no block follows that this is about')
  return parts
}

const isOther = ({ kind }: Annotation): boolean => kind === 'skip' || kind === 'output'
const aboutBlock = (annotation: Annotation): boolean => isOther(annotation) || annotation.kind === 'fails'

const codeOf = (element: Element): CodeBlock[] =>
  element.kind === 'code' ? [element] : element.kind === 'item' ? element.children.flatMap(codeOf) : []

/** An empty block has no line of content: `end` is before `line`. */
const place = (block: CodeBlock): Place => ({
  line: block.line,
  end: block.line + (block.lines.join('\n') === '' ? 0 : block.lines.length) - 1,
  fence: block.fence,
})
const outputPart = (block: CodeBlock): Part => ({ kind: 'output', ...place(block) })

function runnable(file: string, block: CodeBlock, fails: boolean): Part | undefined {
  // What looks like a prompt further down may be the content of a file.
  const first = block.lines.find((line) => line.trim() !== '') ?? ''
  const prompted = (readPrompt(first, looksLikeCommand)?.command ?? '') !== ''
  if (scriptLangs.test(block.lang) && !prompted)
    return { kind: 'script', text: block.lines.join('\n'), fails, ...place(block) }
  if (!prompted || !(sessionLangs.test(block.lang) || scriptLangs.test(block.lang) || block.lang === ''))
    return undefined
  const { commands } = block.script
  const broken = commands.find(({ problem }) => problem !== undefined)
  if (broken !== undefined)
    throw new InputError(file, broken.line, `the command does not end within its block: ${broken.problem}`)
  return commands.length === 0 ? undefined : { kind: 'session', commands, fails, ...place(block) }
}
