// Claims that objects were evicted: who is, is deleted, unless the kubelet did it, which leaves it as failed.
import type { Claim } from './claim.ts'
import { isInState } from './object-states.ts'
import type { Resolved } from './resolved.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

type StateClaim = Extract<Claim, { kind: 'state' }>

const evicts = /\bdrain\b|:NoExecute\b|\/eviction\b|kind: ?"?Eviction\b/

/** Of what was there before the step and is gone; undefined where nothing is, so that what is there tells. */
export function checkEvicted(
  { negated }: StateClaim,
  { objects, earlier, kind }: Resolved,
  world: ClaimWorld,
): ClaimResult | undefined {
  if (objects.some((object) => isInState(object, 'evicted') === true)) return undefined
  const left = new Set(objects.map(({ metadata }) => metadata.uid))
  const gone = earlier.filter(({ metadata }) => !left.has(metadata.uid))
  if (gone.length === 0) return undefined
  const saw = `${kind} ${gone.map(({ metadata }) => metadata.name).join(', ')} is gone`
  const isEvicting = world.commands.some((one) => one.step === world.step && evicts.test(one.text))
  if (!isEvicting) return unknown(`${saw}, and by what is not known`)
  if (negated) return holds(false, saw)
  return gone.length === earlier.length ? holds(true, saw) : unknown(`not all are: ${saw}`)
}
