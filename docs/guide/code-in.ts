// The code that guides show.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { packageRoot } from '../../component-base/package-root.ts'

/** A block of code. */
export interface Code {
  /** What stands behind the fence; empty where nothing does. */
  lang: string
  text: string
}

interface MarkdownNode {
  type: string
  children?: MarkdownNode[]
  lang?: string | null
  value?: string
}

/** The blocks of code of a document, in its order. @param file below the project's folder */
export function codeIn(file: string): Code[] {
  const walk = (node: MarkdownNode): Code[] =>
    node.type === 'code'
      ? [{ lang: node.lang ?? '', text: node.value ?? '' }]
      : (node.children ?? []).flatMap(walk)
  return walk(fromMarkdown(readFileSync(join(packageRoot, file), 'utf8')) as MarkdownNode)
}
