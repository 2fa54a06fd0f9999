// Clauses that claim something of fields and objects, each with what it means.

import { accessClause } from './access-clauses.ts'
import { noTwoAlike } from './alike-predicates.ts'
import { furtherClaim } from './causes.ts'
import { changeClause } from './change-clauses.ts'
import type { ClaimBody, Subject, Timed } from './claim.ts'
import { alt, filterMap, first, lazy, map, memo, opt, type Parser, seq, words } from './combinators.ts'
import { comingClause } from './coming-clauses.ts'
import {
  adjuncts,
  adverbs,
  ahead,
  be,
  comma,
  comparison,
  conclusion,
  generalReason,
  mark,
  number,
  quantity,
} from './common-words.ts'
import { componentClause, componentPhrase } from './component-clauses.ts'
import { containerClause } from './container-clauses.ts'
import { eventClause, seenEvent } from './event-clauses.ts'
import { everydayClause } from './everyday-clauses.ts'
import { fieldClaims, optional } from './field-claims.ts'
import { assignedCode, bareFields, fieldPhrase, shownValue } from './field-phrases.ts'
import { value } from './field-predicates.ts'
import { gateClause } from './gate-clauses.ts'
import { havingClause } from './having-clauses.ts'
import { heldClause } from './held-clauses.ts'
import { lackClause } from './lack-clauses.ts'
import { listingClause } from './listing-clauses.ts'
import { metricClause } from './metric-clauses.ts'
import { namedClause } from './named-clauses.ts'
import { objectPhrase, objectPhrases, pronoun } from './object-phrases.ts'
import { outputClause } from './output-clauses.ts'
import { ownershipClause } from './ownership-clauses.ts'
import { isNumber, noneRestarted, numberOfAmount } from './possession.ts'
import { predicates } from './predicates.ts'
import { errorPhrase, refusalClause } from './refusal-clauses.ts'
import { replacementClause } from './replacement-clauses.ts'
import { rulesClause } from './rule-clauses.ts'
import { shownAsClause } from './shown-as-clauses.ts'
import { specialClause } from './special-clauses.ts'
import { spread } from './spread-clauses.ts'
import { inThatState, objectState, state, stateComplement } from './state-predicates.ts'
import { storingClause } from './storing-clauses.ts'
import type { Topic } from './topic.ts'
import { trafficClause } from './traffic-clauses.ts'
import { unseenClause } from './unseen-clauses.ts'
import { scalesClause } from './use-predicates.ts'
import { seenWarning, warningClause, withWarning } from './warning-clauses.ts'

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
  ([, assigned, , subject]) =>
    assigned.map(({ name, value }) => ({
      kind: 'field',
      field: { name },
      ...optional(subject),
      test: { is: 'equals', value },
    })),
)

const some = map(opt(words('a | an | still a | some')), () => ({ comparison: '>=', number: 1 }) as const)
const thereBe = seq(words('there'), be, adverbs)
/** "there are two EndpointSlices", "there is no `x` field in the Pod". */
const there: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      thereBe,
      alt(quantity, some),
      objectPhrase,
      opt(words('left | remaining')),
      opt(map(seq(adverbs, alt(state, stateComplement)), ([, found]) => found)),
      opt(words('left | remaining')),
    ),
    ([[, no], much, subject, , inState]) => {
      if ((no && much.number !== 1) || isOfEach(subject)) return undefined
      const limited = inThatState(subject, inState)
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

/** "on each node": not their sum. */
const isOfEach = ({ of }: Subject): boolean => of?.number === 'all' || of?.number === 'both'

/** "No change in the Pods", "no change should be observed in the Pod". */
const noChange: Parser<ClaimBody[]> = map(
  seq(
    words('no change | no changes | no effect | no impact'),
    opt(
      words(
        'should be observed | is observed | was observed | should be seen | is seen | are observed | were observed | should be made | is made',
      ),
    ),
    words('in | to | on'),
    objectPhrases,
  ),
  ([, , , subjects]) =>
    subjects.map((subject) => ({ kind: 'state', subject, state: 'changed', negated: true, ever: true })),
)

const finishes = words(
  'finish pulling | finishes pulling | finished pulling | are pulled | is pulled | were pulled | was pulled | finish | finishes | complete | completes',
)
/** "Exactly two images finish pulling first, and then the remaining one image finishes". */
const pulls: Parser<ClaimBody[]> = map(
  seq(
    opt(words('exactly | only | the first')),
    number,
    words('image | images'),
    finishes,
    opt(words('first | at first')),
    opt(words(',')),
    words('and then | then | followed by | and'),
    opt(words('the')),
    opt(words('remaining | other | last')),
    number,
    opt(words('image | images')),
    opt(words('remaining')),
    opt(finishes),
  ),
  ([, first, , , , , , , , rest]) => [{ kind: 'pulls', groups: [first, rest] }],
)

/** Said of one, it is nevertheless about each that there could be. */
const none = (subject: Subject, inState: string): ClaimBody[] => [
  {
    kind: 'count',
    subject: { ...inThatState(subject, inState), number: 'many' },
    comparison: '==',
    number: 0,
  },
]
/** "no new pods are created", "none of the Pods are running", "only one Pod is pending". */
const counted: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      words('no | no more | none of | none of the | neither of the | neither'),
      objectPhrase,
      opt(objectState),
      opt(map(seq(words('for | by | from | of'), objectPhrase), ([, owner]) => owner)),
    ),
    ([, named, found, owner]) =>
      named.which === 'other' ||
      found?.negated === true ||
      found?.state === 'deleted' ||
      found?.state === 'changed'
        ? undefined
        : none(owner === undefined ? named : { ...named, of: owner }, found?.state ?? 'existing'),
  ),
  // "no other Job was created": none that is new; which ones are running beside those spoken of is not told.
  map(
    seq(
      words('no other | no further | no additional'),
      objectPhrase,
      be,
      adverbs,
      words('created | started | recreated'),
    ),
    ([, subject]) => none({ ...subject, which: 'new' }, 'existing'),
  ),
  filterMap(
    seq(opt(words('the')), comparison, number, objectPhrase, objectState),
    ([, how, many, subject, found]) =>
      found.negated || found.state === 'deleted' || found.state === 'changed' || isOfEach(subject)
        ? undefined
        : [{ kind: 'count', subject: inThatState(subject, found.state), comparison: how, number: many }],
  ),
  // "the number of pods is 3"
  filterMap(seq(words('the number of | number of'), objectPhrase, isNumber), ([, subject, found]) =>
    isOfEach(subject) ? undefined : [{ kind: 'count', subject, ...found }],
  ),
  numberOfAmount,
  noneRestarted,
  noTwoAlike,
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

const giving = seq(
  opt(mark(',', '--', '—', '–', '(')),
  words(`because | since | as | although | though | even though | given that | meaning | meaning that | indicating
    | indicating that | showing | showing that | confirming | confirming that | which means | which shows | which means that
    | which shows that`),
)
/** "is 3 instead of 4", "is 3 (not 4)": what it is not. */
const contrast: Parser<string> = alt(
  map(seq(opt(comma), words('instead of | rather than | and not | not'), value), ([, , found]) => found),
  map(seq(mark('('), words('not | instead of | rather than'), value, mark(')')), ([, , found]) => found),
)
function contrasted(bodies: readonly ClaimBody[], value: string): ClaimBody[] | undefined {
  const last = bodies.at(-1)
  if (last?.kind !== 'field' || last.test.is !== 'equals') return undefined
  return [...bodies, { ...last, test: { is: 'differs', value } }]
}
/** Every clause that claims something; each reading of the words. A reason that is one holds as well. */
export const clause: Parser<(ClaimBody & Timed)[]> = memo(
  timed(
    filterMap(
      seq(
        alt(
          assignment,
          eventClause,
          containerClause,
          everydayClause,
          havingClause,
          storingClause,
          comingClause,
          specialClause,
          ownershipClause,
          changeClause,
          heldClause,
          lackClause,
          accessClause,
          metricClause,
          refusalClause,
          listingClause,
          scalesClause,
          shownAsClause,
          there,
          counted,
          subjectClause,
          outputClause,
          warningClause,
          componentClause,
          gateClause,
          replacementClause,
          unseenClause,
          rulesClause,
          spread,
          untouched,
          noChange,
          pulls,
          namedClause,
          trafficClause,
        ),
        opt(contrast),
        opt(withWarning),
        adjuncts,
        opt(
          first<ClaimBody[] | ReturnType<typeof furtherClaim>[number][0]>(
            furtherClaim,
            map(
              seq(
                giving,
                lazy(() => clause),
                ahead,
                opt(mark(')')),
              ),
              ([, bodies]) => bodies,
            ),
            map(generalReason, (isOfObjects): ClaimBody[] =>
              isOfObjects ? [{ kind: 'unseen', what: 'reason' }] : [],
            ),
            map(conclusion, () => []),
          ),
        ),
        adjuncts,
      ),
      ([bodies, not, warned = [], , more = []]) => {
        const said = not === undefined ? bodies : contrasted(bodies, not)
        if (typeof more === 'function') return said && more([...said, ...warned])
        return said && [...said, ...warned, ...more]
      },
    ),
  ),
)

/** With what the words of the clause say of before. */
function timed(parser: Parser<ClaimBody[]>): Parser<(ClaimBody & Timed)[]> {
  return (input, at) =>
    parser(input, at).map(([bodies, after]) => {
      const said = ` ${input.tokens
        .slice(at, after)
        .map(({ lower }) => lower)
        .join(' ')} `
      const time = / still /.test(said)
        ? 'still'
        : / (?:no longer|anymore|any more|any longer) /.test(said)
          ? 'no longer'
          : undefined
      const placed = placedAsSaid(bodies, said)
      return [time === undefined ? placed : placed.map((body) => ({ ...body, time })), after] as const
    })
}

/** "`x` is empty in the status": the part of the object that the one field stands in. */
function placedAsSaid(bodies: ClaimBody[], said: string): ClaimBody[] {
  const parts = new Set(
    [...said.matchAll(/ in (?:the |its )?(spec|status|metadata)(?= )/g)].map(([, part]) => part!),
  )
  const [within] = parts
  if (within === undefined || parts.size > 1) return bodies
  return bodies.map((body) =>
    body.kind === 'field' && body.field.within === undefined && /^[A-Za-z]\w*$/.test(body.field.name)
      ? { ...body, field: { ...body.field, within } }
      : body,
  )
}

/** "We see one pending": of what was spoken of before, which are pods where they have such a state. */
const elliptical: Parser<ClaimBody[]> = map(
  seq(
    opt(comparison),
    number,
    opt(words('of them | more | still')),
    words('pending | running | scheduled | unschedulable | terminating'),
    adjuncts,
  ),
  ([how = '==', count, , inState]) => [
    {
      kind: 'count',
      subject: { kind: 'Pod', resource: 'pods', number: count, state: inState, elliptical: true },
      comparison: how,
      number: count,
    },
  ],
)

/** "You get an error". */
const anError: Parser<ClaimBody[]> = map(words('an error | a validation error | an error message'), () => [
  { kind: 'exit', fails: true },
])
/** "you should see a terminating pod and a new pod created": what is seen is there. */
const seenObjects: Parser<ClaimBody[]> = map(
  seq(objectPhrases, opt(map(seq(adverbs, state), ([, found]) => found)), adjuncts),
  ([subjects, inState]) =>
    subjects.map((subject) => ({
      kind: 'count' as const,
      subject: inThatState(subject, inState),
      ...(typeof subject.number === 'number'
        ? ({ comparison: '==', number: subject.number } as const)
        : ({ comparison: '>=', number: 1 } as const)),
    })),
)
/** What follows "you see": errors, objects, or a clause without its verb. */
export const seenThings: Parser<ClaimBody[]> = alt(
  errorPhrase,
  seenWarning,
  seenEvent,
  anError,
  seenObjects,
  elliptical,
  replacementClause,
)
