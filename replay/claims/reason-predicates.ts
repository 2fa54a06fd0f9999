// What clauses say of why: "failed with reason `DeadlineExceeded`", "the `Ready` condition is `False` with reason `x`".
import type { ClaimBody } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, code, remark } from './common-words.ts'
import { optional } from './field-claims.ts'
import { fieldPredicate } from './field-predicates.ts'
import { hasPredicate, having } from './having.ts'
import { reasonPhrase } from './reason-phrases.ts'
import { objectState, stateClaim } from './state-predicates.ts'
import { ofObjects, type Predicate } from './topic.ts'

/** "is in the `Failed` phase with reason `Evicted`". */
const stateForReason: Parser<Predicate> = filterMap(
  seq(objectState, adverbs, opt(remark), reasonPhrase),
  ([{ state, negated }, , , reason]) =>
    // Not in the state, or for another reason?
    negated
      ? undefined
      : ofObjects((subject) => [
          stateClaim(subject, state, false),
          { kind: 'reason', reason, ...optional(subject), negated: false, state },
        ]),
)

/** Of claims about conditions alone, none of which is absent. */
function because(bodies: ClaimBody[] | undefined, reason: string): ClaimBody[] | undefined {
  const found = bodies?.map((body) =>
    body.kind === 'condition' && body.present ? { ...body, reason } : undefined,
  )
  return found?.every((one) => one !== undefined) ? found : undefined
}
const conditionForReason: Parser<Predicate> = map(
  seq(alt(fieldPredicate, hasPredicate), reasonPhrase),
  ([predicate, reason]) =>
    (topic) =>
      because(predicate(topic), reason),
)

/** "The Pod has the reason `x`", "the condition has the reason `x`". */
const hasReason: Parser<Predicate> = map(
  seq(having, opt(words('a | the')), reasonPhrase),
  ([no, , reason]) =>
    (topic) => {
      if (topic === 'same' || !('fields' in topic))
        return ofObjects((subject) => [{ kind: 'reason', reason, ...optional(subject), negated: no }])(topic)
      const { fields, subjects } = topic.fields
      if (no || fields.some(({ of }) => of !== 'condition')) return undefined
      const of = subjects.length === 0 ? [undefined] : subjects
      return of.flatMap((subject) =>
        fields.map(({ name }) => ({
          kind: 'condition' as const,
          condition: name,
          ...optional(subject),
          present: true,
          reason,
        })),
      )
    },
)

const saying: Parser<string> = map(
  seq(opt(words('with | and')), opt(words('the | a')), words('message'), opt(words('of')), code),
  ([, , , , found]) => found,
)
/** "the `Available` condition has the message `x`", "is `True` with the message `x`". */
const conditionSays: Parser<Predicate> = alt(
  map(seq(alt(fieldPredicate, hasPredicate), saying), ([predicate, message]) => (topic) => {
    const found = predicate(topic)?.map((body) =>
      body.kind === 'condition' && body.present ? { ...body, message } : undefined,
    )
    return found?.every((one) => one !== undefined) ? found : undefined
  }),
  map(seq(having, saying), ([no, message]) => (topic) => {
    if (no || topic === 'same' || !('fields' in topic)) return undefined
    const { fields, subjects } = topic.fields
    if (fields.some(({ of }) => of !== 'condition')) return undefined
    return (subjects.length === 0 ? [undefined] : subjects).flatMap((subject) =>
      fields.map(({ name }) => ({
        kind: 'condition' as const,
        condition: name,
        ...optional(subject),
        present: true,
        message,
      })),
    )
  }),
)

/** What clauses say of reasons in the status of objects and conditions. */
export const reasonPredicate: Parser<Predicate> = alt(
  stateForReason,
  conditionForReason,
  hasReason,
  conditionSays,
)
