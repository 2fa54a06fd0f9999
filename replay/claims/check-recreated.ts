// Whether objects came in place of others: "the pods were recreated" needs that some went and others came.
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { goneFrom, stays, uidOf } from './replaced.ts'
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
  if (fresh.length === 0)
    return negated
      ? ((await inLastChange({ objects, kind, resource }, world)) ??
          holds(true, `${names(kind, objects)} was there before`))
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

/** "The Pod was not replaced", where the step changes nothing itself and the last one that did replaced it; undefined: it did not. */
async function inLastChange(
  { objects, kind, resource }: Pick<Resolved, 'objects' | 'kind' | 'resource'>,
  { lastChange, objects: now }: ClaimWorld,
): Promise<ClaimResult | undefined> {
  const earlier = (await lastChange?.before(resource)) ?? []
  const went = goneFrom(earlier, await now(resource))
  const known = new Set(earlier.map(uidOf))
  const fresh = objects.filter((one) => !known.has(uidOf(one)) && went.some((old) => isInPlaceOf(one, old)))
  return fresh.length === 0 ? undefined : holds(false, `${names(kind, fresh)} came in place of what went`)
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

/** Whether an object may have come in place of another one: of the same name, or made by controllers of the same kind. */
export function isInPlaceOf(now: KubeObject, old: KubeObject): boolean {
  const { name, namespace, ownerReferences = [] } = now.metadata
  if (namespace !== old.metadata.namespace) return false
  return (
    name === old.metadata.name ||
    ownerReferences.some(({ kind }) => old.metadata.ownerReferences?.some((one) => one.kind === kind))
  )
}
