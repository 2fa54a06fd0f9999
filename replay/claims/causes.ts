// Why something is so, as sentences give it: a cause that is of this cluster can be false, one that is so in general cannot.
import type { ClaimBody } from './claim.ts'
import { alt, map, opt, type Parser, seq, words } from './combinators.ts'
import { ahead, comma, mark } from './common-words.ts'

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
export const knownCause: Parser<string> = map(
  seq(
    opt(alt<unknown>(comma, mark('(', '--', '—', '–'))),
    words('because | since | as | given that | due to | by | after'),
    reasonOfCause,
    ahead,
    opt(mark(')')),
  ),
  ([, , reason]) => reason,
)

/** With the reason of the last of the claims; undefined where that is no state that could have one. */
export function forReason(bodies: readonly ClaimBody[], reason: string): ClaimBody[] | undefined {
  const last = bodies.at(-1)
  if (last?.kind !== 'state' || last.negated) return undefined
  const subject = last.subject === undefined ? {} : { subject: last.subject }
  return [...bodies, { kind: 'reason', reason, ...subject, negated: false, state: last.state }]
}
