// Whether objects came in place of others: "the pods were recreated" needs that some went and others came.
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { goneFrom, isInPlaceOf, stays, uidOf } from './replaced.ts'
import type { Resolved } from './resolved.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

type StateClaim = Extract<Claim, { kind: 'state' }>

/** Checks whether the objects are others than those that were deleted, or that there were at the end of the step before. */
export async function checkRecreated(
  { negated }: StateClaim,
  { objects, earlier, kind, resource }: Resolved,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const deleted = world.beforeDeletion?.(resource) ?? new Set<string>()
  const old = new Set([...earlier.map(uidOf), ...deleted])
  if (objects.length === 0) {
    if (!negated) return noSuch(kind)
    return old.size > 0 ? holds(true, `there is no ${kind}`) : unknown(`no ${kind} was there before`)
  }
  const fresh = objects.filter((one) => !old.has(uidOf(one)))
  const replaced = fresh.length > 0 ? [] : await inLastChange(objects, resource, world)
  if (replaced.length > 0 && (negated || replaced.length === objects.length))
    return holds(!negated, `${names(kind, replaced)} came in place of what went`)
  if (fresh.length === 0)
    return negated
      ? holds(true, `${names(kind, objects)} was there before`)
      : unknown(`${names(kind, objects)} was there before, and nothing shows in whose place it came`)
  const went = await gone(old, earlier, resource, world)
  if (went.length === 0)
    return unknown(`no ${kind} was deleted or replaced before, in whose place ${names(kind, fresh)} came`)
  if (!went.some((one) => one === undefined || fresh.some((now) => isInPlaceOf(now, one))))
    return unknown(`${names(kind, fresh)} came in place of nothing that went`)
  if (fresh.length < objects.length && !negated)
    return unknown(`some were there before, and some came: ${names(kind, fresh)}`)
  return holds(!negated, `${names(kind, fresh)} came in place of what went`)
}

/** Those that came in place of others in the last step that changed something, where the claim's own does not. */
async function inLastChange(
  objects: readonly KubeObject[],
  resource: string,
  { lastChange, objects: now }: ClaimWorld,
): Promise<KubeObject[]> {
  const earlier = (await lastChange?.()?.before(resource)) ?? []
  const went = goneFrom(earlier, await now(resource))
  const known = new Set(earlier.map(uidOf))
  return objects.filter((one) => !known.has(uidOf(one)) && went.some((old) => isInPlaceOf(one, old)))
}

const names = (kind: string, objects: readonly KubeObject[]): string =>
  `${kind} ${objects
    .slice(0, 4)
    .map(({ metadata }) => metadata.name)
    .join(', ')}`

/** What there was and is no more, or is being deleted; undefined: an object that nobody looked at while it was there. */
async function gone(
  old: ReadonlySet<string>,
  earlier: readonly KubeObject[],
  resource: string,
  world: ClaimWorld,
): Promise<(KubeObject | undefined)[]> {
  const now = await world.objects(resource)
  const left = new Set(now.filter(stays).map(uidOf))
  return [...old]
    .filter((uid) => !left.has(uid))
    .map((uid) => [...earlier, ...now].find((one) => uidOf(one) === uid) ?? world.asMade?.(uid))
}
