// Claims that objects were evicted: who is, is deleted, unless the kubelet did it, which leaves it as failed.
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { isInState } from './object-states.ts'
import type { Resolved } from './resolved.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

type StateClaim = Extract<Claim, { kind: 'state' }>

const evicts = /\bdrain\b|:NoExecute\b|\/eviction\b|kind: ?"?Eviction\b/
/** What objects may go by too, so that it does not tell who was evicted. */
const removes =
  /\b(?:kubectl|kc|k)\b[^|;&\n]*\s(?:delete|scale|rollout|replace|apply|patch|edit|set)\b|-X ?(?:DELETE|PUT|PATCH)\b/
const tries = /--dry-run(?!=none)/

/**
 * The objects that were there before the step and were evicted in it; a text says why that is not known. Undefined where what is there
 * tells: something has the status of it, or nothing went.
 */
export function evictedOf(
  { objects, earlier, kind }: Resolved,
  world: ClaimWorld,
): readonly KubeObject[] | string | undefined {
  if (objects.some((object) => isInState(object, 'evicted') === true)) return undefined
  const left = new Set(objects.map(({ metadata }) => metadata.uid))
  const gone = earlier.filter(({ metadata }) => !left.has(metadata.uid))
  const done = world.commands.filter((one) => one.step === world.step && !tries.test(one.text))
  const isEvicting = done.some(({ text }) => evicts.test(text))
  if (gone.length === 0) {
    const before = new Set(earlier.map(({ metadata }) => metadata.uid))
    const isNew = objects.some(({ metadata }) => !before.has(metadata.uid))
    return isEvicting && isNew ? `which ${kind} was there before is not known` : undefined
  }
  const saw = sawGone(kind, gone)
  if (!isEvicting) return `${saw}, and by what is not known`
  if (done.some(({ text }) => removes.test(text))) return `${saw}, and not all commands evict`
  return gone
}

const sawGone = (kind: string, gone: readonly KubeObject[]): string =>
  `${kind} ${gone.map(({ metadata }) => metadata.name).join(', ')} is gone`

/** Of what was there before the step; undefined where what is there tells. */
export function checkEvicted(
  { negated }: StateClaim,
  resolved: Resolved,
  world: ClaimWorld,
): ClaimResult | undefined {
  const gone = evictedOf(resolved, world)
  if (gone === undefined) return undefined
  if (typeof gone === 'string') return unknown(gone)
  const saw = sawGone(resolved.kind, gone)
  if (negated) return holds(false, saw)
  return gone.length === resolved.earlier.length ? holds(true, saw) : unknown(`not all are: ${saw}`)
}
