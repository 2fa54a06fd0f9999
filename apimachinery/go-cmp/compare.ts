// The tree of what two values have in common and what not. Upstream: github.com/google/go-cmp (cmp/compare.go, report_value.go)
import type { GoType } from '../go-print/go-type.ts'
import { intOrStringFields, intOrStringStruct } from '../go-print/int-or-string.ts'
import { isNil, structValues } from '../go-print/struct-values.ts'
import { Quantity } from '../quantity.ts'
import { editScript } from './edit-script.ts'

/** A value on one side of the comparison; undefined there where a list or map has no such element. */
export interface Side {
  readonly value: unknown
}
/** The comparison of two values of one type, and of their parts. */
export interface CompareNode {
  readonly type: GoType
  readonly left: Side | undefined
  readonly right: Side | undefined
  same: number
  different: number
  /** The number of parts, parts of parts included. */
  children: number
  depth: number
  /** Fields, elements or entries. */
  records: CompareRecord[]
  /** The comparison of the values that two pointers point to. */
  target?: CompareNode
}
/** A part by its name: a field's, a key, nothing for an element. */
export interface CompareRecord {
  readonly key: string
  readonly node: CompareNode
}

/** Compares two values, JSON data of the API, as Go's values of `type`. */
export function compareNodes(type: GoType, left: Side | undefined, right: Side | undefined): CompareNode {
  const node: CompareNode = { type, left, right, same: 0, different: 0, children: 0, depth: 0, records: [] }
  const report = (equal: boolean): CompareNode => {
    if (equal) node.same++
    else node.different++
    return node
  }
  if (type.kind === 'intOrString') return compareNodes(intOrStringStruct, inFields(left), inFields(right))
  if (left === undefined || right === undefined) return report(false)
  const [x, y] = [left.value, right.value]
  if (type.kind === 'struct') {
    const values = structValues(y, type)
    for (const [i, [field, own]] of structValues(x, type).entries())
      adopt(node, field.name, compareNodes(field.type, { value: own }, { value: values[i]![1] }))
    return node
  }
  if (type.kind !== 'pointer' && type.kind !== 'slice' && type.kind !== 'map')
    return report(sameScalar(x, y, type))
  if (isNil(x) || isNil(y)) return report(isNil(x) && isNil(y))
  if (type.kind === 'pointer') {
    node.target = compareNodes(type.of, left, right)
    count(node, node.target)
  } else if (type.kind === 'slice') compareElements(node, type.of, x as unknown[], y as unknown[])
  else compareEntries(node, type.of, x as Record<string, unknown>, y as Record<string, unknown>)
  return node
}

/** A number that may be a text, as its fields. */
const inFields = (side: Side | undefined): Side | undefined =>
  side && { value: intOrStringFields(side.value) }

function count(parent: CompareNode, child: CompareNode): void {
  parent.same += child.same
  parent.different += child.different
  parent.children += child.children + 1
  parent.depth = Math.max(parent.depth, child.depth + 1)
}

function adopt(parent: CompareNode, key: string, node: CompareNode): void {
  parent.records.push({ key, node })
  count(parent, node)
}

function compareElements(
  node: CompareNode,
  type: GoType,
  x: readonly unknown[],
  y: readonly unknown[],
): void {
  const at = (list: readonly unknown[], i: number): Side => ({ value: list[i] })
  const script = editScript(x.length, y.length, (i, k) => compareNodes(type, at(x, i), at(y, k)))
  let [i, k] = [0, 0]
  for (const edit of script) {
    const left = edit === 'right' ? undefined : at(x, i++)
    const right = edit === 'left' ? undefined : at(y, k++)
    adopt(node, '', compareNodes(type, left, right))
  }
}

function compareEntries(
  node: CompareNode,
  type: GoType,
  x: Record<string, unknown>,
  y: Record<string, unknown>,
): void {
  const side = (map: Record<string, unknown>, key: string): Side | undefined =>
    Object.hasOwn(map, key) ? { value: map[key] } : undefined
  for (const key of [...new Set([...Object.keys(x), ...Object.keys(y)])].sort())
    adopt(node, key, compareNodes(type, side(x, key), side(y, key)))
}

const zeros: Readonly<Record<string, unknown>> = { bool: false, int: 0, uint: 0, float: 0 }

function sameScalar(x: unknown, y: unknown, { kind }: GoType): boolean {
  if (kind === 'quantity')
    return Quantity.parse(String(x ?? '0')).compare(Quantity.parse(String(y ?? '0'))) === 0
  const zero = zeros[kind] ?? ''
  return (x ?? zero) === (y ?? zero)
}
