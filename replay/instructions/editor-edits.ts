// What an editor that a command opens is to do, by what stands beside it.
import type { Edit } from '../machine/edits.ts'
import { readEdits } from '../machine/edits.ts'
import { withGatesNamed } from './gates-in.ts'
import { readInstructions } from './read-instruction.ts'
import { resolveEdits } from './resolve-edits.ts'
import type { InstructionWorld } from './world.ts'

/**
 * The edits that the first of the texts tells of that tells of any.
 * @param texts in the order of their worth: comments beside the command, the prose after it, the prose before it
 */
export function editorEdits(texts: readonly string[], world: InstructionWorld): Edit[] {
  for (const text of texts) {
    const edits = editsIn(text, world)
    if (edits.length > 0) return edits
  }
  return []
}

/** Each sentence by itself, and each line of what was a list. */
function editsIn(text: string, world: InstructionWorld): Edit[] {
  const edits: Edit[] = []
  for (const part of text.split(/(?<=[.;!?])\s+(?=[A-Z`*])|\s+-\s+(?=[A-Z])/))
    for (const edit of editsOfPart(part, world))
      if (!edits.some((one) => JSON.stringify(one) === JSON.stringify(edit))) edits.push(edit)
  return edits
}

function editsOfPart(part: string, world: InstructionWorld): Edit[] {
  const text = withGatesNamed(part).replace(/^edit:?\s+(?:the\s+)?file\b[^,:]{0,80}[,:]?\s+/i, '')
  const wanted = readInstructions({ text, line: 0 }).flatMap((one) =>
    one.kind === 'change' ? one.edits : [],
  )
  const resolved = resolveEdits(wanted, text, 0, world)
  const read = 'edits' in resolved ? resolved.edits : []
  const said = readEdits([text.replaceAll('`', '')], world.gates)
  if (read.length === 0) return said
  // The image of "downgrade image to v1.30.0" beside the flag of "remove feature flag".
  const more = said.filter(({ kind }) => kind === 'release' && !read.some((one) => one.kind === 'release'))
  return [...read, ...more]
}
