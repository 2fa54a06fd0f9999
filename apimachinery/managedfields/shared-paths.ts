// Upstream: sigs.k8s.io/structured-merge-diff before 4.4, fieldpath/set.go (iteratePrefix), merge/conflict.go (ConflictsFromManagers)
import { type FieldSet, sortedChildren } from './field-set.ts'
import type { Path, PathElement } from './path-element.ts'

/** A Go slice: the first elements of an array that may have room for more, and that other slices may share. */
interface Slice {
  readonly array: PathElement[]
  readonly length: number
  readonly capacity: number
}

/** Go's append: into the array where it has room, whoever else looks at it; else into one of twice the size. */
function append({ array, length, capacity }: Slice, element: PathElement): Slice {
  const own = length < capacity ? array : array.slice(0, length)
  own[length] = element
  return {
    array: own,
    length: length + 1,
    capacity: length < capacity ? capacity : Math.max(1, capacity * 2),
  }
}

/**
 * All paths as conflicts named them while upstream kept what its iteration had handed out without copying it: paths that share
 * an array end as the last one of them does.
 */
export function sharedPaths(set: FieldSet): Path[] {
  const slices: Slice[] = []
  const walk = (node: FieldSet, prefix: Slice): void => {
    const sorted = sortedChildren(node)
    for (const [element, child] of sorted) if (child.member) slices.push(append(prefix, element))
    for (const [element, child] of sorted)
      if (child.children !== undefined) walk(child, append(prefix, element))
  }
  walk(set, { array: [], length: 0, capacity: 0 })
  return slices.map(({ array, length }) => array.slice(0, length))
}
