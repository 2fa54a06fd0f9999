// Clauses that claim something of fields and objects, each with what it means.
import type { ClaimBody, Subject } from './claim.ts'
import { alt, filterMap, many, map, memo, opt, type Parser, seq, token, words } from './combinators.ts'
import { adjuncts, adverbs, be, comparison, number, other, quantity } from './common-words.ts'
import { componentClause, componentPhrase } from './component-clauses.ts'
import { fieldClaims, optional } from './field-claims.ts'
import { assignedCode, bareFields, fieldPhrase, shownValue } from './field-phrases.ts'
import { objectPhrase, objectPhrases, pronoun } from './object-phrases.ts'
import { outputClause } from './output-clauses.ts'
import { objectState, predicates, state, stateComplement, type Topic } from './predicates.ts'

const topic: Parser<Topic> = memo(
  alt<Topic>(
    map(fieldPhrase, (fields) => ({ fields })),
    map(shownValue, (fields) => ({ fields })),
    map(objectPhrases, (objects) => ({ objects })),
    pronoun,
  ),
)

const subjectClause: Parser<ClaimBody[]> = filterMap(seq(topic, adverbs, predicates), ([about, , found]) => {
  const bodies = found.map((predicate) => predicate(about))
  return bodies.some((one) => one === undefined) ? undefined : bodies.flatMap((one) => one!)
})

/** `.status.active=2`, "`x: y`" as a clause of its own. */
const assignment: Parser<ClaimBody[]> = map(
  seq(
    opt(words('the | that | a')),
    assignedCode,
    opt(words('is set | is shown | is present | is reported')),
    opt(map(seq(words('in | for | of | on'), objectPhrase), ([, subject]) => subject)),
  ),
  ([, { name, value }, , subject]) => [
    { kind: 'field', field: { name }, ...optional(subject), test: { is: 'equals', value } },
  ],
)

const some = map(opt(words('a | an | still a')), () => ({ comparison: '>=', number: 1 }) as const)
const thereBe = seq(words('there'), be, adverbs)
/** "there are two EndpointSlices", "there is no `x` field in the Pod". */
const there: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      thereBe,
      alt(quantity, some),
      objectPhrase,
      opt(map(seq(adverbs, alt(state, stateComplement)), ([, found]) => found)),
    ),
    ([[, no], much, subject, inState]) => {
      if (no && much.number !== 1) return undefined
      const limited =
        inState === undefined || inState === 'existing' ? subject : { ...subject, state: inState }
      return [
        { kind: 'count', subject: limited, ...(no ? ({ comparison: '==', number: 0 } as const) : much) },
      ]
    },
  ),
  map(
    seq(
      thereBe,
      opt(words('no | not any | any | a | an | the')),
      alt(fieldPhrase, bareFields),
      opt(words('set | present')),
    ),
    ([[, negated], article, phrase]) =>
      fieldClaims(phrase, { is: negated !== (article === 'no' || article === 'not any') ? 'unset' : 'set' }),
  ),
)

const countOf = (subject: Subject, inState: string): Subject =>
  inState === 'existing' ? subject : { ...subject, state: inState }
/** "no new pods are created", "none of the Pods are running", "only one Pod is pending". */
const counted: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      words('no | no more | no other | none of | none of the | neither of the'),
      objectPhrase,
      opt(objectState),
    ),
    ([, subject, found]) =>
      found?.negated === true || found?.state === 'deleted' || found?.state === 'changed'
        ? undefined
        : [
            {
              kind: 'count',
              subject: countOf(subject, found?.state ?? 'existing'),
              comparison: '==',
              number: 0,
            },
          ],
  ),
  filterMap(
    seq(opt(words('the')), comparison, number, objectPhrase, objectState),
    ([, how, many, subject, found]) =>
      found.negated || found.state === 'deleted' || found.state === 'changed'
        ? undefined
        : [{ kind: 'count', subject: countOf(subject, found.state), comparison: how, number: many }],
  ),
)

const slashes: Parser<number[]> = token((one) =>
  /^\d+(?:\/\d+)+$/.test(one.text) ? one.text.split('/').map(Number) : undefined,
)
/** "pods spread across nodes as 4/4/4". */
const spread: Parser<ClaimBody[]> = map(
  seq(
    objectPhrase,
    opt(be),
    words('spread | are spread | distributed'),
    many(other('as')),
    words('as'),
    slashes,
  ),
  ([subject, , , , , counts]) => [{ kind: 'spread', subject, counts }],
)

const actor: Parser<unknown> = alt<unknown>(
  componentPhrase,
  words('the controller | the job controller | the built-in controller | the api'),
)
const touches = words(
  're-write | rewrite | update | change | modify | touch | reset | overwrite | remove | clear | alter',
)
/** "The controller did not update the labels": they are as they were. */
const untouched: Parser<ClaimBody[]> = map(
  seq(actor, words('did not | does not | do not | has not | will not'), adverbs, touches, fieldPhrase),
  ([, , , , phrase]) => fieldClaims(phrase, { is: 'unchanged' }),
)

/** Every clause that claims something; each reading of the words. */
export const clause: Parser<ClaimBody[]> = memo(
  map(
    seq(
      alt(assignment, there, counted, subjectClause, outputClause, componentClause, spread, untouched),
      adjuncts,
    ),
    ([bodies]) => bodies,
  ),
)

/** "you should see a terminating pod and a new pod created": what is seen is there. */
export const seenThings: Parser<ClaimBody[]> = map(
  seq(objectPhrases, opt(map(seq(adverbs, state), ([, found]) => found)), adjuncts),
  ([subjects, inState]) =>
    subjects.map((subject) => ({
      kind: 'count' as const,
      subject: inState === undefined ? subject : countOf(subject, inState),
      ...(typeof subject.number === 'number'
        ? ({ comparison: '==', number: subject.number } as const)
        : ({ comparison: '>=', number: 1 } as const)),
    })),
)
