// Upstream: sigs.k8s.io/structured-merge-diff typed/remove.go, fieldpath/set.go (EnsureNamedFieldsAreMembers)
import { isObject, type JsonObject, type JsonValue, setOwn } from '../json.ts'
import { kindOf } from './atom-kind.ts'
import { type FieldSet, isEmpty, withPrefix } from './field-set.ts'
import { itemElement, type ListItemRules } from './list-items.ts'
import { fieldElement, type PathElement } from './path-element.ts'
import type { Atom, ListType, MapType } from './smd-schema.ts'

/** The value without the paths in `set`. What becomes empty on the way becomes null. */
export function removeItems(type: Atom, value: JsonValue, set: FieldSet, rules: ListItemRules): JsonValue {
  const kind = kindOf(type, value)
  if (kind === 'map') return removeFromMap(type.map!, value, set, rules)
  if (kind === 'list') return removeFromList(type.list!, value, set, rules)
  return value
}

function removeFromMap(type: MapType, value: JsonValue, set: FieldSet, rules: ListItemRules): JsonValue {
  if (!isObject(value) || type.atomic) return null
  const out: JsonObject = {}
  for (const key of Object.keys(value)) {
    const item = value[key]
    const declared = type.fields.get(key)
    const below = withPrefix(set, declared?.path ?? fieldElement(key))
    if (item === undefined || below?.member) continue
    const atom = (declared?.type ?? type.element)?.atom
    const rest =
      below !== undefined && atom !== undefined && !isEmpty(below)
        ? removeItems(atom, item, below, rules)
        : item
    setOwn(out, key, rest)
  }
  return Object.keys(out).length > 0 ? out : null
}

function removeFromList(type: ListType, value: JsonValue, set: FieldSet, rules: ListItemRules): JsonValue {
  if (!Array.isArray(value) || type.atomic) return null
  const out: JsonValue[] = []
  for (const item of value) {
    const below = withPrefix(set, itemElement(type, item, rules))
    if (below?.member) continue
    const atom = type.element.atom
    out.push(
      below !== undefined && atom !== undefined && !isEmpty(below)
        ? removeItems(atom, item, below, rules)
        : item,
    )
  }
  return out.length > 0 ? out : null
}

/** The set with every declared field that has members below it made a member, so that structs are counted as present. */
export function withNamedFields(set: FieldSet, type: Atom | undefined): FieldSet {
  if (set.children === undefined) return set
  const children = new Map<PathElement, FieldSet>()
  for (const [element, child] of set.children) {
    const declared = element[0] === 'f' ? type?.map?.fields.get(element.slice(2)) : undefined
    const below = withNamedFields(child, childAtom(element, type))
    children.set(
      element,
      declared !== undefined && child.children !== undefined && !below.member
        ? { member: true, children: below.children }
        : below,
    )
  }
  return { member: set.member, children }
}

function childAtom(element: PathElement, type: Atom | undefined): Atom | undefined {
  if (element[0] === 'f') return (type?.map?.fields.get(element.slice(2))?.type ?? type?.map?.element)?.atom
  return element[0] === 'k' ? type?.list?.element.atom : undefined
}
