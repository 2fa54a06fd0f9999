// What a sentence before commands says of something there, which nothing beside it shows: "The Deployment is orphaned:".
import { kindAt } from '../claims/kinds.ts'
import { plainVerb } from '../claims/plain-statement.ts'

const copula =
  /\b(?:is|are|was|were|been|being|got|gets|stays?|stayed|remains?|remained|becomes?|became|turns|turned|ends? up|ended up)\s+(?:(?:now|still|also|again|then|just|only|not|no longer|never|already|immediately|correctly|successfully|properly|automatically|indeed|therefore)\s+)*([a-z]+)\b/gi
/** What somebody or something may be, rather than a noun or a preposition. */
const quality = /(?:ed|en|ble|ous|ive|less|own|upt|orphan|idle|dead|wrong|stale|fresh|empty|full)$/
/** What is so of whatever commands show, of the test itself, or is held against the cluster where it is read. */
const neutral =
  /^(?:shown|listed|displayed|printed|expected|seen|given|used|needed|required|described|defined|based|called|named|created|made|started|performed|executed|tested|verified|checked|validated|installed|applied|deployed|executable|done|taken|possible|available|visible|able|reachable|accessible|obtained|observed|provided|added|included|written|stored|known|retrieved|updated|changed|captured|collected|reported|returned|followed|unable|when|then|open|often|even|own|down|been|seven|eleven)$/
const verbs =
  /^(?:shows?|prints?|outputs?|returns?|lists?|gives?|reports?|displays?|contains?|includes?|looks?|uses?|works?|exists?|says?|tells?|follows|gets|got|came|comes|creates?|created|made|took|gave|went|goes|runs?|ran|responds?|allows?|supports?|provides?|requires?|needs?|used|needed|called|named|expected|proceeds?|starts?|began|begins?|executed|performed|applied|done)$/

/** When and why it is so: what comes before or after it is not shown here. */
const dependent =
  /\s(?:until|till|once|when|whenever|while|before|after|because|since|as|if|unless|so that|although|though|which|who|where)\s.*$/i

const stem = (word: string): string => word.replace(/(?:ed|en|ing|es|s)$/, '')

const object = /^(?:it|the|an?|its|their|no|all|any|each|both|every|another|this|that|them)$/
const finite = /^[a-z]{2,}[^\Wsu]s$/
/** "Disabling it breaks that": what comes of doing something. */
function verbOfDoing(sentence: string): { done: string; verb: string } | undefined {
  const [first = '', ...words] = sentence
    .toLowerCase()
    .replace(/^\W+/, '')
    .split(/[\s,;:.]+/)
  if (!/^[a-z-]{3,}ing$/.test(first)) return undefined
  const verb = words
    .slice(0, 8)
    .find((word, i) => finite.test(word) && kindAt([word]) === undefined && object.test(words[i + 1] ?? ''))
  return verb === undefined ? undefined : { done: first, verb }
}
/** What is done by whatever commands stand there. */
const looks =
  /^(?:(?:re-?)?(?:runn|us|list|look|check|gett|describ|read|print|show|query|inspect|verify|observ|watch|ask|do|follow|execut|test|call|includ|see)ing)$/
/** "The mode is slow:" */
const complementAtEnd =
  /\b(?:is|are|was|were|stays|remains|becomes|became)\s+(?:(?:now|still|also|again|then|just|indeed)\s+)*([a-z]+)\s*[:.]?\s*$/i
const idleEnd =
  /^(?:it|there|here|so|this|that|these|those|below|above|as|how|what|in|on|at|of|for|from|with|by|to|the|an?|like|similar|same|fine|ok|good|correct|right|true|false|now|again|next|not|running|ready|up|follows|following|simple|interesting|important|different|identical|equal|ours|mine|yours|theirs|both|two|one|three)$/

/** "the outdated pod", "on the upgraded cluster": what tells which one is meant. */
const attribute =
  /\b(?:the|its|this|that|these|those|our|all|both|each|every)\s+((?:[a-z]+\s+){1,3}?)([a-z]+)\b/gi
const located = /^(?:clusters?|nodes?|machines?|hosts?|workers?|control-plane|server|component|components)$/
/** What tells nothing that could be otherwise, or is read elsewhere. */
const anyOne =
  /^(?:given|existing|following|above|below|aforementioned|mentioned|desired|required|related|said|whole|entire|sample|new|long-?lived|own|available|specified|corresponding|respective|intended|resulting|selected|limited|dedicated|embedded|unprivileged|privileged|distributed|shared|combined|detailed|seven|eleven|hidden|green|open)$/

/**
 * The first word that tells which of the cluster's things is meant, and that nothing shows or told before. @param text what is typed and
 * shown beside the sentence @param before what stands before it in the section; both in lower case
 */
export function unshownAttribute(sentence: string, text: string, before: string): string | undefined {
  const plain = sentence.replace(/`[^`]*`/g, 'it').replace(dependent, '')
  for (const [, found = '', noun = ''] of plain.matchAll(attribute)) {
    if (kindAt([noun.toLowerCase()]) === undefined && !located.test(noun.toLowerCase())) continue
    const word = found
      .trim()
      .toLowerCase()
      .split(/\s+/)
      .find((one) => quality.test(one) && !neutral.test(one) && !anyOne.test(one) && !told(one, text, before))
    if (word !== undefined) return word
  }
  return undefined
}
const told = (word: string, text: string, before: string): boolean =>
  [text, before].some((one) => one.includes(stem(word).replace(/^re-?/, '')))

/** The first quality or verb of a sentence that nothing beside it shows; undefined: there is none. @param text what is typed and shown, in lower case */
export function unshownPredicate(sentence: string, text: string): string | undefined {
  const plain = sentence.replace(/`[^`]*`/g, 'it').replace(dependent, '')
  const isShown = (word: string): boolean =>
    stem(word).length > 3 ? text.includes(stem(word)) : new RegExp(`\\b${stem(word)}`).test(text)
  for (const [, found] of plain.matchAll(copula)) {
    const word = found!.toLowerCase()
    if (quality.test(word) && !neutral.test(word) && !isShown(word)) return word
  }
  const end = complementAtEnd.exec(plain)?.[1]?.toLowerCase()
  if (end !== undefined && !neutral.test(end) && !idleEnd.test(end) && !isShown(end)) return end
  const doing = verbOfDoing(plain)
  if (doing !== undefined && !isShown(doing.done) && !looks.test(doing.done)) return doing.done
  const verb = plainVerb(plain) ?? doing?.verb
  return verb === undefined || verbs.test(verb) || isShown(verb) ? undefined : verb
}
