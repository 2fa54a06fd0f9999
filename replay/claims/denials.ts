// "It is ignored: the Pod has no `hostIPs`": what is denied beside it says what that means.
import type { ClaimBody } from './claim.ts'

const ignored =
  /^(?:(?:but|so|and)\s+)?(?:it|the (?:field|value|setting|option|flag)) (?:is|was|gets) (?:simply |silently |just |now )?ignored$/i
/** Whether a clause says no more than that something has no effect. */
export const isIgnored = (clause: string): boolean => ignored.test(clause)

/** Whether a claim says that something is not so, or not there. */
export const isDenial = (body: ClaimBody): boolean =>
  (body.kind === 'field' && body.test.is === 'unset') ||
  ((body.kind === 'count' || body.kind === 'amount') && body.comparison === '==' && body.number === 0) ||
  ('negated' in body && body.negated)
