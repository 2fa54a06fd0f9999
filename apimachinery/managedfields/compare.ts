// Upstream: sigs.k8s.io/structured-merge-diff typed/compare.go
import { holdsGivenEmpty } from '../given-empty.ts'
import { getOwn, isObject, type JsonObject, type JsonValue } from '../json.ts'
import { kindOf, sameNarrowing } from './atom-kind.ts'
import {
  descend,
  descendPath,
  difference,
  type FieldSet,
  insert,
  isEmpty,
  type MutableFieldSet,
  newMutableSet,
} from './field-set.ts'
import { alwaysIndexed, itemElement, type ListItemRules } from './list-items.ts'
import { fieldElement, type PathElement } from './path-element.ts'
import type { Atom, ListType, MapType } from './smd-schema.ts'
import { valuesEqual } from './value-equal.ts'

/** The fields that the right side of a comparison added, changed and removed. */
export interface Comparison {
  readonly removed: FieldSet
  readonly modified: FieldSet
  readonly added: FieldSet
}

type Value = JsonValue | undefined

/** Compares two values of one type. Throws ListItemError when an item of an associative list has no path. */
export function compare(type: Atom, left: Value, right: Value, rules: ListItemRules): Comparison {
  const walker = new CompareWalker(rules)
  walker.compare(type, left, right)
  return { removed: walker.removed, modified: walker.modified, added: walker.added }
}

/** The comparison without what is below (and in) `exclude`. */
export function excludeFields(comparison: Comparison, exclude: FieldSet | undefined): Comparison {
  if (exclude === undefined || isEmpty(exclude)) return comparison
  return {
    removed: difference(comparison.removed, exclude, true),
    modified: difference(comparison.modified, exclude, true),
    added: difference(comparison.added, exclude, true),
  }
}

/** Whether nothing was added, changed or removed. */
export const isSame = ({ removed, modified, added }: Comparison): boolean =>
  isEmpty(removed) && isEmpty(modified) && isEmpty(added)

class CompareWalker {
  readonly removed: MutableFieldSet = newMutableSet()
  readonly modified: MutableFieldSet = newMutableSet()
  readonly added: MutableFieldSet = newMutableSet()
  private readonly path: PathElement[] = []
  private readonly rules: ListItemRules

  constructor(rules: ListItemRules) {
    this.rules = rules
  }

  compare(type: Atom, left: Value, right: Value): void {
    if (left === right) return
    if (left !== undefined && right !== undefined && !sameNarrowing(type, left, right)) {
      this.handle(type, left, left, right)
      this.handle(type, right, left, right)
      return
    }
    if (left === undefined) this.collect(type, right!, descendPath(this.added, this.path))
    else if (right === undefined) this.collect(type, left, descendPath(this.removed, this.path))
    else this.handle(type, right, left, right)
  }

  /** Everything in a value that the other side lacks altogether. */
  private collect(type: Atom, value: JsonValue, node: MutableFieldSet): void {
    node.member = true
    const kind = kindOf(type, value)
    if (kind === 'map' && !type.map!.atomic && isObject(value)) {
      for (const key of Object.keys(value)) {
        const declared = type.map!.fields.get(key)
        const atom = (declared?.type ?? type.map!.element)?.atom
        const item = value[key]
        if (item !== undefined && atom !== undefined)
          this.collect(atom, item, descend(node, declared?.path ?? fieldElement(key)))
      }
    } else if (kind === 'list' && !type.list!.atomic && Array.isArray(value)) {
      for (const [element, items] of this.index(type.list!, value)) {
        const child = descend(node, element)
        child.member = true
        const atom = type.list!.element.atom
        if (items.length === 1 && atom !== undefined) this.collect(atom, items[0]!, child)
      }
    }
  }

  /** Compares as the kind of `shaped`. */
  private handle(type: Atom, shaped: Value, left: Value, right: Value): void {
    switch (kindOf(type, shaped)) {
      case 'map':
        this.maps(type.map!, left, right)
        break
      case 'list':
        this.lists(type.list!, left, right)
        break
      default:
        this.leaf(left, right)
    }
  }

  private leaf(left: Value, right: Value): void {
    if (left === undefined) insert(this.added, this.path)
    else if (right === undefined) insert(this.removed, this.path)
    else if (!valuesEqual(left, right) || listsHoldEmpty(left) !== listsHoldEmpty(right))
      insert(this.modified, this.path)
  }

  private maps(type: MapType, left: Value, right: Value): void {
    const a = isObject(left) ? left : undefined
    const b = isObject(right) ? right : undefined
    if (type.atomic || (isBare(a) && isBare(b))) {
      this.leaf(left, right)
      return
    }
    for (const key in a) this.field(type, key, a[key], getOwn(b, key))
    for (const key in b) if (getOwn(a, key) === undefined) this.field(type, key, undefined, b![key])
  }

  private field(type: MapType, key: string, left: Value, right: Value): void {
    if (left === right) return
    const declared = type.fields.get(key)
    const atom = (declared?.type ?? type.element)?.atom
    if (atom === undefined) return
    this.path.push(declared?.path ?? fieldElement(key))
    this.compare(atom, left, right)
    this.path.pop()
  }

  private lists(type: ListType, left: Value, right: Value): void {
    const a: JsonValue[] = Array.isArray(left) ? left : []
    const b: JsonValue[] = Array.isArray(right) ? right : []
    if (type.atomic || (a.length === 0 && b.length === 0)) {
      this.leaf(left, right)
      return
    }
    if (a.length === b.length && alwaysIndexed(type, this.rules) && valuesEqual(a, b)) return
    const lefts = this.index(type, a)
    const rights = this.index(type, b)
    for (const [element, items] of lefts) this.items(type, element, items, rights.get(element) ?? [])
    for (const [element, items] of rights) if (!lefts.has(element)) this.items(type, element, [], items)
  }

  private index(type: ListType, list: readonly JsonValue[]): Map<PathElement, JsonValue[]> {
    const out = new Map<PathElement, JsonValue[]>()
    for (const item of list) {
      const element = itemElement(type, item, this.rules)
      const same = out.get(element)
      if (same === undefined) out.set(element, [item])
      else same.push(item)
    }
    return out
  }

  /** Items with one path. Several of them (duplicates) count as one leaf. */
  private items(
    type: ListType,
    element: PathElement,
    left: readonly JsonValue[],
    right: readonly JsonValue[],
  ): void {
    if (left.length <= 1 && right.length <= 1) this.item(type, element, left[0], right[0])
    else if (left.length >= 2 && right.length >= 2) {
      if (!valuesEqual(left as JsonValue[], right as JsonValue[])) insert(this.modified, this.path, element)
    } else if (left.length >= 2) {
      if (right.length > 0) this.item(type, element, undefined, right[0])
      insert(this.removed, this.path, element)
    } else {
      if (left.length > 0) this.item(type, element, left[0], undefined)
      insert(this.added, this.path, element)
    }
  }

  private item(type: ListType, element: PathElement, left: Value, right: Value): void {
    const atom = type.element.atom
    if (atom === undefined) return
    this.path.push(element)
    this.compare(atom, left, right)
    this.path.pop()
  }
}

/**
 * Whether an item of a list holds an empty list or map where its encoding has none. Upstream compares lists of structs by
 * reflect.DeepEqual, which tells empty from nil, and structs field by field, which does not; what is stored holds none.
 */
function listsHoldEmpty(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(holdsGivenEmpty)
  if (!isObject(value)) return false
  for (const key in value) if (listsHoldEmpty(value[key] ?? null)) return true
  return false
}

function isBare(map: JsonObject | undefined): boolean {
  if (map === undefined) return true
  for (const key in map) if (map[key] !== undefined) return false
  return true
}
