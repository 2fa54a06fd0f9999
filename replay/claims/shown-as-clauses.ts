// Clauses that say as what an object is shown, or how many of those spoken of there are: "kubectl shows it as Terminating", "it is a Deployment of two replicas".
import type { ClaimBody } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, words } from './combinators.ts'
import { adverbs, auxiliary, be, code, comma, number, quantity } from './common-words.ts'
import { kindNoun, objectPhrase } from './object-phrases.ts'
import { objectState, state, stateClaim } from './state-predicates.ts'

/** "`kubectl get`": whoever prints the column. */
const printer = alt<unknown>(
  words('kubectl | the status column | the output | the table | the list'),
  filterMap(code, (text) => (/^kubectl(?: get\b.*)?$/.test(text) ? text : undefined)),
)
const shows = words(
  'shows | lists | reports | prints | displays | show | list | report | print | display | showed | reported | listed',
)
/** "kubectl shows its status as `SchedulingGated`", "reports the claim as Terminating". */
const shownAs: Parser<ClaimBody[]> = map(
  seq(
    printer,
    auxiliary,
    shows,
    alt(
      map(
        words('it | them | its status | their status | its phase | the status | its state'),
        () => undefined,
      ),
      objectPhrase,
    ),
    words('as'),
    opt(words('a | still')),
    state,
  ),
  // What is being deleted is shown as that, whatever its phase.
  ([, no, , subject, , , found]) => [
    stateClaim(subject, found, no),
    ...(no || found === 'terminating' ? [] : [stateClaim(subject, 'terminating', true)]),
  ],
)

/** "It is a Deployment of two replicas". */
const isOneOf: Parser<ClaimBody[]> = filterMap(
  seq(
    words('it | this | that'),
    be,
    words('a | an'),
    kindNoun,
    words('of | with'),
    number,
    words('replicas | replica'),
  ),
  ([, no, , { kind, resource, plural }, , many]) =>
    no || plural
      ? undefined
      : [
          {
            kind: 'amount',
            amount: 'replicas',
            subject: { kind, resource, number: 'one' },
            comparison: '==',
            number: many,
          },
        ],
)

/** "There are three of them", of what was spoken of before. */
const ofThem: Parser<ClaimBody[]> = filterMap(
  seq(words('there'), be, adverbs, quantity, words('of them | of these')),
  ([, no, , much]) =>
    no ? undefined : [{ kind: 'count', subject: { number: 'many', unbound: true }, ...much }],
)

/** "The reason of the condition is `Unschedulable`", "its reason is `x`". */
const reasonIs: Parser<ClaimBody[]> = filterMap(
  seq(
    words(
      'the reason of the condition | the reason of its condition | the reason in the condition | its reason | the reason',
    ),
    opt(comma),
    be,
    adverbs,
    filterMap(code, (text) => (/^[A-Z][A-Za-z]+$/.test(text) ? text : undefined)),
  ),
  ([, , no, , reason]) => [{ kind: 'reason', reason, negated: no }],
)

/** "…, and neither is immutable": none of those that were spoken of. */
const neitherIs: Parser<ClaimBody[]> = filterMap(
  seq(words('neither | neither of them | none of them'), objectState),
  ([, { state: found, negated }]) =>
    negated || found === 'changed' || found === 'deleted'
      ? undefined
      : [{ kind: 'state', subject: { number: 'many', unbound: true }, state: found, negated: true }],
)

/** "Now it starts": the Pod that was spoken of runs. */
const itStarts: Parser<ClaimBody[]> = map(
  seq(words('it | they | both | all of them'), auxiliary, words('start | starts | started')),
  ([, no]) => [{ kind: 'state', state: 'running', negated: no }],
)

/** A claim about what is shown of an object, or of those that were spoken of. */
export const shownAsClause: Parser<ClaimBody[]> = alt(shownAs, isOneOf, ofThem, reasonIs, neitherIs, itStarts)
