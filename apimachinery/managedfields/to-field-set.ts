// Upstream: sigs.k8s.io/structured-merge-diff typed/tofieldset.go
import { isObject, type JsonValue } from '../json.ts'
import { kindOf } from './atom-kind.ts'
import { descend, type FieldSet, type MutableFieldSet, newMutableSet } from './field-set.ts'
import { itemElement, type ListItemRules } from './list-items.ts'
import { fieldElement } from './path-element.ts'
import type { Atom, ListType, MapType } from './smd-schema.ts'

/** All leaves (and items of keyed lists, and keys of maps) of a value. The value must be valid for its type. */
export function toFieldSet(type: Atom, value: JsonValue, rules: ListItemRules): FieldSet {
  const root = newMutableSet()
  walk(type, value, root, rules)
  root.member = false
  return root
}

function walk(type: Atom, value: JsonValue, node: MutableFieldSet, rules: ListItemRules): void {
  const kind = kindOf(type, value)
  if (kind === 'map') walkMap(type.map!, value, node, rules)
  else if (kind === 'list') walkList(type.list!, value, node, rules)
  else node.member = true
}

function walkMap(type: MapType, value: JsonValue, node: MutableFieldSet, rules: ListItemRules): void {
  if (type.atomic) node.member = true
  else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const item = value[key]
      const declared = type.fields.get(key)
      const atom = (declared?.type ?? type.element)?.atom
      if (item === undefined || atom === undefined) continue
      const child = newMutableSet()
      walk(atom, item, child, rules)
      if (declared === undefined || item === null || (isObject(item) && Object.keys(item).length === 0))
        child.member = true
      if (child.member || child.children !== undefined) {
        node.children ??= new Map()
        node.children.set(declared?.path ?? fieldElement(key), child)
      }
    }
  }
}

function walkList(type: ListType, value: JsonValue, node: MutableFieldSet, rules: ListItemRules): void {
  if (type.atomic) node.member = true
  else if (Array.isArray(value)) {
    const elements = value.map((item) => itemElement(type, item, rules))
    const seen = new Set<string>()
    const duplicates = new Set<string>()
    for (const element of elements) (seen.has(element) ? duplicates : seen).add(element)
    elements.forEach((element, i) => {
      const child = descend(node, element)
      child.member = true
      const atom = type.element.atom
      if (!duplicates.has(element) && atom !== undefined) walk(atom, value[i]!, child, rules)
    })
  }
}
