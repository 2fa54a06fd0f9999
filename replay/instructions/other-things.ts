// Whether a sentence says of something to what else it belongs, which the block below it may not show.
import { kindsIn } from './objects-in.ts'

/** "resolves to the IP of the node", "comes from a ConfigMap", "is the name of the Pod". */
const relates =
  /\b(?:resolves? to|resolved to|points? to|comes? from|came from|taken from|loaded from|belongs? to|owned by|(?:is|are|was|were|equals?|matches) the (?:\w+ ){1,3}of|reads?\s[^.;]{0,60}\sfrom)\b/i
/** "prefers endpoints in another zone". */
const chooses = /\b(?:prefers?|preferred|chooses?|chose|picks|picked)\b/i
const ofPrograms = /\b(?:files?|environment|disk|host|image|command line|network)\b/gi

/**
 * Whether a statement relates what it is about to something that nothing beside it names, or says what is chosen among several.
 * @param texts the commands beside it, and what they print
 */
export function relatesToOther(text: string, texts: readonly string[]): boolean {
  if (chooses.test(text)) return true
  const verb = relates.exec(text)
  if (verb === null) return false
  const shown = texts.join('\n')
  const said = text.slice(verb.index + verb[0].length)
  const words = said.match(ofPrograms) ?? []
  const kinds = kindsIn(shown)
  return (
    kindsIn(said).some((kind) => !kinds.includes(kind)) ||
    words.some((word) => !shown.toLowerCase().includes(word.toLowerCase()))
  )
}
