// Claims about numbers that objects have.
import type { KubeObject } from '../../apimachinery/json.ts'
import { amountOf } from './amounts.ts'
import type { Claim } from './claim.ts'
import { compares } from './field-test.ts'
import type { Resolved } from './resolved.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

type AmountClaim = Extract<Claim, { kind: 'amount' }>

interface Judged {
  object: KubeObject
  found: number[]
  /** Undefined: it can be counted in several ways, and not all of them fit. */
  fits: boolean | undefined
}

/** Checks an amount (replicas, addresses, restarts, …) of the objects; unknown where it is not clear which objects are meant. */
export async function checkAmount(claim: AmountClaim, world: ClaimWorld): Promise<ClaimResult> {
  const clue = { has: (object: KubeObject) => amountOf(object, claim.amount) !== undefined, newest: true }
  const resolved = await resolveSubject(claim.subject, world, clue)
  if ('why' in resolved) return unknown(resolved.why)
  const { objects, kind, ambiguous } = resolved
  if (objects.length === 0) return noSuch(kind)
  const wanted = claim.subject?.number
  if (wanted === 'both' && objects.length !== 2)
    return holds(false, `there are ${objects.length} of ${kind}, not two`)
  if (typeof wanted === 'number' && objects.length !== wanted) return unknown(`which ${kind} is meant?`)
  const judged = objects.map((object) => judge(object, claim))
  if (judged.some((one) => one === undefined)) return unknown(`a ${kind} has no ${claim.amount} to count`)
  const all = judged as Judged[]
  const saw = sawOf(all, claim)
  const results = new Set(all.map(({ fits }) => fits))
  if (results.has(undefined)) return unknown(`it depends on how they are counted: ${saw}`)
  if (ambiguous && results.size > 1) return unknown(`which ${kind} is meant? ${saw}`)
  return results.has(false) ? holds(false, saw) : (wentOtherwise(all, claim, resolved) ?? holds(true, saw))
}

function judge(object: KubeObject, { amount, comparison, number }: AmountClaim): Judged | undefined {
  const found = amountOf(object, amount)
  if (found === undefined) return undefined
  const results = new Set(found.map((one) => compares(one, comparison, number)))
  return { object, found, fits: results.size === 1 ? results.has(true) : undefined }
}

const sawOf = (judged: readonly Judged[], { amount }: AmountClaim): string =>
  judged
    .slice(0, 4)
    .map(
      ({ object, found }) =>
        `${object.kind} ${object.metadata.name}: ${[...new Set(found)].join('/')} ${amount}`,
    )
    .join('; ')

/** "was scaled up to 5": from fewer; undefined where it was. */
function wentOtherwise(
  judged: readonly Judged[],
  { moved, amount }: AmountClaim,
  { earlier }: Resolved,
): ClaimResult | undefined {
  if (moved === undefined) return undefined
  const directions = judged.map(({ object, found }) => {
    const past = earlier.find(({ metadata }) => metadata.uid === object.metadata.uid)
    const before = past === undefined ? undefined : amountOf(past, amount)?.[0]
    return before === undefined || before === found[0] ? undefined : before < found[0]! ? 'up' : 'down'
  })
  if (directions.includes(undefined)) return unknown('what it was before this step is not known')
  return directions.every((one) => one === moved)
    ? undefined
    : holds(false, `it went ${directions.join(', ')}`)
}
