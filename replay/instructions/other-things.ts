// Whether a sentence says of something to what else it belongs, which the block below it may not show.
import { kindsIn } from './objects-in.ts'

/** "resolves to the IP of the node", "comes from a ConfigMap", "is the name of the Pod". */
const relates =
  /\b(?:resolves? to|resolved to|points? to|comes? from|came from|taken from|loaded from|belongs? to|owned by|(?:is|are|was|were|equals?|matches) the (?:\w+ ){1,3}of|reads?\s[^.;]{0,60}\sfrom)\b/i
/** "prefers endpoints in another zone". */
const chooses = /\b(?:prefers?|preferred|chooses?|chose|picks|picked)\b/i
const ofPrograms = /\b(?:files?|environment|disk|host|image|command line|network)\b/gi

/** "Print the image", "Show the host name of the pod": what is a field, or its own kind of output. */
const looksAt =
  /^\W*(?:\d+\.\s*)?(?:then,?\s+)?(?:print|show|display|output)\s+(?:the|its|their)\s+(?:\w+['’]s\s+)?(images?|host\s?names?|ips?|logs?|labels?|annotations?|env(?:ironment)?)\b/i

/** What a sentence has printed that nothing beside it is or shows, by its noun; undefined: there is no such thing. @param texts as {@link relatesToOther} has them */
export function printsOther(text: string, texts: readonly string[]): string | undefined {
  const noun = looksAt.exec(text)?.[1]
  if (noun === undefined) return undefined
  const word = noun.toLowerCase().replace(/\s|s$/g, '').replace('environment', 'env')
  return texts.join('\n').toLowerCase().includes(word) ? undefined : noun
}

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
