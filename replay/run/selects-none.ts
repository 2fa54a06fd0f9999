// A command that selects objects by labels or fields and gets none, where its step says what they have.
import type { Claim } from '../claims/claim.ts'
import { targetOf } from '../claims/command-target.ts'
import type { Finding } from '../outcome.ts'
import type { Action } from '../step.ts'
import type { Ran } from './ran.ts'

const selects = /\s(?:-l|--selector|--field-selector)[= ]?\S/
const gotNone = /^items: \[\]$|^ *"items": \[\]|^No resources found/m

/** Whether a claim says that objects of a resource are there, or what they have. */
function isOfSome(claim: Claim, resource: string): boolean {
  if (claim.kind !== 'field' && claim.kind !== 'state') return false
  if (claim.subject?.resource !== resource) return false
  return claim.kind === 'state' ? !claim.negated : /^(?:set|kept|equals)$/.test(claim.test.is)
}

/** Says that what a step says of objects is not of those that its command selects, as it gets none; undefined: it may be. */
export function selectsNone(
  { text, line, exitCode, stdout, stderr }: Ran,
  actions: readonly Action[],
): Finding | undefined {
  if (exitCode !== 0 || !selects.test(text) || !gotNone.test(stdout.slice(0, 1000) + stderr)) return undefined
  const target = targetOf({ text })
  if (target?.verb !== 'get' || target.piped !== undefined) return undefined
  const claims = actions.flatMap((one) => (one.kind === 'claim' ? [one.claim] : []))
  const own = claims.filter((claim) => 'subject' in claim && claim.subject?.resource === target.resource)
  if (own.length === 0 || !own.every((claim) => isOfSome(claim, target.resource))) return undefined
  return {
    outcome: 'not checked',
    line,
    message: `the command selects none of the ${target.resource} that the step speaks of`,
    reason: { code: 'output not told' },
  }
}
