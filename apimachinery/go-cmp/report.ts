// The report of what two values differ in. Upstream: github.com/google/go-cmp (cmp/report_compare.go)
// Deviates: long texts and long lists of plain values are shown whole, not by what of them differs.
import { type GoType, goType } from '../go-print/go-type.ts'
import { type CompareNode, type CompareRecord, compareNodes, type Side } from './compare.ts'
import { ellipsis, type Mark, reportOf, type TextNode, type TextRecord, textOf } from './text-node.ts'
import { isZero, keyText, type TypeMode, typed, valueText } from './values.ts'

type Mode = 'unknown' | 'identical' | '-' | '+'
const context = 2
const [fullLevel, briefLevel] = [3, 1]

/** The report on two values, JSON data of the API. `type`: Go's, as `core.PodSpec`. */
export function cmpDiff(left: unknown, right: unknown, type: string, minor: number): string {
  const own = goType(type, minor)
  return reportOf(nodeText(compareNodes(own, { value: left }, { value: right }), 'unknown', 'auto'))
}

const levelOf = (mode: Mode): number => (mode === 'identical' ? briefLevel : fullLevel)

function nodeText(node: CompareNode, mode: Mode, typeMode: TypeMode): TextNode {
  const options = { mode: typeMode, identical: mode === 'identical', level: levelOf(mode) }
  const { type } = node
  const show = (side: Side | undefined): TextNode | undefined =>
    side === undefined ? undefined : valueText(side.value, type, options)
  if (node.depth === 0) {
    if (mode === '-') return show(node.left) ?? ''
    if (mode === '+') return show(node.right) ?? ''
    const [x, y] = [show(node.left) ?? '', show(node.right) ?? '']
    return textOf(x).length < textOf(y).length ? x : y
  }
  if (node.target !== undefined)
    return { prefix: '&', value: nodeText(node.target, mode, typeMode), suffix: '' }
  return typed(type, listText(node, mode), options)
}

const partName: Readonly<Record<string, string>> = { struct: 'field', slice: 'element', map: 'entry' }
const pluralOf = (name: string): string => (name === 'entry' ? 'entries' : `${name}s`)

function listText({ type, records }: CompareNode, mode: Mode): TextNode {
  const typeMode = type.kind === 'struct' ? 'auto' : 'elide'
  const item = (mark: Mark, { key, node }: CompareRecord, as: Mode): TextRecord => ({
    mark,
    key: type.kind === 'map' ? keyText(key, type) : key,
    value: nodeText(node, as, typeMode),
  })
  if (mode !== 'unknown') return unified(records, type, mode, item)
  const list: TextRecord[] = []
  const groups = grouped(records)
  for (const [i, group] of groups.entries()) {
    if (group[0]!.node.different > 0) list.push(...group.flatMap((record) => changed(record, item)))
    else list.push(...unchanged(group, i > 0, i < groups.length - 1, partName[type.kind]!, item))
  }
  return { prefix: '{', value: list, suffix: '}' }
}

type Item = (mark: Mark, record: CompareRecord, as: Mode) => TextRecord

/** The parts of one of the two values, or of both where they are equal; zero fields are left out. */
function unified(records: readonly CompareRecord[], type: GoType, mode: Mode, item: Item): TextNode {
  const most = mode === 'identical' ? Math.floor(2 ** briefLevel / 2) * 4 : 2 ** fullLevel * 2
  const sideOf = ({ left, right }: CompareNode): Side | undefined => (mode === '+' ? right : left)
  const isShown = ({ node }: CompareRecord): boolean => {
    const side = sideOf(node)
    return side !== undefined && (type.kind !== 'struct' || !isZero(side.value, node.type))
  }
  const list: TextRecord[] = []
  let rest: TextRecord[] = []
  for (const record of records) {
    // Upstream counts before it looks at the part: behind a full list a zero field is one more, too.
    if (list.length === most) {
      rest = [{ mark: '', key: '', value: ellipsis }]
      break
    }
    if (isShown(record)) list.push(item('', record, mode))
  }
  return { prefix: '{', value: [...list, ...rest], suffix: '}' }
}

/** Neighbours that are equal, and those that are not. */
function grouped(records: readonly CompareRecord[]): CompareRecord[][] {
  const groups: CompareRecord[][] = []
  for (const record of records) {
    const last = groups.at(-1)
    const alike = last !== undefined && last[0]!.node.different > 0 === record.node.different > 0
    if (alike) last.push(record)
    else groups.push([record])
  }
  return groups
}

function unchanged(
  group: readonly CompareRecord[],
  isAfter: boolean,
  isBefore: boolean,
  name: string,
  item: Item,
): TextRecord[] {
  const low = isAfter ? Math.min(context, group.length) : 0
  let high = isBefore ? Math.min(context, group.length - low) : 0
  if (group.length - low - high === 1) high++
  const left = group.length - low - high
  const same = (record: CompareRecord): TextRecord => item('', record, 'identical')
  const gap: TextRecord[] =
    left === 0
      ? []
      : [
          {
            mark: '',
            key: '',
            value: ellipsis,
            comment: `${left} identical ${left > 1 ? pluralOf(name) : name}`,
          },
        ]
  return [...group.slice(0, low).map(same), ...gap, ...group.slice(group.length - high).map(same)]
}

function changed(record: CompareRecord, item: Item): TextRecord[] {
  const { node } = record
  if (node.children !== node.depth) return [item('', record, 'unknown')]
  return [
    ...(node.left === undefined ? [] : [item('-', record, '-')]),
    ...(node.right === undefined ? [] : [item('+', record, '+')]),
  ]
}
