// Sentences that say more of what was done right before them: what is edited in an editor, how big images are.
import { opensEditor } from './command-kinds.ts'
import type { Terms } from './instructions/components-in.ts'
import { ofOtherComponent } from './instructions/does-other.ts'
import { sizesImagesOf } from './instructions/image-sizes.ts'
import type { OpenSteps } from './open-steps.ts'
import type { Read } from './read-sentence.ts'

/** Whether the last thing that was done is a command that opens an editor. */
export function isAfterEditor({ current }: OpenSteps): boolean {
  const last = current?.actions.at(-1)
  return last?.kind === 'command' && opensEditor(last.command)
}

/** Takes what a sentence says of the images that the instruction before it pulls; false: it says nothing of them. */
export function sizesImages(open: OpenSteps, { text, line }: Read): boolean {
  const last = open.current?.actions.at(-1)
  if (last?.kind !== 'instruction' || !sizesImagesOf({ text, line }, last.instruction)) return false
  open.account({ line, text, as: 'introduction', detail: 'how big the images are' })
  return true
}

/** Takes what a sentence after an editor says of flags or gates for what is edited there; false: it says nothing of them. */
export function noteForEditor(open: OpenSteps, { text, line, instructions }: Read, terms: Terms): boolean {
  const last = open.current?.actions.at(-1)
  if (last?.kind !== 'command' || !isAfterEditor(open)) return false
  if (instructions.length === 0 && !/--[a-z][\w-]*|featureGates/.test(text)) return false
  if (ofOtherComponent(text, last.command.text, terms)) {
    open.unread('instruction', { text, line })
    return true
  }
  last.command.notes.push(text.replaceAll('`', ''))
  open.account({ line, text, as: 'instruction', detail: `edited by line ${last.command.line}` })
  return true
}
