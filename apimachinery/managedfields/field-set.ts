// Upstream: sigs.k8s.io/structured-merge-diff fieldpath/set.go
import { type Path, type PathElement, sortedElements } from './path-element.ts'

/**
 * A set of paths as a tree. `member` says that the path which leads here belongs to the set (never true of the root).
 * Immutable once built: operations share what stays the same, and return their first operand when nothing changes,
 * so that equality by identity is worth testing first.
 */
export interface FieldSet {
  readonly member: boolean
  readonly children: ReadonlyMap<PathElement, FieldSet> | undefined
}

/** A set of paths under construction. */
export interface MutableFieldSet {
  member: boolean
  children: Map<PathElement, MutableFieldSet> | undefined
}

/** The set without fields, frozen. Sets are never changed in place, so all share it. */
export const emptySet: FieldSet = Object.freeze({ member: false, children: undefined })
const leaf: FieldSet = Object.freeze({ member: true, children: undefined })

/** An empty set to fill while a tree is walked, before others see it. */
export const newMutableSet = (): MutableFieldSet => ({ member: false, children: undefined })

/** The set below `element`, made where it is missing. */
export function descend(set: MutableFieldSet, element: PathElement): MutableFieldSet {
  set.children ??= new Map()
  let child = set.children.get(element)
  if (child === undefined) {
    child = newMutableSet()
    set.children.set(element, child)
  }
  return child
}

/** The node at a path in a set under construction, made where it is missing. It does not become a member. */
export const descendPath = (set: MutableFieldSet, path: Path): MutableFieldSet => path.reduce(descend, set)

/** Adds a path. The empty path is the whole object, whose ownership is not tracked. */
export function insert(set: MutableFieldSet, path: Path, last?: PathElement): void {
  let node = set
  for (const element of path) node = descend(node, element)
  if (last !== undefined) node = descend(node, last)
  if (node !== set) node.member = true
}

/** The set whose members are the paths. */
export function setOf(...paths: readonly Path[]): FieldSet {
  const set = newMutableSet()
  for (const path of paths) insert(set, path)
  return set
}

/** Whether a set has no path, neither here nor below. */
export function isEmpty(set: FieldSet): boolean {
  return !set.member && !hasBelow(set)
}

/** Whether a set has paths below its own. */
export function hasBelow({ children }: FieldSet): boolean {
  if (children === undefined) return false
  for (const child of children.values()) if (!isEmpty(child)) return true
  return false
}

/** Whether the path itself is a member; members below it do not count. */
export function has(set: FieldSet, path: Path): boolean {
  let node: FieldSet | undefined = set
  for (const element of path) {
    node = node.children?.get(element)
    if (node === undefined) return false
  }
  return node !== set && node.member
}

/** The set below a path element, relative to it; undefined where there is none. */
export const withPrefix = (set: FieldSet, element: PathElement): FieldSet | undefined =>
  set.children?.get(element)

const make = (member: boolean, children: Map<PathElement, FieldSet>): FieldSet =>
  children.size > 0 ? { member, children } : member ? leaf : emptySet

/** The members of both sets. Returns `a` itself where `b` adds nothing. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || (b.children === undefined && (!b.member || a.member))) return a
  if (a.children === undefined && (!a.member || b.member)) return b
  if (b.children === undefined) return { member: true, children: a.children }
  const children = new Map(a.children)
  let changed = a.member !== (a.member || b.member)
  for (const [element, right] of b.children) {
    const left = children.get(element)
    const both = left === undefined ? right : union(left, right)
    if (both !== left) changed = true
    children.set(element, both)
  }
  return changed ? make(a.member || b.member, children) : a
}

/** The members that both sets have. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a
  let children: Map<PathElement, FieldSet> | undefined
  if (a.children !== undefined && b.children !== undefined) {
    const [few, many] =
      a.children.size <= b.children.size ? [a.children, b.children] : [b.children, a.children]
    for (const [element, left] of few) {
      const right = many.get(element)
      if (right === undefined) continue
      const both = intersection(left, right)
      if (isEmpty(both)) continue
      children ??= new Map()
      children.set(element, both)
    }
  }
  const member = a.member && b.member
  return children === undefined ? (member ? leaf : emptySet) : { member, children }
}

/** The members of `a` that `b` lacks. `recursive`: a member of `b` takes away everything below it, too. */
export function difference(a: FieldSet, b: FieldSet, recursive = false): FieldSet {
  const member = a.member && !b.member
  if (a.children === undefined || b.children === undefined) {
    if (member === a.member) return a
    return a.children === undefined ? emptySet : { member, children: a.children }
  }
  let children: Map<PathElement, FieldSet> | undefined
  for (const [element, right] of b.children) {
    const left = a.children.get(element)
    if (left === undefined) continue
    const rest = recursive && right.member ? emptySet : difference(left, right, recursive)
    if (rest === left) continue
    children ??= new Map(a.children)
    if (isEmpty(rest)) children.delete(element)
    else children.set(element, rest)
  }
  if (children === undefined) return member === a.member ? a : { member, children: a.children }
  return make(member, children)
}

/** Whether two sets have the same paths, in whatever order they were built. */
export function setsEqual(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true
  if (a.member !== b.member || (a.children?.size ?? 0) !== (b.children?.size ?? 0)) return false
  if (a.children !== undefined) {
    for (const [element, left] of a.children) {
      const right = b.children?.get(element)
      if (right === undefined || !setsEqual(left, right)) return false
    }
  }
  return true
}

/** Whether some path is a member of both sets. */
export function overlap(a: FieldSet, b: FieldSet): boolean {
  if (a.member && b.member) return true
  if (a.children === undefined || b.children === undefined) return false
  for (const [element, right] of b.children) {
    const left = a.children.get(element)
    if (left !== undefined && overlap(left, right)) return true
  }
  return false
}

/** Whether all members of `b` are members of `a`. */
export function includes(a: FieldSet, b: FieldSet): boolean {
  if (b.member && !a.member) return false
  if (b.children === undefined) return true
  for (const [element, right] of b.children) {
    const left = a.children?.get(element)
    if (left === undefined ? !isEmpty(right) : !includes(left, right)) return false
  }
  return true
}

/** The children in upstream's order. */
export function sortedChildren({ children }: FieldSet): [PathElement, FieldSet][] {
  return children === undefined
    ? []
    : [...sortedElements(children)].map((element) => [element, children.get(element)!])
}

/** All paths in upstream's order: the members of a level first, then what is below. */
export function paths(set: FieldSet, prefix: Path = [], out: Path[] = []): Path[] {
  const sorted = sortedChildren(set)
  for (const [element, child] of sorted) if (child.member) out.push([...prefix, element])
  for (const [element, child] of sorted)
    if (child.children !== undefined) paths(child, [...prefix, element], out)
  return out
}
