// Which objects "new", "old" and "first" mean: by what there was before the claim's step, or before the one that replaced some.
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Subject } from './claim.ts'
import type { Change } from './replaced.ts'
import type { Resolved } from './resolved.ts'
import type { ClaimWorld } from './world.ts'

/** Objects that a claim is about, with what became of all that fit since the step before. */
export interface Found {
  resolved: Resolved
  change: Change
}

/**
 * Where the claim's step itself changed nothing of it, "old" and "new" are told from the last step that replaced some.
 * @param found by the claim's own step
 * @param resolve finds them against another past
 */
export async function sinceReplacement(
  found: Found,
  subject: Subject | undefined,
  world: ClaimWorld,
  resolve: (world: ClaimWorld) => Promise<Found | { why: string }>,
): Promise<Found> {
  const isNew = subject?.which === 'new'
  if (!isNew && subject?.replaced !== true) return found
  if (found.change.made || (!isNew && found.change.gone)) return found
  const { beforeDeletion, beforeReplacements = [], ...rest } = world
  const all = await Promise.all(beforeReplacements.map((before) => resolve({ ...rest, before })))
  const told = all.filter((one) => !('why' in one)) as Found[]
  // A new ReplicaSet replaces the Pods of the old one, which stays.
  const there =
    told.find(({ change }) => change.made && change.gone) ??
    told.find(({ change, resolved }) => change.made && resolved.earlier.length > 0)
  if (there === undefined) return found
  // Of a deletion and a replacement the later one tells: less has been made since.
  const byDeletion = isNew && beforeDeletion?.(found.resolved.resource) !== undefined
  return byDeletion && found.resolved.objects.length <= there.resolved.objects.length ? found : there
}

/** What there was. */
interface Before {
  /** At the end of the step before. */
  uids: ReadonlySet<string>
  /** Before the last deletion. */
  ofDeletion: ReadonlySet<string> | undefined
}

/** Those of the objects that the subject's "new", "old" or "first" leaves. @param newest whether "new" is what was created last, where nothing is newer */
export function which(
  subject: Subject | undefined,
  now: KubeObject[],
  before: Before,
  newest: boolean,
): KubeObject[] {
  const without = (uids: ReadonlySet<string>): KubeObject[] =>
    now.filter(({ metadata }) => !uids.has(metadata.uid ?? ''))
  const sinceStep = without(before.uids)
  // What replaces something may have come up before the step that speaks of it began.
  const made =
    sinceStep.length > 0 || before.ofDeletion === undefined ? sinceStep : without(before.ofDeletion)
  switch (subject?.which) {
    case 'new':
      return made.length > 0 || !newest
        ? made
        : now.filter(({ metadata }) => metadata.ownerReferences === undefined).slice(-1)
    case 'old':
      return now.filter(({ metadata }) => before.uids.has(metadata.uid ?? ''))
    case 'first':
      return now.slice(0, 1)
    case 'second':
      return now.slice(1, 2)
    case 'third':
      return now.slice(2, 3)
    case 'fourth':
      return now.slice(3, 4)
    case 'fifth':
      return now.slice(4, 5)
    case 'last':
      return now.slice(-1)
    default:
      return now
  }
}
