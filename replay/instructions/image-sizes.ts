// "All the three images are 5GB." right after the sentence that has pods created.
import { numberWords } from '../claims/lexicon.ts'
import type { Instruction } from './instruction.ts'
import type { ShownBlock } from './world.ts'

const imagesAre = /\bimages?\s+(?:is|are)\s+(?:each\s+|all\s+)?(?:about\s+|around\s+)?(\d{1,4})\s?(MB|GB)\b/i
/** And nothing more than that: images of pods that are composed are others than those before. */
const whole =
  /^\W*(?:(?:all|both|each)\s+)?(?:of\s+)?(?:the\s+|these\s+)?(?:(\w+)\s+)?images?\s+(?:is|are)\s+(?:each\s+|all\s+)?(?:about\s+|around\s+)?\d{1,4}\s?(?:MB|GB)(?:(?:,\s*|\s+)and\s+(?:they\s+)?are\s+different(?:\s+images)?\s+from\s+the\s+(?:\w+\s+)?images\s+(?:deployed|used|pulled)\s+in\s+step\s+\d{1,2})?\W*$/i

/** `5GB`, as a sentence on the line of an instruction or the next one says. */
export function sizeSaid(line: number, prose: readonly ShownBlock[]): string | undefined {
  const said = prose.find((one) => one.line >= line && one.line <= line + 1 && imagesAre.test(one.text))
  return said === undefined ? undefined : imagesAre.exec(said.text)!.slice(1, 3).join('').toUpperCase()
}

/** Whether a sentence only tells how big the images are of as many pods as the instruction before it has created. */
export function sizesImagesOf(
  { text, line }: { text: string; line: number },
  before: Instruction | undefined,
): boolean {
  const match = whole.exec(text)
  if (match === null || before?.kind !== 'act' || before.verb !== 'create' || line > before.line + 1)
    return false
  const count = match[1]?.toLowerCase()
  return count === undefined || numberIn(count) === numberIn(before.part.toLowerCase())
}

const numberIn = (text: string): number | undefined =>
  text
    .split(/\W+/)
    .map((word) => (/^\d+$/.test(word) ? Number(word) : numberWords[word]))
    .find((number) => number !== undefined)
