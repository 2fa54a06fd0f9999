// Some lines of an object, as a document quotes them in a block of their own: without the rest, and often less indented than printed.
import type { Bindings } from '../bindings.ts'
import type { Comparison, Shown } from './comparison.ts'
import { compareElided } from './elided.ts'

const mostLines = 20_000
/** Depths of the first key that are tried. */
const mostPlaces = 12
const keyAt = /^( *)(?:- )?"?([A-Za-z][\w./-]*)"?:(?:\s|$)/

/** Whether lines are part of an object in YAML that is printed whole: they begin with a key, and hold neither its kind nor its version. */
export function isExcerpt(shown: readonly Shown[], actual: readonly string[]): boolean {
  if (actual.length > mostLines || !actual.some((line) => /^(?:apiVersion|kind): /.test(line))) return false
  const [first] = shown
  if (first === undefined || keyAt.exec(first.text) === null) return false
  const least = indentOf(first.text)
  return shown.every(
    ({ text }) =>
      text === '' || (indentOf(text) >= least && !/^ *(?:- )?(?:apiVersion|kind|metadata):/.test(text)),
  )
}

const indentOf = (text: string): number => text.length - text.trimStart().length

/** Held against each place with its first key, moved to where that stands; the first that says the same, else the first of all. */
export function compareExcerpt(
  shown: readonly Shown[],
  actual: readonly string[],
  bindings: Bindings,
): Comparison {
  const [, indent = '', key] = keyAt.exec(shown[0]!.text) ?? []
  const places = actual.flatMap((line) => {
    const [, own = '', name] = keyAt.exec(line) ?? []
    return name === key ? [own.length - indent.length] : []
  })
  const shifts = [...new Set(places)].sort((a, b) => a - b).slice(0, mostPlaces)
  for (const shift of shifts) {
    const undo = bindings.mark()
    const comparison = compareElided(moved(shown, shift), actual, bindings)
    if (comparison.differences.length === 0) return comparison
    undo()
  }
  return compareElided(moved(shown, shifts[0] ?? 0), actual, bindings)
}

const moved = (shown: readonly Shown[], by: number): Shown[] =>
  shown.map(({ text, line }) => ({
    text: text === '' ? text : by >= 0 ? ' '.repeat(by) + text : text.slice(Math.min(-by, indentOf(text))),
    line,
  }))
