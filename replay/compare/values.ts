// JSON and YAML that a document writes in another way than the program printed it: what counts are the values.
import { goYaml } from '../../apimachinery/scheme/yaml-schema.ts'
import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
} from '../../component-base/yaml.ts'
import type { Bindings } from '../bindings.ts'
import { type Comparison, count, differ, newComparison, type Shown } from './comparison.ts'

/** Larger ones are compared by lines only. */
const mostCharacters = 300_000
/** As are those with more brackets within brackets. */
const deepest = 60

/** @returns undefined where one of the two is no JSON or YAML, or holds something that is in neither */
export function compareValues(
  shown: readonly Shown[],
  actual: readonly string[],
  bindings: Bindings,
): Comparison | undefined {
  const wanted = read(shown.map(({ text }) => text).join('\n'))
  const real = wanted === undefined ? undefined : read(actual.join('\n'))
  if (wanted === undefined || real === undefined) return undefined
  const comparison = newComparison()
  const lineOf = (node: Node): number =>
    shown[wanted.lines.linePos(node.range?.[0] ?? 0).line - 1]?.line ?? shown[0]!.line
  const undo = bindings.mark()
  const same = new Values(comparison, bindings, lineOf).compare(wanted.roots, real.roots)
  if (same) return comparison
  undo()
  return undefined
}

function read(text: string): { roots: Node[]; lines: LineCounter } | undefined {
  if (text.length > mostCharacters || !/[{[]|:(?:\s|$)/.test(text)) return undefined
  if (depthOf(text) > deepest) return undefined
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { ...goYaml, lineCounter: lines })
  if ('empty' in documents) return undefined
  const roots: Node[] = []
  for (const { contents, errors } of documents) {
    if (errors.length > 0 || !(isMap(contents) || isSeq(contents))) return undefined
    roots.push(contents)
  }
  return { roots, lines }
}

/** Counted without regard to quotes: too deep at most. */
function depthOf(text: string): number {
  let depth = 0
  let most = 0
  for (const char of text) {
    if (char === '{' || char === '[') most = Math.max(most, ++depth)
    else if (char === '}' || char === ']') depth--
  }
  return most
}

class Values {
  private readonly comparison: Comparison
  private readonly bindings: Bindings
  private readonly lineOf: (node: Node) => number

  constructor(comparison: Comparison, bindings: Bindings, lineOf: (node: Node) => number) {
    this.comparison = comparison
    this.bindings = bindings
    this.lineOf = lineOf
  }

  compare(wanted: readonly Node[], real: readonly Node[]): boolean {
    return wanted.length === real.length && wanted.every((node, i) => this.same(node, real[i]!, ''))
  }

  /** @param key above it: some tokens are known by it */
  private same(wanted: unknown, real: unknown, key: string): boolean {
    if (isMap(wanted) && isMap(real)) return this.sameMap(wanted.items, real.items)
    if (isSeq(wanted) && isSeq(real))
      return (
        wanted.items.length === real.items.length &&
        wanted.items.every((item, i) => this.same(item, real.items[i], key))
      )
    if (wanted === null || real === null) return wanted === real
    if (!isScalar(wanted) || !isScalar(real)) return false
    if (typeof wanted.value !== typeof real.value) return false
    const match = this.bindings.match(`${key}: ${String(wanted.value)}`, `${key}: ${String(real.value)}`)
    if (match !== undefined) count(this.comparison, match)
    else
      differ(this.comparison, {
        line: this.lineOf(wanted),
        expected: `${key}: ${String(wanted.value)}`,
        actual: `${key}: ${String(real.value)}`,
      })
    return true
  }

  private sameMap(
    wanted: readonly { key: unknown; value: unknown }[],
    real: readonly { key: unknown; value: unknown }[],
  ): boolean {
    const others = new Map(real.map(({ key, value }) => [nameOf(key), value]))
    return (
      wanted.length === others.size &&
      wanted.every(({ key, value }) => {
        const name = nameOf(key)
        return others.has(name) && this.same(value, others.get(name), name)
      })
    )
  }
}

const nameOf = (key: unknown): string => String(isScalar(key) ? key.value : key)
