// Words of a statement above commands that neither these nor what they print have: "The webhook lets it through:".
import { namesKind, wordsOfTests } from '../claims/document-remarks.ts'
import { componentNames, digitsOf } from '../claims/lexicon.ts'
import { isKindLike } from '../claims/plain-statement.ts'
import { isRemark, statesAtAll } from '../claims/states-something.ts'
import { isTelling } from '../claims/telling.ts'
import { type Token, tokensOf } from '../claims/tokens.ts'
import { onlyAsks, verbAt } from './verbs.ts'

/** What links the others, and says nothing of its own. */
const links =
  /^(?:a|about|above|accordingly|across|after|again|against|all|along|already|also|although|am|an|and|any|anyway|are|as|at|back|be|because|been|before|behind|being|below|besides|between|both|but|by|can|could|despite|did|do|does|down|due|during|each|either|else|even|ever|every|eventually|few|finally|first|for|from|further|furthermore|had|has|have|having|hence|her|here|his|how|however|if|in|indeed|inside|instead|into|is|it|its|itself|just|kube|last|later|likewise|merely|let|lets|like|may|me|meanwhile|might|moreover|must|my|nevertheless|next|nonetheless|now|of|off|on|once|one|onto|or|other|otherwise|our|out|outside|over|own|per|please|quite|rather|really|right|roll|rollback|seen|shall|she|should|simply|since|so|some|soon|still|subsequently|such|than|thereafter|that|the|their|them|then|there|thereby|therefore|these|they|this|those|though|through|throughout|thus|till|to|together|too|toward|towards|under|until|up|upgrade|downgrade|upon|us|using|very|via|was|we|well|were|what|when|where|whereas|whether|which|while|who|whose|why|will|with|within|would|yet|you|your)$/
/** What commands, outputs and documents do whatever they hold, and what they are. */
const ofDocuments = new RegExp(
  `^(?:${wordsOfTests}|answers?|appl(?:y|ied|ies)|as|asks?|called|can|checks?|columns?|commands?|comes?|contains?|correct(?:ly)?|created?|current(?:ly)?|default|defines?|desired|display(?:s|ed)?|done|e\\.g|enough|etc|example|expect(?:ed|s)?|feature|fields?|files?|fine|given|gives?|gets?|got|happens?|holds?|i\\.e|includes?|indicates?|information|kind|kubernetes|lines?|list(?:s|ed)?|looks?|manifests?|means?|metadata|name[ds]?|new|note|notices?|objects?|observed?|old|outputs?|own|part|possible|print(?:s|ed)?|prompts?|proper(?:ly)?|reads?|remarks?|reports?|resources?|responses?|results?|returns?|runs?|says?|see|sees|show(?:s|ed|n)?|similar(?:ly)?|spec|states?|status|stdout|successful(?:ly)?|such|tables?|tells?|terminal|used?|uses|values?|verif(?:y|ied|ies)|versions?|visible|works?|yaml|json|yields?)$`,
)

/** A word without what says how many, when or how. */
const stem = (word: string): string =>
  word
    .replace(/['’]s?$/, '')
    .replace(/(?:ations?|ments?|ingly|edly|ing|ies|ied|ness|ed|en|es|ly|s|e|y)$/, '')
    // "tagged", "dropped"
    .replace(/([bdfgklmnprt])\1$/, '$1')

const names = (word: string): boolean =>
  Object.hasOwn(componentNames, word) || namesKind(word) || /^(?:api|server|servers|etcd|kubectl)$/.test(word)

/** Whether a word is one that something has to show. */
const saysSomething = (token: Token): boolean =>
  token.kind === 'word' &&
  /^[a-z][a-z'-]+$/i.test(token.text) &&
  !links.test(token.lower) &&
  !ofDocuments.test(token.lower) &&
  !names(token.lower) &&
  !isKindLike(token.text) &&
  !isTelling(token) &&
  !asks(token.lower)

const asks = (word: string): boolean => {
  const found = verbAt(word)
  return found !== undefined && onlyAsks(found.verb)
}

/** `cron` in `cronjob` is another word; "cronjobs" are some of it. */
function isWordOf(code: string, text: string): boolean {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return !/^[a-z]+$/.test(plain) || new RegExp(`${plain}(?:s|es)?(?![a-z])`).test(text)
}

/** Until when it is so, which comes about later. */
const timely = /\s(?:until|till)\s.*$/i
/** With a subject and an end, whatever its verb. */
const isSentence = (text: string): boolean =>
  /^(?:the|an?|its|their|this|these|all|both|each|no)\s(?:\S+\s){3,40}\S+\.$/i.test(text)
/** What somebody or something is able to do, which commands try. */
const ability =
  /\b(?:can|cannot|could|can['’]t|could(?:n['’]t| not)|able to|allowed to|permitted to)\s+(?:not\s+|still\s+|now\s+|only\s+|no longer\s+)*(?!(?:also\s+)?(?:be\s+(?:seen|observed|found|shown|read)|see|observe|find|be\b))[a-z]+/i

/** What is printed is set; not so where two things are told apart. */
const contrast = /\b(?:whereas|while|but|unlike)\b/i

/**
 * The first word of a statement that nothing shows; undefined where it states nothing, or all is shown.
 * @param text what is typed and shown beside it, in lower case
 */
export function unshownWord(sentence: string, text: string): string | undefined {
  const plain = sentence
    .replace(/^[^\w`]+|\([^)]*\)/g, ' ')
    .trim()
    .replace(timely, '')
  // "Check whether it fell back": what is shown is the answer.
  if ((!statesAtAll(plain) && !isSentence(plain)) || isRemark(plain) || /\b(?:if|whether)\b/i.test(plain))
    return undefined
  const able = ability.exec(plain)?.[0]
  if (able !== undefined) return able
  const tokens = tokensOf(plain)
  const flat = text.replace(/[\s_-]/g, '')
  const isShown = (word: string): boolean => {
    const root = stem(word)
    if (word === 'set' && !contrast.test(plain)) return true
    if (/^time/.test(root)) return /time|date|age/.test(text)
    return root.length > 3 ? flat.includes(root.replace(/-/g, '')) : new RegExp(`\\b${root}`).test(text)
  }
  return (
    tokens.find((token) => saysSomething(token) && !isShown(token.lower))?.text ??
    tokens.find((token) => token.kind === 'code' && !isWordOf(token.text, text))?.text ??
    countedTwice(tokens, text)
  )
}

/** "Two pods with the indexes 0 and 2" where there is one 2: a number stands for one thing. */
function countedTwice(tokens: readonly Token[], text: string): string | undefined {
  const said = new Map<string, number>()
  for (const { kind, text: written, lower } of tokens) {
    const number = kind === 'number' ? written : lower === 'one' ? undefined : digitsOf(lower)
    if (number !== undefined) said.set(number, (said.get(number) ?? 0) + 1)
  }
  return [...said].find(([number, times]) => {
    if (times === 1) return false
    const found = text.match(new RegExp(`(?<![\\w.])${number}(?![\\w.])`, 'g'))?.length ?? 0
    return found < times
  })?.[0]
}
