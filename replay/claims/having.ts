// What clauses say objects have: fields, conditions, elements of lists.
import type { ClaimBody, FieldName, FieldTest } from './claim.ts'
import { alt, filterMap, list, many, map, opt, type Parser, seq, succeed, words } from './combinators.ts'
import { adverbs, and, auxiliary, code, comma, quantity } from './common-words.ts'
import { fieldClaims, negate, optional } from './field-claims.ts'
import { anyFields, assignedCode, type FieldPhrase, plainField } from './field-phrases.ts'
import { value } from './field-predicates.ts'
import { placeNouns, placeOf } from './noun-places.ts'
import { kindNoun } from './object-phrases.ts'
import type { Predicate, Topic } from './topic.ts'

const article =
  words(`a | an | the | its | their | any | some | all | all the | correct | new | another | a different | of | the corresponding | this
  | these | also | each`)
const asItWas = words('old | same | previous | original')
const said = many(alt(article, asItWas))
const isOld = (found: readonly string[]): boolean =>
  found.some((word) => /^(?:old|same|previous|original)$/.test(word))
/** Whether they say that it is what it was: "the old", "the same". */
export const articles: Parser<boolean> = map(said, isOld)
/** "without the index label" after what was created. */
export const accompanied: Parser<{ no: boolean; old: boolean; fields: FieldName[]; value?: string }> =
  filterMap(
    seq(
      alt(
        map(words('with | having'), () => false),
        map(words('without | with no | without any'), () => true),
      ),
      articles,
      anyFields,
      opt(map(seq(words('of'), value), ([, found]) => found)),
    ),
    ([no, old, fields, found]) =>
      found === undefined ? { no, old, fields } : no ? undefined : { no, old, fields, value: found },
  )
/** "has", "does not have", "still contains": whether it says no. */
export const having: Parser<boolean> = alt(
  map(
    seq(
      auxiliary,
      words(
        `have | has | had | contain | contains | contained | include | includes | included | carry | carries | having | report
          | reports | show | shows | hold | holds`,
      ),
      adverbs,
    ),
    ([negated]) => negated,
  ),
  map(seq(auxiliary, words('runs with | run with | comes with | come with')), ([negated]) => negated),
  map(words('is left with | are left with | was left with | were left with'), () => false),
  map(words('lacks | lack | are without | is without'), () => true),
)
/** Of what is named, not counted: who lost two pods may have others. */
const losing: Parser<boolean> = map(words('lost | loses'), () => true)
const keeping: Parser<boolean> = map(
  seq(auxiliary, words('keep | keeps | kept | retain | retains | preserve | preserves'), adverbs),
  ([negated]) => negated,
)
const noneOf = opt(words('no | neither | none of | zero | not any'))
const afterField: Parser<FieldTest | undefined> = alt<FieldTest | undefined>(
  succeed(undefined),
  map(
    words('set | present | visible | available | populated | field set | defined | assigned | there | back'),
    () => ({ is: 'set' }) as const,
  ),
  map(
    seq(
      opt(words('set | equal | with | that is set | which is set | that is')),
      opt(
        words(
          'to | that says | which says | with status | with value | with the value | of | == | as | value | status | equal to',
        ),
      ),
      value,
    ),
    ([, , found]) => ({ is: 'equals', value: found }) as const,
  ),
  map(words('unset | empty | cleared'), () => ({ is: 'unset' }) as const),
)

interface NamedFields {
  old: boolean
  /** "A new cluster IP"; "the new field" is one that a release brought. */
  isNew?: boolean
  fields: FieldName[]
}
/** "the field", where the document named it before. */
const thatField: Parser<NamedFields> = map(words('the field | this field | that field'), () => ({
  old: false,
  fields: [{ name: 'field', that: true }],
}))
/** A field that is called one may be new itself, as a release brings it; "a new replicas value" is another than before. */
const mayBeNew = ({ of }: FieldName, last: string | undefined): boolean =>
  of === 'field' ? /^values?$/.test(last ?? '') : of !== 'condition'
const namedFields: Parser<NamedFields> = (input, at) =>
  seq(said, anyFields)(input, at).map(([[found, fields], end]) => [
    {
      old: isOld(found),
      isNew:
        found.some((word) => /^(?:new|another|a different)$/.test(word)) &&
        !found.includes('the') &&
        fields.every((field) => mayBeNew(field, input.tokens[end - 1]?.lower)),
      fields,
    },
    end,
  ])
/** What clauses say with "has": that fields are set, or kept as they were. */
export const hasPredicate: Parser<Predicate> = filterMap(
  seq(
    alt<{ negated: boolean; is: 'set' | 'kept' }>(
      map(alt(having, losing), (negated) => ({ negated, is: 'set' as const })),
      map(keeping, (negated) => ({ negated, is: 'kept' as const })),
    ),
    noneOf,
    alt(thatField, namedFields),
    opt(words('field | fields')),
    adverbs,
    afterField,
  ),
  ([{ negated: no, is }, none, { old, isNew, fields }, , , after]) => {
    const test = negate(
      after?.is !== 'equals' && after?.is !== 'unset' && old ? { is: 'kept' } : (after ?? { is }),
      no !== (none !== undefined),
    )
    if (test === undefined || (after?.is === 'equals' && fields.some((one) => holdsMany(one) || one.that)))
      return undefined
    return (topic: Topic) => {
      if (topic !== 'same' && 'fields' in topic) return undefined
      const phrase = { fields: fields.map(asCondition), subjects: topic === 'same' ? [] : topic.objects }
      if (isNew !== true || test.is !== 'set')
        return test.is === 'kept' ? placedClaims(phrase, test) : fieldClaims(phrase, test)
      return placedClaims(phrase, { is: 'changed' }).map((one) => ({
        ...one,
        unsure: 'since when it is new is not said',
      }))
    }
  },
)
/** "The Pods keep their names": what an everyday word means of objects of each kind. */
const placedClaims = ({ fields, subjects }: FieldPhrase, test: FieldTest): ClaimBody[] =>
  (subjects.length === 0 ? [undefined] : subjects).flatMap((subject) =>
    fieldClaims(
      {
        fields: fields.map((field) => placed(field, subject?.kind) ?? field),
        subjects: subject === undefined ? [] : [subject],
      },
      test,
    ),
  )
function placed({ name, plain }: FieldName, kind: string | undefined): FieldName | undefined {
  const noun = plain === true ? placeNouns.get(name.toLowerCase()) : undefined
  return noun === undefined || (kind === undefined && !ofAll.test(noun.word))
    ? undefined
    : placeOf(noun, kind)
}
/** What objects of every kind have. */
const ofAll = /^(?:name|namespace|uid)$/

/** "the labels `a=b`" are no one value. */
const holdsMany = ({ name, plain }: FieldName): boolean =>
  plain === true && /^(?:labels|annotations|taints|finalizers|conditions)$/i.test(name)
/** "has `Complete`": a name with a capital is a condition's, but for acronyms and plurals. */
const asCondition = (field: FieldName): FieldName =>
  field.of === undefined && field.plain === undefined && /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/.test(field.name)
    ? { ...field, of: 'condition' }
    : field

/** "got a StorageClass assigned": the field that refers to it. */
export const assigned: Parser<Predicate> = map(
  seq(
    alt(
      map(seq(auxiliary, words('have | has | got | gets | get | had')), ([no]) => no),
      map(words('without'), () => true),
    ),
    articles,
    kindNoun,
    words('assigned | set'),
  ),
  ([no, , { kind }]) =>
    (topic) => {
      if (topic !== 'same' && 'fields' in topic) return undefined
      const name = `${kind[0]!.toLowerCase()}${kind.slice(1)}Name`
      return fieldClaims(
        { fields: [{ name }], subjects: topic === 'same' ? [] : topic.objects },
        { is: no ? 'unset' : 'set' },
      )
    },
)

const assignable = opt(words('condition | conditions | field | fields | label | labels | annotation'))
/** "reports `Available=True`", "has the condition `Available=True`". */
export const hasAssigned: Parser<Predicate> = map(
  seq(alt(having, losing), articles, assignable, assignedCode, assignable),
  ([no, , before, assigned, after]) =>
    (topic) => {
      if (topic !== 'same' && 'fields' in topic) return undefined
      // Which of several it has not is not said.
      if (no && (before ?? after)?.endsWith('s')) return undefined
      const noun = (before ?? after)?.replace(/s$/, '')
      const of = noun === 'condition' || noun === 'label' || noun === 'annotation' ? { of: noun } : {}
      return assigned.flatMap(({ name, value: wanted }) => {
        const field = asCondition({ name, ...of } as FieldName)
        const test: FieldTest = no ? { is: 'differs', value: wanted } : { is: 'equals', value: wanted }
        return fieldClaims({ fields: [field], subjects: topic === 'same' ? [] : topic.objects }, test)
      })
    },
)

const lists =
  words(`endpoint | endpoints | addresses | address | finalizers | finalizer | conditions | condition | ports | port
  | containers | container | taints | taint`)
/** "has", "lists", "holds". */
const listing: Parser<boolean> = alt(
  having,
  map(seq(auxiliary, words('list | lists | hold | holds'), adverbs), ([no]) => no),
)
const listNamed: Parser<FieldName> = alt<FieldName>(
  map(lists, (noun) => ({ name: noun.endsWith('address') ? 'addresses' : noun.replace(/s?$/, 's') })),
  plainField,
  // "two selectable fields"
  map(seq(plainField, words('fields | field | entries | columns')), ([field, noun]) => ({
    ...field,
    name: `${field.name} ${noun.replace(/s?$/, 's')}`,
  })),
)
const gates = words('gate | gates | scheduling gate | scheduling gates')
/** "is left with one gate, `a`": those that keep a Pod from being scheduled. */
export const gatesPredicate: Parser<Predicate> = map(
  seq(listing, quantity, gates, opt(map(seq(comma, list(code, and)), ([, names]) => names))),
  ([no, much, , names = []]) =>
    (topic) => {
      if (no || topic === 'same' || 'fields' in topic || topic.objects.some(({ kind }) => kind !== 'Pod'))
        return undefined
      const field = { name: '.spec.schedulingGates' }
      return topic.objects.flatMap((subject) => [
        { kind: 'members' as const, field, subject, ...much },
        ...names.map((value) => ({
          kind: 'element' as const,
          field: { name: '.spec.schedulingGates.name' },
          subject,
          value,
          present: true,
        })),
      ])
    },
)
/** "has two endpoints", "has three rules". */
export const memberPredicate: Parser<Predicate> = map(
  seq(listing, quantity, adverbs, opt(words('ready | serving | terminating')), listNamed),
  ([no, much, , which, field]) =>
    (topic) => {
      if (no || (topic !== 'same' && 'fields' in topic)) return undefined
      if (field.plain === true && (which !== undefined || topic === 'same')) return undefined
      const subjects = topic === 'same' ? [undefined] : topic.objects
      return subjects.map((subject) => ({
        kind: 'members' as const,
        field,
        ...optional(subject),
        ...much,
        ...(which === undefined ? {} : { state: which }),
      }))
    },
)
