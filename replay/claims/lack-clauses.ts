// Clauses that say that nothing has a field: "no `x` is set", "none of the Leases has a `x`"; and which value one has: "has `v` as its x".
import type { ClaimBody } from './claim.ts'
import { alt, filterMap, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, be, code } from './common-words.ts'
import { fieldClaims, negate } from './field-claims.ts'
import { bareFields } from './field-phrases.ts'
import { having } from './having.ts'
import { objectPhrase } from './object-phrases.ts'
import type { Predicate, Topic } from './topic.ts'

const field = filterMap(bareFields, (phrase) =>
  phrase.fields.every(({ plain }) => plain !== true) ? phrase : undefined,
)

/** "No `x` is set", "no `x` field is shown". */
const noneSet: Parser<ClaimBody[]> = filterMap(
  seq(
    words('no'),
    field,
    opt(words('field | label | annotation')),
    be,
    adverbs,
    words('set | shown | present | there | defaulted | added | reported | filled in | recorded'),
  ),
  ([, phrase, , no]) => (no ? undefined : fieldClaims(phrase, { is: 'unset' })),
)

/** "No Lease has a `x`", "none of the Leases has the `x` field". */
const noneHas: Parser<ClaimBody[]> = filterMap(
  seq(
    words('no | none of the | none of these | neither of the'),
    objectPhrase,
    adverbs,
    words('has | have | carries | carry | had'),
    adverbs,
    opt(words('a | an | the | any')),
    field,
    opt(words('field | label | annotation | set')),
  ),
  ([, subject, , , , , { fields, subjects }]) =>
    subject.kind === undefined || subject.which !== undefined || subjects.length > 0
      ? undefined
      : fieldClaims({ fields, subjects: [{ ...subject, number: 'many' }] }, { is: 'unset' }),
)

/** "Neither the Job nor its Pod exists". */
const neither: Parser<ClaimBody[]> = filterMap(
  seq(
    words('neither'),
    objectPhrase,
    words('nor'),
    objectPhrase,
    adverbs,
    words(
      'exists | exist | is there | are there | is left | are left | remains | remain | is found | are found',
    ),
    adverbs,
  ),
  ([, one, , other]) =>
    [one, other].some(({ kind, which }) => kind === undefined || which !== undefined)
      ? undefined
      : [one, other].map((subject) => ({
          kind: 'count',
          subject: { ...subject, number: 'many' },
          comparison: '==',
          number: 0,
        })),
)

/** "has `Europe/Berlin` as its time zone". */
export const hasAsPredicate: Parser<Predicate> = filterMap(
  seq(having, code, words('as its | as their | as the | as'), bareFields),
  ([no, value, , { fields, subjects }]) => {
    const test = negate({ is: 'equals', value }, no)
    if (subjects.length > 0 || test === undefined) return undefined
    return (topic: Topic) =>
      topic === 'same'
        ? fieldClaims({ fields, subjects: [] }, test)
        : 'objects' in topic
          ? fieldClaims({ fields, subjects: topic.objects }, test)
          : undefined
  },
)

/** A claim that a field is set nowhere. */
export const lackClause: Parser<ClaimBody[]> = alt(noneSet, noneHas, neither)
