// Upstream: sigs.k8s.io/structured-merge-diff typed/reconcile_schema.go
import { type FieldSet, hasBelow } from './field-set.ts'
import type { PathElement } from './path-element.ts'
import type { Atom, TypeRef } from './smd-schema.ts'

/**
 * The set in terms of the present schema: where a list or map has become atomic, its owner owns the whole of it.
 * Returns the same set when nothing changed.
 */
export function reconcileWithSchema(set: FieldSet, type: TypeRef): FieldSet {
  const atom = type.atom
  return atom === undefined ? set : reconcile(set, atom)
}

function reconcile(set: FieldSet, atom: Atom): FieldSet {
  if (atom.map !== undefined) {
    if (atom.map.deduced) return set
    if (atom.map.atomic) return toLeaf(set)
    const { fields, element } = atom.map
    return eachChild(set, (name) =>
      name[0] === 'f' ? (fields.get(name.slice(2))?.type ?? element) : element,
    )
  }
  if (atom.scalar !== undefined || atom.list === undefined) return set
  if (atom.list.atomic) return toLeaf(set)
  const item = atom.list.element
  return eachChild(set, () => item)
}

/** The set as a leaf; a member that has nothing below it is a leaf already. */
function toLeaf(set: FieldSet): FieldSet {
  return hasBelow(set) ? { member: true, children: undefined } : set
}

function eachChild(set: FieldSet, typeOf: (element: PathElement) => TypeRef | undefined): FieldSet {
  if (set.children === undefined) return set
  let children: Map<PathElement, FieldSet> | undefined
  for (const [element, child] of set.children) {
    const atom = typeOf(element)?.atom
    const next = atom === undefined ? child : reconcile(child, atom)
    if (next === child) continue
    children ??= new Map(set.children)
    children.set(element, next)
  }
  return children === undefined ? set : { member: set.member, children }
}
