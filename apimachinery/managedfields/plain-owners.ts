import { capManagers } from './cap-managers.ts'
import type { Comparison } from './compare.ts'
import { difference, emptySet, includes, isEmpty, overlap, union } from './field-set.ts'
import { copyManaged, type Managed, newManaged, stripSet, type VersionedSet } from './managed.ts'

/** The managers after a write to an object that nobody has fields of: the writer owns what it adds and changes. @param time of the write */
export function ofFirstWriter(
  { modified, added }: Comparison,
  writer: string,
  apiVersion: string,
  time: string,
): Managed {
  const managed = newManaged()
  const set = difference(union(added, modified), stripSet)
  if (isEmpty(set)) return managed
  managed.fields.set(writer, { set, apiVersion, applied: false })
  managed.times.set(writer, time)
  return managed
}

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
