// Manifests that nothing names, right above a command that reads a file: who follows the document saves them as that.
import type { CodeBlock } from './code-block.ts'
import { fileShown, filesRead, writesFile } from './files-read.ts'
import { fileNameFor } from './manifest-name.ts'
import { asksToCreate } from './manifests.ts'
import { baseName } from './shell-words.ts'

/** As many lines of prose may stand between the two. */
const between = 8

/**
 * Names each such block by its info string.
 * @param blocks all of a document, in its order @param source its lines
 */
export function nameByReader(blocks: readonly CodeBlock[], source: readonly string[]): void {
  const firstLines = firstLinesOf(source)
  for (const [i, block] of blocks.entries()) {
    const next = blocks[i + 1]
    if (next === undefined || block.runs || block.content !== 'objects' || !next.runs) continue
    const end = block.line + block.lines.length + 1
    const prose = source.slice(end - 1, next.line - 1)
    if (prose.length > between || prose.some((line) => /^\s{0,3}#{1,6}\s/.test(line))) continue
    const name = fileReadIn(next)
    const above = paragraphAbove(source, block.line)
    // What its reader creates is there before the command.
    if (name === undefined || asksToCreate(above)) continue
    if (fileNameFor(block, above, new Set([baseName(name)])) !== undefined) continue
    if ((firstLines.get(baseName(name)) ?? end) < end) continue
    block.meta = `${block.meta} file=${name}`.trim()
  }
}

const fileNames = /(?<![\w.-])[\w.-]+\.(?:ya?ml|json)(?![\w-])/g

/** The lines, from 1 on, that name each file of objects first. */
function firstLinesOf(source: readonly string[]): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  for (const [i, line] of source.entries())
    for (const [name] of line.matchAll(fileNames)) if (!lines.has(name)) lines.set(name, i + 1)
  return lines
}

/** Of the lines right above a block, past the fence. */
function paragraphAbove(source: readonly string[], line: number): string {
  let end = line - 1
  while (end > 0 && /^\s*(?:[`~]{3,}.*)?$/.test(source[end - 1]!)) end--
  let start = end
  while (start > 0 && source[start - 1]!.trim() !== '') start--
  return source
    .slice(start, end)
    .map((one) => one.trim())
    .join(' ')
}

/** The only file of objects that commands read and do not write. */
function fileReadIn({ script: { commands } }: CodeBlock): string | undefined {
  const [name, ...others] = new Set(commands.flatMap(filesRead))
  const isWritten = name !== undefined && commands.some((command) => writesFile(command, baseName(name)))
  const isShown = commands.some((command) => fileShown(command) !== undefined)
  const isOwn = name !== undefined && /^(?:\.\/)?[\w.-]+\.(?:ya?ml|json)$/.test(name)
  return isOwn && others.length === 0 && !isWritten && !isShown ? name : undefined
}
