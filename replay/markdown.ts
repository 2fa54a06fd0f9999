// Markdown as blocks: what is read of a document is where its headings, paragraphs, lists and code stand. What is inside of a
// paragraph (links, emphasis, code) is read from its text, by others, so the parser does not look for it: that takes a time that
// grows with the square of the marks in a paragraph.
import { fromMarkdown, type Options } from 'mdast-util-from-markdown'
import { InputError } from './input-error.ts'

/** A node of a document's tree, as mdast has it. Inside of paragraphs and headings there is only text. */
export interface MarkdownNode {
  type: string
  children?: MarkdownNode[]
  value?: string
  lang?: string | null
  meta?: string | null
  depth?: number
  position?: { start: { line: number; offset?: number }; end: { line: number; offset?: number } }
}

/** As Markdown has it, and so as its parser counts. */
export const lineBreak = /\r\n|\n|\r/

/** How deep lists and quotes are nested: the parser's time grows with it for every line. */
const deepestLists = 100

/** Lines that go on with a paragraph in a list or a quote without its marks: the parser looks for each through all before it. */
const mostLazyLines = 2_000

type Extensions = NonNullable<Options['extensions']>

const onlyBlocks: Extensions[number] = {
  disable: {
    null: [
      'attention',
      'autolink',
      'characterEscape',
      'characterReference',
      'codeText',
      'hardBreakEscape',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
    ],
  },
}

/** The blocks of a document. Throws {@link InputError}, with the line, where reading it would take a time that has no bound. */
export function parseMarkdown(file: string, text: string, source: readonly string[]): MarkdownNode[] {
  const deep = tooDeepAt(source)
  if (deep !== undefined)
    throw new InputError(file, deep + 1, `lists and quotes are nested more than ${deepestLists} deep`)
  const root = fromMarkdown(text, { extensions: [onlyBlocks, boundingLazyLines(file)] })
  return (root as MarkdownNode).children ?? []
}

function boundingLazyLines(file: string): Extensions[number] {
  const lazy = new Set<number>()
  return {
    document: {
      // Of every line; it is never what stands there.
      null: {
        tokenize(_effects, _ok, nok) {
          const last = this.now().line - 1
          if (this.parser.lazy[last] === true) lazy.add(last)
          if (lazy.size <= mostLazyLines) return nok
          const why = `more than ${mostLazyLines} lines go on with a paragraph of a list or a quote without its marks`
          throw new InputError(file, last, why)
        },
      },
    },
  }
}

/** Which line, counted from 0, is in too many lists and quotes; undefined where none is. */
function tooDeepAt(source: readonly string[]): number | undefined {
  // Columns of the list items that may be open. Other lines close none: they may go on with a paragraph.
  const items: number[] = []
  const at = source.findIndex((line) => {
    // A rule across the page, and no lists.
    if (!/[^\s*]/.test(line) || !/[^\s-]/.test(line)) return false
    const { quotes, columns } = marksOf(line)
    for (const column of columns) {
      while (items.length > 0 && items.at(-1)! >= column) items.pop()
      items.push(column)
    }
    return quotes + (columns.length > 0 ? items.length : 0) > deepestLists
  })
  return at < 0 ? undefined : at
}

/** The quotes, and the columns of the list items, that a line begins with; at most one more than may be. */
function marksOf(line: string): { quotes: number; columns: number[] } {
  const mark = /([ \t]*)(>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/y
  const columns: number[] = []
  let [quotes, column] = [0, 0]
  while (quotes + columns.length <= deepestLists) {
    const [, blank, text] = mark.exec(line) ?? []
    if (blank === undefined || text === undefined) break
    for (const one of blank) column += one === '\t' ? 4 - (column % 4) : 1
    if (text === '>') quotes++
    else columns.push(column)
    column += text.length
  }
  return { quotes, columns }
}
