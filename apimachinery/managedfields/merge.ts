// Upstream: sigs.k8s.io/structured-merge-diff typed/merge.go
import { getOwn, isObject, type JsonObject, type JsonValue, setOwn } from '../json.ts'
import { kindOf } from './atom-kind.ts'
import { itemElement, type ListItemRules } from './list-items.ts'
import type { PathElement } from './path-element.ts'
import type { Atom, ListType, MapType } from './smd-schema.ts'

type Value = JsonValue | undefined

/** Lays `right` over `left`: leaves of the right side win, maps and associative lists are merged. Shares parts of its inputs. */
export function mergeTyped(type: Atom, left: Value, right: Value, rules: ListItemRules): Value {
  return handle(type, right === undefined ? left : right, left, right, rules)
}

function handle(type: Atom, shaped: Value, left: Value, right: Value, rules: ListItemRules): Value {
  switch (kindOf(type, shaped)) {
    case 'map':
      return mergeMaps(type.map!, left, right, rules)
    case 'list':
      return mergeLists(type.list!, left, right, rules)
    default:
      return leaf(left, right)
  }
}

const leaf = (left: Value, right: Value): Value => (right !== undefined ? right : left)

function mergeMaps(type: MapType, left: Value, right: Value, rules: ListItemRules): Value {
  const a = isObject(left) ? left : {}
  const b = isObject(right) ? right : {}
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  if (type.atomic || keys.size === 0) return leaf(left, right)
  const out: JsonObject = {}
  for (const key of keys) {
    const atom = (type.fields.get(key)?.type ?? type.element)?.atom
    const [l, r] = [getOwn(a, key), getOwn(b, key)]
    if (atom === undefined || (l === undefined && r === undefined)) continue
    const merged = mergeTyped(atom, l, r, rules)
    if (merged !== undefined) setOwn(out, key, merged)
  }
  return Object.keys(out).length > 0 ? out : undefined
}

function mergeLists(type: ListType, left: Value, right: Value, rules: ListItemRules): Value {
  const a = Array.isArray(left) ? left : []
  const b = Array.isArray(right) ? right : []
  if (type.atomic || (a.length === 0 && b.length === 0)) return leaf(left, right)
  const out = new ListMerge(type, a, b, rules).run()
  return out.length > 0 ? out : undefined
}

/** Merges two associative lists: the order of the right side, items of the left side alone stay near where they were. */
class ListMerge {
  private readonly type: ListType
  private readonly rules: ListItemRules
  private readonly left: readonly JsonValue[]
  private readonly leftElements: PathElement[]
  private readonly rightElements: PathElement[]
  private readonly leftItems = new Map<PathElement, JsonValue>()
  private readonly rightItems = new Map<PathElement, JsonValue>()
  private readonly shared: PathElement[]
  private readonly done = new Set<PathElement>()
  private readonly out: JsonValue[] = []

  constructor(type: ListType, left: readonly JsonValue[], right: readonly JsonValue[], rules: ListItemRules) {
    this.type = type
    this.rules = rules
    this.left = left
    this.leftElements = left.map((item) => itemElement(type, item, rules))
    this.rightElements = right.map((item) => itemElement(type, item, rules))
    // An item that is there twice on the left is not merged with its new value: null stands for it.
    for (const [i, e] of this.leftElements.entries())
      this.leftItems.set(e, this.leftItems.has(e) ? null : left[i]!)
    for (const [i, e] of this.rightElements.entries()) this.rightItems.set(e, right[i]!)
    this.shared = this.rightElements.filter((e) => this.leftItems.has(e))
  }

  run(): JsonValue[] {
    let l = 0
    let r = 0
    while (l < this.leftElements.length || r < this.rightElements.length) {
      const element = this.leftElements[l]
      if (element !== undefined && r < this.rightElements.length) {
        if (element === this.rightElements[r]) {
          this.takeRight(element)
          this.shared.shift()
          l++
          r++
          continue
        }
        if (this.rightItems.has(element) && this.shared.length > 0 && this.shared[0] !== element) {
          l++
          continue
        }
      }
      if (element !== undefined) {
        if (!this.rightItems.has(element)) {
          this.emit(this.left[l], undefined)
          l++
          continue
        }
        if (this.done.has(element)) l++
      }
      const next = this.rightElements[r]
      if (next !== undefined) {
        this.takeRight(next)
        if (this.shared[0] === next) this.shared.shift()
        r++
      }
    }
    return this.out
  }

  private takeRight(element: PathElement): void {
    this.done.add(element)
    this.emit(this.leftItems.get(element), this.rightItems.get(element))
  }

  private emit(left: Value, right: Value): void {
    const atom = this.type.element.atom
    const merged = atom === undefined ? leaf(left, right) : mergeTyped(atom, left, right, this.rules)
    if (merged !== undefined) this.out.push(merged)
  }
}
