// What clauses say of fields: that they are set, are a value, are as they were.
import type { FieldTest } from './claim.ts'
import { alt, filterMap, list, many, map, opt, type Parser, seq, table, token, words } from './combinators.ts'
import { adverb, adverbs, auxiliary, be, code, comparison, mark, negation, number } from './common-words.ts'
import { fieldClaims, negate } from './field-claims.ts'
import { whose } from './field-phrases.ts'
import { fieldStates, fieldVerbs } from './lexicon.ts'
import type { Predicate } from './topic.ts'

/** A value: code, a number, a word that is written like one. */
export const value: Parser<string> = alt(
  code,
  map(seq(number, mark('%')), ([many]) => `${many}%`),
  map(seq(number, words('seconds | second | percent')), ([many]) => String(many)),
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
    opt(words('replicas | replica')),
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
  'equals | equal | defaults to | default to | defaulted to | has the value | have the value | reads | shows | says | has value | == | has a value of',
)

const ups =
  words(`rises | rose | grows | grew | increases | increased | goes up | went up | has risen | has grown | has increased
  | has gone up | is raised | was raised | is increased | was increased | has been raised | has been increased | is bumped | was bumped`)
const downs =
  words(`drops | dropped | falls | fell | decreases | decreased | goes down | went down | shrinks | shrank | has dropped
  | has fallen | has decreased | has gone down | is lowered | was lowered | is reduced | was reduced | has been lowered
  | has been reduced | is decreased | was decreased`)
const turns =
  words(`changes | changed | has changed | goes | went | has gone | switches | switched | flips | flipped | moves
  | moved | returns | returned | reverts | reverted | goes back | went back | falls back | fell back | is changed | was changed
  | has been changed | got changed`)
/** "Drops from 3 to 2", "goes back to `nginx:1.25`". */
const moves: Parser<FieldTest[]> = map(
  seq(
    adverbs,
    alt(
      map(ups, () => 'up' as const),
      map(downs, () => 'down' as const),
      map(turns, () => 'other' as const),
    ),
    adverbs,
    opt(map(seq(words('from'), value), ([, from]) => from)),
    words('to | back to | to only | down to | up to'),
    opt(words('the value | a value of')),
    value,
  ),
  ([, moved, , from, , , to]) => [
    {
      is: 'equals',
      value: to,
      ...(from === undefined ? {} : { from }),
      moved,
    },
  ],
)

/** "is (not) set", "becomes `2`", "equals 3", "can not be accessed". */
const fieldTests: Parser<FieldTest[]> = alt<FieldTest[]>(
  moves,
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
export const fieldPredicate: Parser<Predicate> = map(
  seq(fieldTests, adverbs, opt(words('as before | as it was before')), opt(whose)),
  ([tests, , asBefore, subjects]) =>
    (topic) => {
      const found: FieldTest[] = asBefore === undefined ? tests : [...tests, { is: 'unchanged' }]
      if (topic === 'same' || !('fields' in topic)) return undefined
      const { fields } = topic.fields
      if (subjects !== undefined && topic.fields.subjects.length > 0) return undefined
      return found.flatMap((test) =>
        fieldClaims({ fields, subjects: subjects ?? topic.fields.subjects }, test),
      )
    },
)
