// Files that a document shows anywhere: in a block that has their name, as what `cat` or an editor shows, or in a here-document.
import type { CodeBlock } from './code-block.ts'
import type { Document, Element } from './document.ts'
import { fileShown, filesRead } from './files-read.ts'
import { fileNameFor } from './manifest-name.ts'
import type { ScriptCommand } from './script.ts'
import { baseName } from './shell-words.ts'

/** The content of a file, and where the document shows it. */
export interface ShownFile {
  content: string
  /** Where the document shows it. */
  line: number
}

/**
 * The content of a file that lies beside the document on the real disk; undefined where there is none that may be read.
 * It is given the path as a command of the document names it: the text of a stranger. It may read plain files in the document's
 * own directory and those below it, of at most a megabyte; not what an absolute path, `~`, `..` or a symbolic link leads to.
 */
export type BesideDocument = (path: string) => string | undefined

interface Named extends ShownFile {
  name: string
}

/** Finds the content of files that a document shows anywhere. */
export class ShownFiles {
  private readonly file: string
  private readonly named: readonly Named[]
  private readonly beside: BesideDocument | undefined

  /** @param beside where files are looked for that the document does not show; nowhere without it */
  constructor(document: Document, beside?: BesideDocument) {
    this.file = document.file
    this.beside = beside
    this.named = namedIn(document.sections[0]?.body ?? [])
  }

  /** The content that a file has for a command on that line: as shown last before it, or first after it. */
  find(path: string, line: number): ShownFile | undefined {
    const fits = this.named.filter(({ name }) => isSameFile(name, path))
    const shown = fits.findLast((one) => one.line < line) ?? fits.find((one) => one.line >= line)
    if (shown !== undefined) return { content: shown.content, line: shown.line }
    const content = isRelative(path) ? this.beside?.(path.replace(/^(?:\.\/)+/, '')) : undefined
    return content === undefined ? undefined : { content, line }
  }

  /** Why a command cannot read a file: where it was looked for. */
  missing(path: string): string {
    const places = [
      'no block of the document has that name, or the prose before it',
      'no command writes or shows it',
    ]
    if (this.beside !== undefined) {
      const dir = this.file.slice(0, this.file.lastIndexOf('/') + 1) || './'
      places.push(
        isRelative(path)
          ? `there is no plain file ${dir}${path}`
          : 'only relative paths are looked for beside the document',
      )
    }
    return `there is no ${path}: ${places.join('; ')}`
  }
}

const isRelative = (path: string): boolean => !/^[/~]/.test(path) && !path.split('/').includes('..')

/** `job.yaml` and `~/a/job.yaml` are one file, `a/job.yaml` and `b/job.yaml` are two. */
function isSameFile(shown: string, read: string): boolean {
  const [a, b] = [shown, read].map((path) => path.replace(/^(?:~\/|\.{1,2}\/|\/)+/, ''))
  return a === b || a!.endsWith(`/${b}`) || b!.endsWith(`/${a}`)
}

interface Block {
  block: CodeBlock
  prose: string | undefined
  commands: readonly ScriptCommand[]
}

function namedIn(body: readonly Element[]): Named[] {
  const blocks: Block[] = []
  let prose: string | undefined
  const walk = (elements: readonly Element[]): void => {
    for (const element of elements) {
      if (element.kind === 'prose') prose = element.text
      else if (element.kind === 'item') walk(element.children)
      else if (element.kind === 'code') {
        blocks.push({ block: element, prose, commands: element.script.commands })
        if (blocks.at(-1)!.commands.length > 0) prose = undefined
      }
    }
  }
  walk(body)
  const commands = blocks.flatMap((block) => block.commands)
  const used = new Set(commands.flatMap(filesRead).map(baseName))
  return blocks.flatMap((one) =>
    one.commands.length > 0 ? one.commands.flatMap(shownBy) : contentOf(one, used),
  )
}

function contentOf({ block, prose }: Block, used: ReadonlySet<string>): Named[] {
  const name = fileNameFor(block, prose, used)
  return name === undefined ? [] : [{ name, content: `${block.lines.join('\n')}\n`, line: block.line }]
}

/** `cat <<EOF > a.yaml` and its body. */
interface Written {
  /** What stands beside `<<EOF`. */
  args: string
  quoted: boolean
  body: string
}

function hereDocumentOf(text: string): Written | undefined {
  const [head = '', ...lines] = text.trim().split('\n')
  const [, before = '', quote, end, after = ''] =
    /^(?:cat|(?:sudo )?tee)\b([^<]*)<<-?[ \t]*\\?(["']?)(\w+)["']?(.*)$/.exec(head) ?? []
  if (end === undefined || lines.pop()?.trim() !== end || lines.some((line) => line === end)) return undefined
  return { args: before + after, quoted: quote !== '', body: lines.join('\n') }
}

/** What a command shows of a file, or writes to it. */
function shownBy(command: ScriptCommand): Named[] {
  const { text, output, line } = command
  const name = fileShown(command)
  if (name !== undefined)
    return output === undefined
      ? []
      : [{ name, content: `${output.lines.join('\n').trim()}\n`, line: output.line }]
  const written = hereDocumentOf(text)
  if (written === undefined || (!written.quoted && /[$`]/.test(written.body))) return []
  const target = /(?<!>)>\s*["']?([\w./~-]+)|^\s*(?:-\S+\s+)*([\w./~-]+\.\w+)/.exec(written.args)
  const path = target?.[1] ?? target?.[2]
  return path === undefined ? [] : [{ name: path, content: `${written.body}\n`, line: line + 1 }]
}
