import { capManagers } from './cap-managers.ts'
import type { Comparison } from './compare.ts'
import { difference, emptySet, includes, isEmpty, overlap } from './field-set.ts'
import { copyManaged, type Managed, stripSet, type VersionedSet } from './managed.ts'

/**
 * The managers after an update that leaves each of them the fields that it has: it adds and removes none, and those that it changes are
 * fields of `writer`, and of nobody else. Most writes of a cluster are such: a lease that is renewed, the conditions of a node. Then only
 * the writer's time is another. What nobody may own says nothing, as long as nobody has it nevertheless. Undefined: the sets of fields
 * have to be worked out.
 * @param isPlain whether a manager's fields can be compared with those that are changed as they are
 * @param time of the write; undefined: times tell only of writes that change sets
 */
export function whereOwnersStay(
  { removed, modified, added }: Comparison,
  managed: Managed,
  writer: string,
  isPlain: (owner: VersionedSet) => boolean,
  time: string | undefined,
): Managed | undefined {
  if (managed.fields.size === 0) return undefined
  if (!includes(stripSet, removed) || !includes(stripSet, added)) return undefined
  const changed = difference(modified, stripSet)
  if (!includes(managed.fields.get(writer)?.set ?? emptySet, changed)) return undefined
  for (const [id, owner] of managed.fields)
    if (
      isEmpty(owner.set) ||
      overlap(owner.set, stripSet) ||
      !isPlain(owner) ||
      (id !== writer && overlap(owner.set, changed))
    )
      return undefined
  const out = copyManaged(managed)
  if (time !== undefined && !isEmpty(changed)) out.times.set(writer, time)
  capManagers(out)
  return out
}
