// Upstream: sigs.k8s.io/structured-merge-diff fieldpath/serialize.go
import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { emptySet, type FieldSet, hasBelow, type MutableFieldSet, newMutableSet } from './field-set.ts'
import { parsePathElement, sortedElements } from './path-element.ts'

/** The set that FieldsV1 holds. Throws where it is malformed; unknown kinds of path elements are dropped. */
export function readFieldsV1(fields: JsonObject): FieldSet {
  const { children } = readLevel(fields)
  return children === undefined || children.size === 0 ? emptySet : { member: false, children }
}

function readLevel(fields: JsonValue | undefined): {
  children: Map<string, MutableFieldSet> | undefined
  member: boolean
} {
  if (fields !== null && !isObject(fields)) throw new Error('ReadMapCB: expect { or n')
  let children: Map<string, MutableFieldSet> | undefined
  let member = false
  for (const key of Object.keys(fields ?? {})) {
    if (key === '.') {
      member = true
      continue
    }
    const element = parsePathElement(key)
    if (element === undefined) continue
    const below = readLevel(fields?.[key])
    children ??= new Map()
    const node = children.get(element) ?? newMutableSet()
    node.member ||= below.member
    if (below.children !== undefined) node.children = below.children
    children.set(element, node)
  }
  return { children, member: member || children === undefined }
}

/** A cache of FieldsV1 by set: most of a set stays the same from one write to the next. */
export type WrittenFields = WeakMap<FieldSet, JsonObject>

/** The empty object of a leaf, shared by all: sets can have a hundred thousand leaves. */
const leaf: JsonObject = Object.freeze({})

/** The set as FieldsV1 in canonical order. The result is shared with later ones: do not change it. @param written undefined: nothing is kept */
export function writeFieldsV1(set: FieldSet, written?: WrittenFields): JsonObject {
  const known = written?.get(set)
  if (known !== undefined) return known
  const out: JsonObject = {}
  if (set.member) out['.'] = leaf
  if (set.children !== undefined)
    for (const element of sortedElements(set.children)) {
      const child = set.children.get(element)!
      if (hasBelow(child)) out[element] = writeFieldsV1(child, written)
      else if (child.member) out[element] = leaf
    }
  written?.set(set, out)
  return out
}
