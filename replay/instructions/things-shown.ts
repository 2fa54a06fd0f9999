// Things that a sentence before commands speaks of, which neither they nor what stands before have: "Despite the taint, the pods run:".
import { undoneBefore } from '../done-before.ts'
import { kindsIn } from './objects-in.ts'

/** Kinds that come with others, so that whoever made those need not name them. */
const comes =
  /^(?:pod|replicaset|node|namespace|event|endpointslice|persistentvolume|lease|service|serviceaccount)$/
/** A noun with what stands before it. */
const noun =
  /\b(?:the|its|their|a|an)\s+((?:(?:new|old|first|second|third|fourth|fifth|last|other|same|highest|lowest|latest|current|previous|original|own|whole|only|remaining)\s+)*)([a-z][a-z-]{2,})/gi
/** Of the document, of the test, or of whatever there is. */
const anyThing =
  /^(?:outputs?|commands?|results?|following|same|clusters?|states?|status(?:es)?|lists?|tables?|examples?|features?|tests?|steps?|documents?|values?|sections?|apis?|objects?|resources?|fields?|controllers?|control-plane|control|kubelets?|schedulers?|servers?|api-?server|components?|kind|versions?|releases?|names?|way|case|cases|first|second|third|last|one|ones|other|others|new|old|rest|fact|moment|time|times|end|beginning|start|machine|host|user|users|author|script|file|files|manifest|manifests|configuration|config|definition|spec|metadata|content|contents|number|information|info|details|data|behaviou?r|change|changes|difference|error|errors|message|messages|above|below|next|previous|current|default|defaults|real|right|left|top|bottom|line|lines|response|reply|answer|request|requests|system|environment|setup|expected|original|initial|final|specified|given|corresponding|relevant|respective|required|desired|actual|update|upgrade|downgrade|rollback|proxy|shell|terminal|console|log|logs|label|labels|gate|gates)$/
const stem = (word: string): string => word.toLowerCase().replace(/(?:ies|es|s|ed|ing)$/, '')
/** "Output after the rollback": done by what the document did. */
const asWho = /\bas (?:the )?(?:users?|service ?accounts?|groups?) [`"]?([\w:.-]+)/i
const survivors = /\b(?:the|its|all|both|these)\s+(surviving|migrated|moved|rescheduled|unaffected)\s/i

/**
 * The first thing of a sentence that nothing shows. @param text what is typed and shown beside it @param before what stands before it
 * in its section; both in lower case
 */
export function unshownThing(sentence: string, text: string, before: string): string | undefined {
  const plain = sentence.replace(/`[^`]*`/g, 'it')
  const isKnown = (word: string): boolean => text.includes(stem(word)) || before.includes(stem(word))
  const kinds = kindsIn(plain).filter((kind) => !comes.test(kind))
  if (kinds.length > 0) {
    const known = kindsIn(`${text}\n${before}`)
    const kind = kinds.find((one) => !known.includes(one))
    if (kind !== undefined) return kind
  }
  const who = asWho.exec(sentence)?.[1]?.replace(/[.:]+$/, '')
  if (who !== undefined && !text.includes(who.toLowerCase())) return who
  const stayed = survivors.exec(plain)?.[1]
  if (stayed !== undefined && !isKnown(stayed)) return stayed
  const undone = undoneBefore(sentence, before.split('\n'))
  if (undone !== undefined) return undone
  const compared = /\b([a-z]+er|more|less|other|different|unlike)\s(?:[a-z]+\s){0,3}?(?:than|from)\b/i.exec(
    plain,
  )?.[1]
  if (compared !== undefined && !/^rather/i.test(compared)) return compared
  return [...plain.matchAll(noun)]
    .map(([, , word = '']) => word.toLowerCase())
    .find((word) => !anyThing.test(word) && !isKnown(word) && !/(?:ly|ing)$/.test(word))
}
