// Sentences that say with any verb what something of the cluster does: "The pod belongs to a Deployment."
import { namesThing, wordsOfTests } from './document-remarks.ts'
import { kindAt } from './kinds.ts'
import { componentNames, numberWords } from './lexicon.ts'
import { isTelling } from './telling.ts'
import { tokensOf } from './tokens.ts'

const before =
  /^(?:(?:then|now|next|also|finally|again|here|so|but|and|thus|hence|therefore|however|meanwhile|afterwards|eventually|instead|as expected|as before|in the end|by default|after that|at this point),?\s+)*/i
const determiner = /^(?:the|an?|this|that|these|those|its|their|all|both|each|every|some|no|another|any)$/
const pronoun = /^(?:it|they)$/
/** Beside the components by their names. */
const components =
  /^(?:api|servers?|api-?servers|schedulers|controllers?|proxy|etcd|webhooks?|admission|collector|client|kubectl)$/
const isComponent = (word: string): boolean => components.test(word) || Object.hasOwn(componentNames, word)
const parts =
  /^(?:fields?|labels?|annotations?|finalizers?|conditions?|statuse?s?|spec|values?|containers?|volumes?|claims?|endpoints?|slices?|rules?|hints?|replicas?|templates?|quotas?|polic(?:y|ies)|updates?|requests?|objects?|resources?|versions?|roll-?outs?|restarts?|apply|owners?|ports?|addresse?s?|records?|taints?|tolerations?|probes?|logs?|deletions?|defaults?|defaulting|routes?)$/
const adverb =
  /^(?:now|then|still|also|again|never|always|only|just|soon|not|no|longer|once|twice|even|itself|themselves|already|[a-z]+ly)$/
const past =
  'became|went|came|ran|lost|kept|took|held|won|fell|rose|grew|saw|knew|left|sent|bound|found|hung|hit|broke|began|gave|made|lay|sat|stood|overrode|wrote|rewrote|built|rebuilt|fed|caught|brought|chose|froze|forgot|drove|sold|stuck|shut|drew|threw|tore'
const finite = new RegExp(`^(?:[a-z]+(?:-[a-z]+)?(?:[^s]s|ed)|${past})$`)
/** Of more than one thing, only what stands behind it tells a verb. */
const base = /^[a-z]+(?:-[a-z]+)?$/
const object =
  /^(?:the|an?|to|its|their|no|all|any|each|both|every|another|this|that|into|onto|from|with|on|in|at|off|out|up|down|over)$/
/** Nothing that is done: what links words, and nouns that look like verbs. */
const other =
  /^(?:as|its|this|thus|less|is|was|has|does|us|various|previous|in|on|of|at|for|from|with|to|by|and|or|but|that|which|who|whose|when|where|while|if|than|via|per|into|inside|outside|without|within|between|below|above|under|used|needed|based|named|called|created|shown|listed|described|related|following|logs|events|metrics|steps|manifests|labels|annotations|names|fields|files|settings|images|limits|requests|classes|statuses|versions|gates|flags|values|types|tests|ids|ips|objects|resources|replicas|services|nodes|pods|jobs|itself)$/

/** How many words name something of the cluster, and whether more than one: "the old pod", "all its labels", "they"; undefined: they do not begin so. */
function subjectOf(words: readonly string[]): { length: number; plural: boolean } | undefined {
  const [first = ''] = words
  if (pronoun.test(first)) return { length: 1, plural: first === 'they' }
  let at = 0
  while (at < 2 && determiner.test(words[at] ?? '')) at++
  // An adjective or another noun may stand before it.
  for (const skipped of at === 0 ? [0] : [0, 1, 2]) {
    const from = at + skipped
    const kind = kindAt(words.slice(from, from + 5))
    const length = kind?.words ?? thingsFrom(words, from)
    if (length === 0) continue
    const last = words[from + length - 1]!
    return { length: from + length, plural: /[^su]s$/.test(last) }
  }
  return undefined
}
/** "API server" is one thing. */
function thingsFrom(words: readonly string[], from: number): number {
  const isThing = (word = ''): boolean => isComponent(word) || parts.test(word)
  return isThing(words[from]) ? (words[from] === 'api' && isThing(words[from + 1]) ? 2 : 1) : 0
}

/** What begins with an article and is no part of a cluster: the test, its steps, who makes it. */
const ofTest = new RegExp(
  `^(?:${wordsOfTests}|intent|intention|docs?|plans?|admins?|administrators?|suites?|feature|features|enhancement|proposal|implementation|code|results?|outcomes?|outputs?|commands?|questions?|answers?|upgrade|downgrade|rollback|latter|former|first|second|last|only|other|others|way|fact|case|behaviou?r|change|changes|project|team|community|release|releases|version|versions)$`,
)
/** What documents are made of, and what may be of a cluster as well: only where more of that is named something is said of it. */
const ofDocument =
  /^(?:tables?|lists?|pictures?|diagrams?|figures?|screenshots?|illustrations?|columns?|rows?|flags?|options?|arguments?|terminals?|prompts?|shells?|editors?|alias(?:es)?|orders?|graduation|promotion|appendix|appendices|machines?|laptops?|paragraphs?|sentences?|snippets?|listings?|chapters?|headings?|links?|urls?|footnotes?|notes?|comments?|remarks?|overview|summary|introduction|text|naming|notation|convention|tools?|tooling|alpha|beta|ga|stable|design|review|work|effort|trick|hint|tip)$/
const article = /^(?:the|its|their|this|that|these|those|each|every)$/
/** "The budget allows one": the verb behind any one noun, where something is its object. */
function verbOfNoun(words: readonly string[]): string | undefined {
  const [first = '', noun = ''] = words
  if (!article.test(first) || !base.test(noun) || ofTest.test(noun)) return undefined
  const at = [2, 3].find((i) => {
    const [verb = '', next = ''] = words.slice(i)
    return finite.test(verb) && !other.test(verb) && (object.test(next) || isNumber(next))
  })
  if (at !== undefined && words.slice(1, at).some((word) => ofDocument.test(word)))
    return changing.test(words[at]!) || saysOfCluster(words.slice(at + 1)) ? words[at] : undefined
  const between = at === 3 ? words[2]! : ''
  return at === undefined ||
    (between !== '' && (!base.test(between) || other.test(between) || ofTest.test(between)))
    ? undefined
    : words[at]
}
/** What becomes of a thing: that is no text. */
const changing =
  /^(?:chang|join|left|leaves|mov|turn|goes|went|grow|grew|shr[aiu]nk|reboot|boot|restart|shut|crash|fail|drop|remov|delet|add|reset|flip|switch|swap|revers|disappear|vanish|bec[ao]m)/
/** Whether words behind a verb name a thing, a number or a state of the cluster. */
const saysOfCluster = (words: readonly string[]): boolean =>
  words.some(
    (word, at) =>
      /^(?:clusters?|defaults?)$/.test(word) || thingsFrom(words, at) > 0 || tokensOf(word).some(isTelling),
  ) || namesThing(words.join(' '))
const isNumber = (word: string): boolean => /^\d/.test(word) || Object.hasOwn(numberWords, word)

/** Whether a sentence has something of the cluster as its subject, and a verb right behind that. */
export const isPlainStatement = (sentence: string): boolean =>
  !/[:?]\s*$/.test(sentence) && plainVerb(sentence) !== undefined

const brand =
  /^(?:GitHub|GitLab|JavaScript|TypeScript|PowerShell|YouTube|OpenAPI|JSONPath|OpenShift|MicroK8s|MacOS)$/
/** `CronTab`, `HTTPRoutes`: whoever writes so means a kind of objects, of a definition or a release that is not known here. */
export const isKindLike = (word: string): boolean =>
  /^(?:[A-Z][a-z]+[A-Z][A-Za-z]*|[A-Z]{2,}[a-z]{2,}[A-Za-z]*)$/.test(word) &&
  !brand.test(word) &&
  kindAt([word.toLowerCase()]) === undefined

/** The verb right behind the subject of a sentence, where that is something of the cluster; in lower case. */
export function plainVerb(sentence: string): string | undefined {
  const text = sentence.replace(/^\W+/, '').replace(before, '')
  if (text.length > 300) return undefined
  const words = text.replace(/`([^`]*)`/g, (_, code: string) => code.replace(/\s+/g, '_')).split(/[\s,;:.]+/)
  const lower = words.map((word) =>
    isKindLike(word) ? (/s$/.test(word) ? 'objects' : 'object') : word.toLowerCase(),
  )
  const subject = subjectOf(lower)
  if (subject === undefined) return verbOfNoun(lower)
  let at = subject.length
  while (adverb.test(lower[at] ?? '')) at++
  const verb = lower[at] ?? ''
  if (verb === '' || other.test(verb)) return undefined
  if (finite.test(verb) && !(subject.plural && /[^e]s$/.test(verb))) return verb
  return subject.plural && base.test(verb) && object.test(lower[at + 1] ?? '') ? verb : undefined
}
