// Why something is so, as sentences give it: a cause that is of this cluster can be false, one that is so in general cannot.
import type { ClaimBody } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, words } from './combinators.ts'
import { ahead, comma, mark, quantity } from './common-words.ts'
import { optional } from './field-claims.ts'

const whose = opt(words('its | the | their | the job | the pod'))
const exceeded = words(
  `exceeded | is exceeded | was exceeded | has been exceeded | had been exceeded | was reached | is reached | has been reached
  | passed | has passed | had passed | was hit | expired | has expired | was over`,
)
const itExceeds = words(
  `it exceeded | it has exceeded | it exceeds | it reached | it has reached | they exceeded | they have exceeded | it ran into
  | it hit | it ran longer than`,
)
const deadline = words('deadline | active deadline | activedeadlineseconds')
const backoffLimit = words('backoff limit | back-off limit | backofflimit')
const ofLimit = (limit: Parser<string>, reason: string): Parser<string> =>
  map(
    alt<unknown>(
      seq(whose, limit, exceeded),
      seq(itExceeds, whose, limit),
      seq(words('exceeding'), whose, limit),
      seq(whose, limit, words('being'), words('exceeded | reached')),
    ),
    () => reason,
  )
/** The reason that controllers write into a condition for it. */
const reasonOfCause: Parser<string> = alt(
  ofLimit(deadline, 'DeadlineExceeded'),
  ofLimit(backoffLimit, 'BackoffLimitExceeded'),
)

/** "because its deadline was exceeded": the reason, as the condition or the status has it. */
const knownCause: Parser<string> = map(
  seq(
    opt(alt<unknown>(comma, mark('(', '--', '—', '–'))),
    words('because | since | as | given that | due to | by | after'),
    reasonOfCause,
    ahead,
    opt(mark(')')),
  ),
  ([, , reason]) => reason,
)

/** Of the last of the claims, where that is a state. */
const lastState = (bodies: readonly ClaimBody[]): Extract<ClaimBody, { kind: 'state' }> | undefined => {
  const last = bodies.at(-1)
  return last?.kind === 'state' && !last.negated ? last : undefined
}

/** With the reason of the state that was said last; undefined where none was. */
function forReason(bodies: readonly ClaimBody[], reason: string): ClaimBody[] | undefined {
  const last = lastState(bodies)
  return (
    last && [
      ...bodies,
      { kind: 'reason', reason, ...optional(last.subject), negated: false, state: last.state },
    ]
  )
}

/** "after two restarts": how often the pods were. */
const afterRestarts = filterMap(
  seq(words('after'), opt(words('exactly')), quantity, words('restart | restarts'), ahead),
  ([, , found]) => (found.number > 0 ? found : undefined),
)

/** "fails after one Pod": how many of its pods have failed. */
const afterFailedPods = filterMap(
  seq(
    words('after'),
    opt(words('exactly | only')),
    quantity,
    words(
      'pod | pods | failed pod | failed pods | pod failure | pod failures | failed attempt | failed attempts',
    ),
    ahead,
  ),
  ([, , found]) => (found.number > 0 ? found : undefined),
)

/** "because it is in use already": whether it is set, beside that it is as it was. */
const isInUse: Parser<boolean> = alt<boolean>(
  map(words('set | in use | used | stored | there | present | in the object'), () => true),
  map(words('unset | empty | not set | absent | not there | not in use'), () => false),
)
const inUse: Parser<boolean> = map(
  seq(
    opt(alt<unknown>(comma, mark('(', '--', '—', '–'))),
    words('because | since | as | given that'),
    words('it | they | the field | the value'),
    words('is | are | was | were'),
    opt(words('already | still')),
    isInUse,
    opt(words('already | before | there')),
    ahead,
    opt(mark(')')),
  ),
  ([, , , , , found]) => found,
)
/** Of a field that is as it was: that it is set, or not. */
function withUse(bodies: readonly ClaimBody[], set: boolean): ClaimBody[] | undefined {
  const last = bodies.at(-1)
  if (last?.kind === 'field' && last.test.is === 'set' && set) return [...bodies]
  return last?.kind === 'field' && (last.test.is === 'kept' || last.test.is === 'unchanged')
    ? [...bodies, { ...last, test: { is: set ? 'set' : 'unset' } }]
    : undefined
}

/** What a clause ends with that makes more of its claims; undefined: it cannot be said of them. */
export const furtherClaim: Parser<(bodies: readonly ClaimBody[]) => ClaimBody[] | undefined> = alt(
  map(inUse, (set) => (bodies: readonly ClaimBody[]) => withUse(bodies, set)),
  map(knownCause, (reason) => (bodies: readonly ClaimBody[]) => forReason(bodies, reason)),
  map(afterRestarts, (found) => (bodies: readonly ClaimBody[]) => {
    const last = lastState(bodies)
    return last?.subject?.kind === 'Pod'
      ? [...bodies, { kind: 'amount' as const, amount: 'restarts' as const, subject: last.subject, ...found }]
      : undefined
  }),
  map(afterFailedPods, (found) => (bodies: readonly ClaimBody[]) => {
    const last = lastState(bodies)
    if (last?.state !== 'failed' || last.subject?.kind !== 'Job') return undefined
    const pods = { kind: 'Pod', resource: 'pods', number: 'many', state: 'failed', of: last.subject } as const
    return [...bodies, { kind: 'count' as const, subject: pods, ...found }]
  }),
)
