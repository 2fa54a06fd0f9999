// What clauses say of objects side by side: on the same node, with different IPs.
import type { ClaimBody, FieldName, Subject } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, auxiliary, be, code } from './common-words.ts'
import { fieldClaims } from './field-claims.ts'
import { isFieldName, plainField } from './field-phrases.ts'
import { having } from './having.ts'
import { type PlaceNoun, placeNouns, placeOf } from './noun-places.ts'
import { objectPhrase } from './object-phrases.ts'
import type { Predicate } from './topic.ts'

/** Whether they are said to be the same. */
const relation: Parser<boolean> = alt<boolean>(
  map(words('the same | same | identical | an identical | equal | a common | the very same'), () => true),
  map(
    words(`different | a different | distinct | a distinct | separate | a separate | unique | a unique | their own | its own
      | the different | another`),
    () => false,
  ),
)

const place: Parser<PlaceNoun> = map(words(...placeNouns.keys()), (word) => placeNouns.get(word)!)
type Named = PlaceNoun | FieldName
const field: Parser<Named> = alt<Named>(
  place,
  map(
    seq(
      opt(words('value of | value for | values of | values for | value in')),
      filterMap(code, (text) => (isFieldName(text) ? { name: text } : undefined)),
      opt(words('field | fields | value | values')),
    ),
    ([, name]) => name,
  ),
  plainField,
)
const isNoun = (named: Named): named is PlaceNoun => 'word' in named

interface Alike {
  same: boolean
  /** It is said to be the same: as each other, or as before. */
  open?: true
  named: Named
}
const located = words('scheduled | running | placed | assigned | located | created | bound | deployed')
const onNode = filterMap(
  seq(
    words('on | onto | to | in | across'),
    alt(
      relation,
      map(words('one | a single'), () => true),
    ),
    filterMap(place, (noun) => (noun.word === 'node' || noun.word === 'namespace' ? noun : undefined)),
  ),
  ([, same, named]) => ({ same, named }),
)
const flip = (no: boolean, { same, named }: Alike): Alike => ({
  same: same !== no,
  named,
  ...(same && !no ? { open: true } : {}),
})
/** "…, each on its own node". */
const each: Parser<Alike> = map(
  alt(
    map(
      words(`each on its own | each on a different | each on a separate | each on another | all on different
        | both on different`),
      () => false,
    ),
    map(words('all on the same | both on the same | all on one'), () => true),
  ),
  (same) => ({ same, named: placeNouns.get('node')! }),
)
const alike: Parser<Alike> = alt<Alike>(
  map(seq(each, words('node | nodes')), ([found]) => found),
  // "… are running, on different nodes"
  onNode,
  map(seq(be, adverbs, opt(words('all | both')), opt(located), adverbs, onNode), ([no, , , , , found]) =>
    flip(no, found),
  ),
  map(
    seq(
      auxiliary,
      words('run | runs | ran | land | lands | landed | end up | ended up | live | ended up running'),
      onNode,
    ),
    ([no, , found]) => flip(no, found),
  ),
  map(
    seq(
      alt(
        having,
        map(
          seq(
            auxiliary,
            words('get | gets | got | use | uses | used | receive | receives | received'),
            adverbs,
          ),
          ([no]) => no,
        ),
        map(seq(be, adverbs, words('assigned | given')), ([no]) => no),
      ),
      relation,
      field,
    ),
    ([no, same, named]) => flip(no, { same, named }),
  ),
  map(
    seq(auxiliary, words('share | shares | shared'), opt(words('the same | a | an | one | the')), field),
    ([no, , , named]) => flip(no, { same: true, named }),
  ),
)

const past: Parser<unknown> = words(
  'as before | as it had before | as they had before | as previously | as in the previous step | than before',
)
const isSeveral = (subjects: readonly Subject[]): boolean =>
  subjects.length > 1 ||
  subjects.some(({ number, names }) => (number !== 'one' && number !== 1) || (names?.length ?? 0) > 1)

/** The field of objects of one kind; undefined where they have no such. */
const fieldOf = (named: Named, kind: string | undefined): FieldName | undefined =>
  isNoun(named) ? placeOf(named, kind) : named

function said(subjects: Subject[], { same, named, open }: Alike, before: boolean): ClaimBody[] | undefined {
  const kinds = new Set(subjects.map(({ kind }) => kind))
  const found = kinds.size === 1 ? fieldOf(named, [...kinds][0]) : undefined
  if (found === undefined) return undefined
  if (before || !isSeveral(subjects))
    return fieldClaims({ fields: [found], subjects }, { is: same ? 'unchanged' : 'changed' })
  if (found.plain === true && same) return undefined
  // "The pods have the same IPs": as each other, or as before?
  const isOpen =
    open === true && (!isNoun(named) || named.plural) && subjects.every(({ number }) => number === 'many')
  return [{ kind: 'alike', subjects, field: found, same, ...(isOpen ? { open: true } : {}) }]
}

/** "are on the same node", "have different IPs", "share an IP". */
export const alikePredicate: Parser<Predicate> = map(
  seq(alike, opt(past)),
  ([found, before]) =>
    (topic) =>
      topic === 'same' || 'fields' in topic ? undefined : said(topic.objects, found, before !== undefined),
)

/** "The IPs of the pods are different". */
export const alikeFieldPredicate: Parser<Predicate> = map(
  seq(
    be,
    adverbs,
    opt(words('all | both')),
    alt<boolean>(
      map(words('identical | equal | equal to each other | the same as each other | alike'), () => true),
      map(words('the same'), () => true),
      map(words('different | distinct | unique | different from each other'), () => false),
    ),
  ),
  ([no, , , same]) =>
    (topic) => {
      if (topic === 'same' || !('fields' in topic)) return undefined
      const { fields, subjects } = topic.fields
      if (fields.length !== 1 || !isSeveral(subjects)) return undefined
      return said(
        subjects,
        flip(no, { same, named: placeNouns.get(fields[0]!.name.toLowerCase()) ?? fields[0]! }),
        false,
      )
    },
)

/** "No two pods share an IP". */
export const noTwoAlike: Parser<ClaimBody[]> = filterMap(
  seq(words('no two'), objectPhrase, alike),
  ([, subject, found]) =>
    subject.number === 'many' && found.same ? said([subject], { ...found, same: false }, false) : undefined,
)
