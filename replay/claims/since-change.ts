// Claims that compare a field with what it was: at the end of the step before, or before the last step that changed something.
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Claim, FieldTest } from './claim.ts'
import { same } from './field-test.ts'
import { fieldValues, isEmpty } from './object-fields.ts'
import { changeOf, goneFrom } from './replaced.ts'
import type { Resolved } from './resolved.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, unknown } from './world.ts'

type FieldClaim = Extract<Claim, { kind: 'field' }>

/** Whether a test compares with what was before. */
export const isComparison = ({ is }: FieldTest): boolean =>
  is === 'changed' || is === 'kept' || is === 'unchanged'

/**
 * "Keeps its cluster IP", "has a new cluster IP" in a step that changes nothing itself is said of the last one that did; what is new may
 * be so since any step that replaced something.
 * @param check by a world's past
 */
export async function sinceLastChange(
  claim: FieldClaim,
  world: ClaimWorld,
  check: (claim: FieldClaim, world: ClaimWorld) => Promise<ClaimResult>,
): Promise<ClaimResult> {
  const { beforeReplacements = [], lastChange, ...now } = world
  const found = await check(claim, world)
  // Kept by what the step itself did is another matter than by what others did before.
  if (!isComparison(claim.test) || found.verdict === (claim.test.is === 'changed' ? 'holds' : 'fails'))
    return found
  const last = lastChange?.()
  if (claim.test.is === 'changed') {
    const pasts = [
      ...(last === undefined ? [] : [last.before]),
      ...(claim.unsure === undefined ? [] : beforeReplacements),
    ]
    for (const before of pasts) {
      const other = await check(claim, { ...now, before })
      if (other.verdict === 'holds') return other
    }
    return found
  }
  if (last === undefined) return found
  const past = { ...now, before: last.before }
  const other = await check(claim, past)
  if (other.verdict !== 'fails') return found
  return last.acts === 1 || (await wereReplaced(claim, past))
    ? other
    : unknown(`which change it outlasted is not said: ${other.saw}`)
}

/** Whether objects of the claim came in place of others. */
async function wereReplaced({ subject }: FieldClaim, world: ClaimWorld): Promise<boolean> {
  const resolved = await resolveSubject(subject, world)
  if ('why' in resolved) return false
  const { made, gone } = changeOf(resolved.earlier, resolved.objects)
  return made && gone
}

/**
 * What of an object that a controller made in place of others is as theirs was, or is not: "The Pods keep their names" after they were
 * replaced. Undefined where it came in place of none, or has no owner.
 */
export function asOthersHad(
  object: KubeObject,
  { field, test }: Pick<FieldClaim, 'field' | 'test'>,
  { objects, earlier }: Resolved,
): boolean | undefined {
  if (!isComparison(test) || object.metadata.ownerReferences === undefined) return undefined
  if (goneFrom(earlier, objects).length === 0) return undefined
  const { values } = fieldValues(object, field)
  const among = earlier.some((one) => same([...values], [...fieldValues(one, field).values]))
  if (test.is === 'changed') return !among
  return among && (test.is === 'unchanged' || !values.some(isEmpty))
}
