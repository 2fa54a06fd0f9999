// What a sentence before commands says of something there, which nothing beside it shows: "The Deployment is orphaned:".
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

/** The first quality or verb of a sentence that nothing beside it shows; undefined: there is none. @param text what is typed and shown, in lower case */
export function unshownPredicate(sentence: string, text: string): string | undefined {
  const plain = sentence.replace(/`[^`]*`/g, 'it').replace(dependent, '')
  const isShown = (word: string): boolean => text.includes(stem(word))
  for (const [, found] of plain.matchAll(copula)) {
    const word = found!.toLowerCase()
    if (quality.test(word) && !neutral.test(word) && !isShown(word)) return word
  }
  const verb = plainVerb(plain)
  return verb === undefined || verbs.test(verb) || isShown(verb) ? undefined : verb
}
