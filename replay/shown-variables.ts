// Variables that a document shows, as a container or a file has them: nobody types them.
import { isAssignment } from './looks-like-command.ts'

interface Block {
  lang: string
  lines: readonly string[]
}

/** The language of a block that only shows variables. */
const shown = 'dotenv'

/** Gives blocks of nothing but assignments, without a prompt, which no other block reads, a language of their own. */
export function markShownVariables(blocks: readonly Block[]): void {
  const plain = blocks.filter(isOfAssignments)
  if (plain.length === 0) return
  const read = new Set(blocks.flatMap(({ lines }) => lines.flatMap(variablesIn)))
  for (const block of plain) if (!namesIn(block).some((name) => read.has(name))) block.lang = shown
}

const telling = ({ lines }: Block): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))

function isOfAssignments(block: Block): boolean {
  if (block.lang !== '') return false
  const lines = telling(block)
  return lines.length > 0 && lines.every(isAssignment)
}

const namesIn = (block: Block): string[] => telling(block).map((line) => line.split('=', 1)[0]!)

const variablesIn = (line: string): string[] =>
  line.includes('$') ? [...line.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map((match) => match[1]!) : []
