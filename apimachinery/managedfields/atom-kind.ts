// Upstream: sigs.k8s.io/structured-merge-diff typed/helpers.go (deduceAtom, handleAtom)
import type { JsonValue } from '../json.ts'
import type { Atom } from './smd-schema.ts'

/** The shape as which a value of an atom is handled; `none` for null and for a value that is not there. */
export type AtomKind = 'map' | 'scalar' | 'list' | 'none'

/** The shape of a value. `undefined` is a value that is not there; null fits every shape. */
function shapeOf(value: JsonValue | undefined): AtomKind {
  if (value === undefined || value === null) return 'none'
  if (Array.isArray(value)) return 'list'
  return typeof value === 'object' ? 'map' : 'scalar'
}

const first = (atom: Atom): AtomKind =>
  atom.map !== undefined
    ? 'map'
    : atom.scalar !== undefined
      ? 'scalar'
      : atom.list !== undefined
        ? 'list'
        : 'none'

/** The shape as which a value is handled: its own where the type allows that, else the first that the type has. */
export function kindOf(atom: Atom, value: JsonValue | undefined): AtomKind {
  const shape = shapeOf(value)
  return shape !== 'none' && atom[shape] !== undefined ? shape : first(atom)
}

/** Whether two values narrow a type to the same one; upstream compares the narrowed types, not the values. */
export function sameNarrowing(atom: Atom, a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  const shapes =
    Number(atom.map !== undefined) + Number(atom.scalar !== undefined) + Number(atom.list !== undefined)
  return shapes <= 1 || narrowed(atom, a) === narrowed(atom, b)
}

function narrowed(atom: Atom, value: JsonValue | undefined): AtomKind {
  const shape = shapeOf(value)
  return shape !== 'none' && atom[shape] !== undefined ? shape : 'none'
}
