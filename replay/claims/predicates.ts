// What clauses say of their topic: fields that are set, objects that run, things that are had.
import type { ClaimBody, FieldName, FieldTest, Subject } from './claim.ts'
import {
  alt,
  filterMap,
  list,
  many,
  map,
  memo,
  opt,
  type Parser,
  seq,
  succeed,
  table,
  token,
  words,
} from './combinators.ts'
import {
  adjuncts,
  adverb,
  adverbs,
  auxiliary,
  be,
  code,
  comma,
  comparison,
  negation,
  number,
  quantity,
} from './common-words.ts'
import { fieldClaims, negate, optional } from './field-claims.ts'
import { anyFields, assignedCode, type FieldPhrase, whose } from './field-phrases.ts'
import { fieldStates, fieldVerbs, objectStates, objectVerbs } from './lexicon.ts'
import { kindNoun } from './object-phrases.ts'

/** What a clause is about; `same` is what the clause before was about, or nothing that is said. */
export type Topic = { objects: Subject[] } | { fields: FieldPhrase } | 'same'
/** A clause without its topic; undefined: it cannot be said of such a topic. */
export type Predicate = (topic: Topic) => ClaimBody[] | undefined

/** A value: code, a number, a word that is written like one. */
export const value: Parser<string> = alt(
  code,
  map(number, String),
  token((one) =>
    one.kind === 'word' && /^(?:true|false|[A-Z][A-Za-z]*|v?\d[\w.]*%?)$/.test(one.text)
      ? one.text
      : undefined,
  ),
)

const tests = (entries: Readonly<Record<string, FieldTest['is']>>): Parser<FieldTest> =>
  map(table(entries), (is) => ({ is }) as FieldTest)
const fieldName = filterMap(code, (text) =>
  /^\.?[a-z][A-Za-z]+(?:\.[A-Za-z]+)*$/.test(text) ? text : undefined,
)
const sameAs: Parser<FieldTest> = map(
  seq(
    words('the same as | equal to | the same value as | identical to'),
    many(words('the | value | of | field')),
    fieldName,
    opt(words('field')),
  ),
  ([, , field]) => ({ is: 'same-as', field }),
)
const toValue: Parser<FieldTest> = map(
  seq(
    opt(
      words(
        'set | reset | set back | defaulted | updated | changed | changed back | equal | restored | reverted',
      ),
    ),
    opt(words('to | as | back to | at')),
    opt(words('the value | value | a value of | the value of')),
    value,
  ),
  ([, , , found]) => ({ is: 'equals', value: found }),
)
const compared: Parser<FieldTest> = map(seq(comparison, number), ([how, many]) =>
  how === '==' ? { is: 'equals', value: String(many) } : { is: 'compares', comparison: how, number: many },
)
const complement: Parser<FieldTest> = alt(tests(fieldStates), sameAs, toValue, compared)
/** "unchanged", "visible again and unchanged" share one form of "to be". */
const complements: Parser<FieldTest[]> = list(
  map(seq(complement, many(adverb)), ([test]) => test),
  words('and | but'),
)

const cannotBe = (done: string): Parser<unknown> =>
  seq(
    words('can not | could not | can no longer | may not | must not | can not be'),
    adverbs,
    opt(words('be')),
    adverbs,
    words(done),
  )
const equalsVerb = words(
  'equals | equal | has the value | have the value | reads | shows | says | has value | == | has a value of',
)

/** "is (not) set", "becomes `2`", "equals 3", "can not be accessed". */
const fieldTests: Parser<FieldTest[]> = alt<FieldTest[]>(
  // "is not 3 but 4", "is not set and unchanged": what is denied of several is not clear.
  filterMap(seq(be, adverbs, complements), ([no, , found]) =>
    no && found.length > 1 ? undefined : allOf(found.map((test) => negate(test, no))),
  ),
  filterMap(seq(auxiliary, equalsVerb, opt(words('to | of')), value), ([no, , , found]) =>
    allOf([negate({ is: 'equals', value: found }, no)]),
  ),
  filterMap(seq(auxiliary, tests(fieldVerbs)), ([no, test]) => allOf([negate(test, no)])),
  map(seq(words('has | have | had'), negation, words('changed')), ([, no]) => [
    { is: no ? 'unchanged' : 'changed' },
  ]),
  map(cannotBe('set | updated | changed | modified | specified | written | added'), () => [
    { is: 'refused' },
  ]),
  map(cannotBe('accessed | read | seen | retrieved | viewed'), () => [{ is: 'unset' }]),
  map(
    seq(
      words('can | could'),
      adverbs,
      words('be'),
      adverbs,
      words('accessed | read | seen | retrieved | viewed'),
    ),
    () => [{ is: 'set' }],
  ),
)
const allOf = <T>(found: (T | undefined)[]): T[] | undefined =>
  found.every((one) => one !== undefined) ? (found as T[]) : undefined

/** Whose it is may follow: "is missing in the ReplicaSet". */
const fieldPredicate: Parser<Predicate> = map(
  seq(fieldTests, adverbs, opt(whose)),
  ([found, , subjects]) =>
    (topic) => {
      if (topic === 'same' || !('fields' in topic)) return undefined
      const { fields } = topic.fields
      if (subjects !== undefined && topic.fields.subjects.length > 0) return undefined
      return found.flatMap((test) =>
        fieldClaims({ fields, subjects: subjects ?? topic.fields.subjects }, test),
      )
    },
)

/** A status that is written as kubectl's column has it: `ContainerCreating`. */
const statusWord: Parser<string> = alt(
  filterMap(code, (text) => (/^[A-Z][A-Za-z]+$/.test(text) ? text.toLowerCase() : undefined)),
  token((one) =>
    one.kind === 'word' && /^[A-Z][a-z]+(?:[A-Z][A-Za-z]+)?$/.test(one.text) ? one.lower : undefined,
  ),
)
export const state: Parser<string> = alt(table(objectStates), statusWord)
const stateNoun = words('state | phase | status | states')
export const stateComplement: Parser<string> = alt(
  state,
  map(
    seq(
      words(
        'in | in the | in a | in state | in phase | in status | at | marked | marked as | reported as | stuck in | stuck in the | set to',
      ),
      state,
      opt(stateNoun),
    ),
    ([, found]) => found,
  ),
  map(seq(words('the | a'), state, stateNoun), ([, found]) => found),
)
const moving =
  words(`enters | enter | entered | goes to | go to | goes into | moves to | move to | moves into | transitions to
  | transition to | transitioned to | reaches | reach | ends up | end up | ended up | stays | stay | remains | remain
  | remained | stayed | keeps | goes | turns | shows as | shows up as | continues in | gets into | switches to`)

interface Said {
  state: string
  negated: boolean
}
export const objectState: Parser<Said> = memo(
  alt<Said>(
    map(seq(be, adverbs, stateComplement), ([negated, , found]) => ({ state: found, negated })),
    map(
      seq(auxiliary, moving, opt(words('in | the | in the | at')), stateComplement, opt(stateNoun)),
      ([negated, , , found]) => ({ state: found, negated }),
    ),
    map(seq(auxiliary, table(objectVerbs)), ([negated, found]) => ({ state: found, negated })),
    map(seq(be, adverbs, words('unchanged | untouched | unmodified | the same as before')), ([no]) => ({
      state: 'changed',
      negated: !no,
    })),
    map(seq(words('has | have | had'), negation, words('changed')), ([, negated]) => ({
      state: 'changed',
      negated,
    })),
    map(seq(auxiliary, words('get | gets'), table(objectStates)), ([negated, , found]) => ({
      state: found,
      negated,
    })),
    map(seq(adverbs, words('running | pending')), ([, found]) => ({ state: found, negated: false })),
    map(
      seq(words('has | have'), opt(words('the | a')), words('status | phase'), statusWord),
      ([, , , found]) => ({ state: found, negated: false }),
    ),
    map(seq(words('has | have'), words('the | a'), statusWord, stateNoun), ([, , found]) => ({
      state: found,
      negated: false,
    })),
  ),
)

/** Said of a number of objects, it is their number. */
export function stateClaim(subject: Subject | undefined, found: string, negated: boolean): ClaimBody {
  if (
    subject === undefined ||
    typeof subject.number !== 'number' ||
    found === 'deleted' ||
    found === 'changed' ||
    negated
  )
    return { kind: 'state', ...optional(subject), state: found, negated }
  const limited = found === 'existing' ? subject : { ...subject, state: found }
  return { kind: 'count', subject: limited, comparison: '==', number: subject.number }
}

const article =
  words(`a | an | the | its | their | any | some | all | all the | correct | new | of | the corresponding | this
  | these | also | each`)
/** Whether they say that it is what it was: "the old", "the same". */
const articles: Parser<boolean> = map(
  many(
    alt(
      map(article, () => false),
      map(words('old | same | previous | original'), () => true),
    ),
  ),
  (found) => found.includes(true),
)
/** "without the index label" after what was created. */
const accompanied: Parser<{ no: boolean; old: boolean; fields: FieldName[] }> = map(
  seq(
    alt(
      map(words('with | having'), () => false),
      map(words('without | with no | without any'), () => true),
    ),
    articles,
    anyFields,
  ),
  ([no, old, fields]) => ({ no, old, fields }),
)
const statePredicate: Parser<Predicate> = map(
  seq(
    objectState,
    adverbs,
    opt(seq(opt(comma), opt(words('but')), accompanied)),
    opt(words('set | reserved | preserved | kept | present | reference | field | fields')),
  ),
  ([{ state: found, negated }, , accompaniment]) =>
    (topic) => {
      if (topic !== 'same' && 'fields' in topic) return undefined
      if (found === 'changed' && topic === 'same') return undefined
      const subjects = topic === 'same' ? [] : topic.objects
      const states =
        topic === 'same'
          ? [stateClaim(undefined, found, negated)]
          : subjects.map((subject) => stateClaim(subject, found, negated))
      if (accompaniment === undefined) return states
      const { fields, no, old } = accompaniment[2]
      return [...states, ...fieldClaims({ fields, subjects }, { is: no ? 'unset' : old ? 'kept' : 'set' })]
    },
)

/** "has", "does not have", "still contains": whether it says no. */
const having: Parser<boolean> = alt(
  map(
    seq(
      auxiliary,
      words(
        `have | has | had | contain | contains | contained | include | includes | included | carry | carries | having | report
          | reports | show | shows`,
      ),
      adverbs,
    ),
    ([negated]) => negated,
  ),
  map(words('lacks | lack | lost | loses | are without | is without'), () => true),
)
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
const hasPredicate: Parser<Predicate> = filterMap(
  seq(
    alt<{ negated: boolean; is: 'set' | 'kept' }>(
      map(having, (negated) => ({ negated, is: 'set' as const })),
      map(keeping, (negated) => ({ negated, is: 'kept' as const })),
    ),
    noneOf,
    articles,
    anyFields,
    opt(words('field | fields')),
    adverbs,
    afterField,
  ),
  ([{ negated: no, is }, none, old, fields, , , after]) => {
    const test = negate(
      after?.is !== 'equals' && after?.is !== 'unset' && old ? { is: 'kept' } : (after ?? { is }),
      no !== (none !== undefined),
    )
    if (test === undefined) return undefined
    return (topic: Topic) =>
      topic !== 'same' && 'fields' in topic
        ? undefined
        : fieldClaims(
            { fields: fields.map(asCondition), subjects: topic === 'same' ? [] : topic.objects },
            test,
          )
  },
)
/** "has `Complete`": a name with a capital is a condition's, but for acronyms and plurals. */
const asCondition = (field: FieldName): FieldName =>
  field.of === undefined && field.plain === undefined && /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/.test(field.name)
    ? { ...field, of: 'condition' }
    : field

/** "got a StorageClass assigned": the field that refers to it. */
const assigned: Parser<Predicate> = map(
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

/** "reports `Available=True`". */
const hasAssigned: Parser<Predicate> = map(
  seq(having, articles, assignedCode, opt(words('condition | field | label | annotation'))),
  ([no, , assigned, noun]) =>
    (topic) => {
      if (topic !== 'same' && 'fields' in topic) return undefined
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
/** "has two endpoints". */
const memberPredicate: Parser<Predicate> = map(
  seq(having, quantity, adverbs, opt(words('ready | serving | terminating')), lists),
  ([no, much, , which, noun]) =>
    (topic) => {
      if (no || (topic !== 'same' && 'fields' in topic)) return undefined
      const subjects = topic === 'same' ? [undefined] : topic.objects
      const name = noun.endsWith('address') ? 'addresses' : noun.replace(/s?$/, 's')
      return subjects.map((subject) => ({
        kind: 'members' as const,
        field: { name },
        ...optional(subject),
        ...much,
        ...(which === undefined ? {} : { state: which }),
      }))
    },
)

const predicate: Parser<Predicate> = alt(
  fieldPredicate,
  statePredicate,
  hasPredicate,
  hasAssigned,
  assigned,
  memberPredicate,
)
/** Between predicates of one topic. */
const between = alt<unknown>(seq(opt(comma), words('and | but | and also | but also | and then')), comma)
/** "are still there but no longer have any hints". */
export const predicates: Parser<Predicate[]> = list(
  map(seq(predicate, adjuncts), ([found]) => found),
  between,
)
