// Clauses about who owns what: "the Deployment owns the ReplicaSet", "the pods are owned by a ReplicaSet", "nobody owns the pod".
import type { ClaimBody, Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, auxiliary, be } from './common-words.ts'
import { optional } from './field-claims.ts'
import { objectPhrase, objectPhrases, pronoun } from './object-phrases.ts'

const owned = words('owned | managed | controlled')
const owns = words('own | owns | owned | manage | manages | control | controls')
const nobody = words(
  'nobody | no one | nothing | no object | no other object | no controller | no workload | none',
)
/** Whose it is; undefined: it is said that nobody's. */
const by: Parser<Subject | undefined> = alt<Subject | undefined>(
  map(objectPhrase, (subject) => subject),
  map(nobody, () => undefined),
)
const about: Parser<(Subject | undefined)[]> = alt<(Subject | undefined)[]>(
  map(objectPhrases, (subjects) => subjects),
  map(pronoun, () => [undefined]),
)

const owner = (subject: Subject | undefined, found: Subject | undefined, no: boolean): ClaimBody => ({
  kind: 'owner',
  ...optional(subject),
  ...(found === undefined ? {} : { owner: found }),
  negated: no,
})

/** "is owned by", "belongs to": of whom it is said, and by whom. */
const passive: Parser<ClaimBody[]> = filterMap(
  seq(
    about,
    alt(
      map(seq(be, adverbs, owned, adverbs, words('by')), ([no]) => no),
      map(seq(auxiliary, words('belong to | belongs to | belonged to')), ([no]) => no),
    ),
    by,
  ),
  ([subjects, no, found]) =>
    // "is not owned by nobody": who knows?
    no && found === undefined ? undefined : subjects.map((one) => owner(one, found, no)),
)

/** How many it owns is counted elsewhere: here it is said of those that are meant. */
const those = words('the | this | that | these | those | its | all | all the | both | each')
const active: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(seq(objectPhrase, auxiliary, owns, thosePhrases()), ([found, no, , subjects]) =>
    subjects.map((one) => owner(one, found, no)),
  ),
  filterMap(seq(opt(words('there is')), nobody, owns, thosePhrases()), ([, , , subjects]) =>
    subjects.map((one) => owner(one, undefined, false)),
  ),
)
/** Objects that a definite article, or a name, tells from others. */
function thosePhrases(): Parser<Subject[]> {
  return (input, at) =>
    objectPhrases(input, at).filter(
      ([subjects]) => those(input, at).length > 0 || subjects.every(({ names }) => names !== undefined),
    )
}

/** A claim about owners of objects. */
export const ownershipClause: Parser<ClaimBody[]> = alt(passive, active)
