// Outputs shown whole, line by line.
import type { Bindings } from '../bindings.ts'
import { type Comparison, count, differ, newComparison, type Shown } from './comparison.ts'
import { matchLine } from './elision.ts'
import { addTo, firstFrom, fromOn } from './sorted.ts'

/** How many lines of the same shape are tried for one that does not fit where it stands. */
const patience = 50

/** The outputs have to be the same lines in the same order. */
export function compareLines(
  shown: readonly Shown[],
  actual: readonly string[],
  bindings: Bindings,
): Comparison {
  const comparison = newComparison()
  const places = new Places(actual, bindings)
  const wanted = new Set(shown.map(({ text }) => bindings.tokensOf(text).skeleton))
  let at = 0
  for (const [i, { text, line }] of shown.entries()) {
    const match = at < actual.length ? matchLine(bindings, text, actual[at]!) : undefined
    if (match !== undefined) {
      count(comparison, match)
      at++
      continue
    }
    const found = places.find(text, at)
    if (found !== undefined && !wanted.has(bindings.tokensOf(actual[at]!).skeleton)) {
      count(comparison, found.match)
      for (const extra of actual.slice(at, found.index)) differ(comparison, more(line, extra))
      at = found.index + 1
      continue
    }
    found?.undo()
    const after = shown[i + 1]?.text
    // The real line belongs to the next one: this one is missing.
    const isMissing = after !== undefined && at < actual.length && looksAs(bindings, after, actual[at]!)
    const other = isMissing ? undefined : places.nearest(text, at)
    differ(comparison, { line, expected: text, actual: other })
    if (other !== undefined && other === actual[at]) at++
  }
  const last = shown.at(-1)
  if (last !== undefined && comparison.differences.length === 0)
    for (const extra of actual.slice(at)) differ(comparison, more(last.line, extra))
  return comparison
}

const looksAs = (bindings: Bindings, shown: string, printed: string): boolean =>
  bindings.tokensOf(shown).skeleton === bindings.tokensOf(printed).skeleton

const more = (line: number, actual: string) => ({ line, expected: '', actual })

/** Where the lines of an output are, by their shape and by their key. */
export class Places {
  private readonly actual: readonly string[]
  private readonly bindings: Bindings
  private readonly bySkeleton = new Map<string, number[]>()
  private readonly byKey = new Map<string, number[]>()
  private readonly full: number[] = []

  constructor(actual: readonly string[], bindings: Bindings) {
    this.actual = actual
    this.bindings = bindings
    for (const [i, text] of actual.entries()) {
      addTo(this.bySkeleton, bindings.tokensOf(text).skeleton, i)
      const [own, key] = keyOf(text)
      if (own !== undefined) addTo(this.byKey, own, i)
      if (key !== undefined && key !== own) addTo(this.byKey, key, i)
      if (text !== '') this.full.push(i)
    }
  }

  /** The next lines that look like `text`. */
  candidates(text: string, from: number): Iterable<number> {
    return fromOn(this.bySkeleton.get(this.bindings.tokensOf(text).skeleton) ?? [], from)
  }

  /** The next line that says the same as `text`; bound until it is undone. */
  find(text: string, from: number) {
    const undo = this.bindings.mark()
    let left = patience
    for (const index of this.candidates(text, from)) {
      if (left-- === 0) return undefined
      const match = this.bindings.match(text, this.actual[index]!)
      if (match !== undefined) return { index, match, undo }
    }
    return undefined
  }

  /** The real line that `text` meant: the same key at the same depth, else the same key, else what stands in its place. */
  nearest(text: string, from: number): string | undefined {
    const [own, key] = keyOf(text)
    const index =
      own === undefined
        ? firstFrom(this.full, from)
        : (firstFrom(this.byKey.get(own) ?? [], from) ?? firstFrom(this.byKey.get(key!) ?? [], from))
    return index === undefined ? undefined : this.actual[index]
  }
}

/** The key of a line with its indentation, and without. */
function keyOf(text: string): [string, string] | [undefined, undefined] {
  const match = /^(\s*(?:- )?)("?[\w./-]+"?:)/.exec(text)
  return match === null ? [undefined, undefined] : [match[0], match[2]!]
}
