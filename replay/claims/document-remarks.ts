// Sentences about the document itself: what its example takes, what holds for the rest of it, which step may be left out.
import { kindAt } from './kinds.ts'
import { componentNames } from './lexicon.ts'
import { isTelling } from './telling.ts'
import { tokensOf } from './tokens.ts'

/** What documents and their tests are made of, and who makes them: alternatives of a regular expression. */
export const wordsOfTests =
  'tests?|testing|steps?|scenarios?|examples?|setup|idea|goal|purpose|reasons?|approach|procedures?|differences?|rest|same|following|above|below|sections?|documents?|scripts?|motivation|assumptions?|authors?|keps?|users?|operators?|people|person|reader'

const takes =
  /^(?:this|our|the|each) (?:(?:small|simple|short|first|second|next|following|above) )?(?:example|walkthrough|demo|tutorial|guide|section|document|scenario|snippet) (?:just |only |also )?(?:uses?|covers?|needs?|requires?|assumes?|takes?|describes?|explains?|introduces?|involves?|works with)\s(.+)$/i
const commandsUse =
  /^(?:all|both|most|these|the) (?:of )?(?:(?:the|these|other|remaining|following|next|last) ){0,2}(?:commands?|manifests?|examples?|steps?|snippets?|files?|listings?)(?: below| above| here)? (?:use|assume|follow|need|expect|are run in|run in|are written for|work the same)\s(.+)$/i
const holdsElsewhere =
  /^the same (?:holds|applies|goes|is true|is so|is the case) for (?:(?:all|any|the|most) )?(?:others?|rest)\b(.*)$/i
const skips =
  /^(?:please )?(?:skip|omit|leave out) (?:this|these|the (?:next|following|previous|last)) (?:\w+ )?(?:steps?|sections?|parts?|commands?|paragraphs?)(?:,? (?:if|when|where|unless) [^,;:]{1,80})?$/i
const isAll =
  /^(?:that|this|which)(?: is| was|['’]s) (?:all|everything|it)(?: (?:that )?(?:we|you|one|it) (?:needs?|needed|takes?|wants?|have|had)(?: to do| to know)?| there is to it| for now)?(?: here| for (?:this|the) (?:test|step|example))?$/i

/** Of the document as well as of the cluster: "the same pattern", "all that follow". */
const unsaid = /^(?:same|all|both|each|every|available|default)$/
const clause = /[,;:]|\b(?:which|that|who|while|when|where|once|until|because|so|but|is|are|was|were)\b/i
const saysNoMore = (rest: string): boolean =>
  rest.length < 80 &&
  !clause.test(rest) &&
  tokensOf(rest).every((one) => !isTelling(one) || unsaid.test(one.lower))

/** What stands for a kind that a document defines. */
const isOwnKind = /\bown-(?:one|many)-[a-z0-9]+\.[a-z0-9]/i
/** Whether a kind of objects is named. */
export function namesKind(text: string): boolean {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return isOwnKind.test(text) || words.some((_, at) => kindAt(words.slice(at, at + 5)) !== undefined)
}

/** Whether a kind of objects or a component is named. */
export const namesThing = (text: string): boolean =>
  namesKind(text) ||
  (text.toLowerCase().match(/[a-z-]+/g) ?? []).some((word) => Object.hasOwn(componentNames, word))

/** Whether a sentence speaks of the document that it is in, and says nothing of the cluster. */
export function isOfDocument(sentence: string): boolean {
  const text = sentence.replace(/^\W*(?:(?:note that|also|so|and|here),? )?/i, '').replace(/[.!\s]+$/, '')
  const rest = (takes.exec(text) ?? commandsUse.exec(text))?.[1]
  if (rest !== undefined) return saysNoMore(rest)
  const elsewhere = holdsElsewhere.exec(text)?.[1]
  if (elsewhere !== undefined) return saysNoMore(elsewhere) && !namesThing(elsewhere)
  return skips.test(text) || isAll.test(text)
}
