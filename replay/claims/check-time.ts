// "still" and "no longer" say something of before as well: what was not so then is not checked.
import type { Claim } from './claim.ts'
import { fieldValues, isEmpty } from './object-fields.ts'
import { isInPlaceOf, uidOf } from './replaced.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, unknown } from './world.ts'

type Check = (claim: Claim, world: ClaimWorld) => Promise<ClaimResult>

/** Of a claim that holds now: undefined where nothing speaks against what it says of before. */
export async function speaksAgainst(
  claim: Claim,
  world: ClaimWorld,
  check: Check,
): Promise<ClaimResult | undefined> {
  if (saysBack(claim) && !(await wasGone(claim, world))) return neverGone
  if (claim.time === 'still') return (await wasOtherwise(claim, world, check)) ? notBefore : undefined
  if (claim.time === 'no longer')
    return (await neverWas(claim, world)) ||
      (isCompared(claim) && (await inPast(claim, world, check)) !== 'fails')
      ? neverSeen
      : undefined
  return undefined
}
/** "The Deployment is back": it is there, and was not. */
const saysBack = (claim: Claim): claim is Extract<Claim, { kind: 'state' }> =>
  claim.kind === 'state' && claim.state === 'existing' && !claim.negated && isBack.test(claim.text)
const isBack =
  /\b(?:is|are|comes?|came|was|were|exists?|existed)\s+(?:(?:now|then|all|there|both)\s+)*(?:back|again)\b(?!\s+(?:to|at|in|on)\b)/i

/** Whether an object of its kind was there and is no more. */
async function wasGone({ subject }: Extract<Claim, { kind: 'state' }>, world: ClaimWorld): Promise<boolean> {
  const resolved = await resolveSubject(subject, world)
  // What a node is, is no object that comes and goes.
  if ('why' in resolved || resolved.resource === 'nodes') return true
  const { resource, kind, objects } = resolved
  const now = new Set((await world.objects(resource)).map(uidOf))
  if ([...(world.beforeDeletion?.(resource) ?? [])].some((uid) => !now.has(uid))) return true
  const known = [...(world.everMade?.() ?? [])].filter((one) => one.kind === kind && !now.has(uidOf(one)))
  return known.some((one) => objects.some((object) => isInPlaceOf(object, one)))
}
const neverGone = unknown('nothing of it was gone before')

const notBefore = unknown('it was not so at the end of the step before')
const neverSeen = unknown('nothing shows that it ever was')

/** Claims that can be made of the end of the step before as well. */
const isCompared = (claim: Claim): boolean =>
  (claim.kind === 'count' && claim.subject.of !== undefined) ||
  ['amount', 'alike', 'element', 'quota', 'reason', 'container'].includes(claim.kind)

/** What would have come of the claim then; undefined where there was nothing to make it of. */
async function inPast(
  claim: Claim,
  world: ClaimWorld,
  check: Check,
): Promise<ClaimResult['verdict'] | undefined> {
  const past: ClaimWorld = { ...world, step: -1, objects: world.before }
  const subject = 'subjects' in claim ? claim.subjects[0] : 'subject' in claim ? claim.subject : undefined
  const whose = claim.kind === 'count' ? (subject?.of ?? subject) : subject
  const resolved = await resolveSubject(whose, past)
  if ('why' in resolved || resolved.objects.length === 0) return undefined
  return (await check({ ...claim, time: undefined }, past)).verdict
}

/** What there was at the end of the step before, and was not so. */
async function wasOtherwise(claim: Claim, world: ClaimWorld, check: Check): Promise<boolean> {
  if (isCompared(claim)) return (await inPast(claim, world, check)) === 'fails'
  const judged = claim.kind === 'field' || (claim.kind === 'count' && claim.subject.state === undefined)
  if (!judged || (claim.kind === 'field' && !['set', 'unset', 'equals', 'compares'].includes(claim.test.is)))
    return false
  const past: ClaimWorld = { ...world, step: -1, objects: world.before }
  const resolved = await resolveSubject(claim.subject, past)
  if ('why' in resolved || resolved.objects.length === 0) return false
  return (await check({ ...claim, time: undefined }, past)).verdict === 'fails'
}

/** Of a field that is not set: no object had it, and nothing that was typed or printed names it. */
async function neverWas(claim: Claim, world: ClaimWorld): Promise<boolean> {
  if (claim.kind !== 'field' || claim.test.is !== 'unset') return false
  const { field } = claim
  const last = field.name.split(/[./[\]"']+/).findLast((part) => part !== '') ?? ''
  const named = last.toLowerCase()
  if (world.commands.some(({ text, stdout }) => (text + stdout).toLowerCase().includes(named))) return false
  const resolved = await resolveSubject(claim.subject, world)
  if ('why' in resolved) return false
  const before = await world.before(resolved.resource)
  return !before.some((object) => fieldValues(object, field).values.some((value) => !isEmpty(value)))
}
