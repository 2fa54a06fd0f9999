// An output as the document shows it against what was printed.
import type { Bindings } from './bindings.ts'
import { isTable, matchTable } from './compare-table.ts'
import type { Difference } from './difference.ts'

const elision =
  /^\s*(?:(?:#|\/\/)\s*)?(?:\.{3}|…)(?:\s*(?:\(.*\)|\[.*\]|<.*>))?\s*$|^\s*\[?(?:\.\.\.|…|snip|output (?:omitted|truncated|elided))\]?\s*$/i

/** Whether a line of a document stands for lines left out. */
export const isElision = (line: string): boolean => elision.test(line)

/**
 * Compares line by line. With elisions the shown lines must appear in this order, the parts right at the start and end at the
 * start and end; without, the outputs must be the same lines. Tables are compared by cells, AGE columns not at all.
 */
export function compareOutput(
  expected: readonly string[],
  firstLine: number,
  output: string,
  bindings: Bindings,
): Difference[] {
  const actual = output
    .replace(/\n+$/, '')
    .split('\n')
    .map((l) => l.trimEnd())
  const shown = expected.map((text, i) => ({ text: text.trimEnd(), line: firstLine + i }))
  while (shown.length > 0 && shown.at(-1)!.text === '') shown.pop()
  while (shown.length > 0 && shown[0]!.text === '') shown.shift()
  const plain = shown.map((s) => s.text)
  if (isTable(plain)) return matchTable(shown, actual, bindings)
  if (plain.some(isElision)) return matchElided(shown, actual, bindings)
  return matchExact(shown, actual, bindings)
}

interface Shown {
  text: string
  line: number
}

function matchExact(shown: Shown[], actual: string[], bindings: Bindings): Difference[] {
  const differences: Difference[] = []
  let at = 0
  for (const { text, line } of shown) {
    const found = actual.findIndex((a, i) => i >= at && bindings.match(text, a))
    if (found === at) at++
    else if (found > at && !shown.some((s) => bindings.match(s.text, actual[at]!))) {
      for (const extra of actual.slice(at, found)) differences.push({ line, expected: '', actual: extra })
      at = found + 1
    } else {
      const other = nearest(text, actual.slice(at))
      differences.push({ line, expected: text, actual: other })
      if (other !== undefined && other === actual[at]) at++
    }
  }
  const last = shown.at(-1)
  if (differences.length === 0 && last !== undefined) {
    for (const extra of actual.slice(at)) differences.push({ line: last.line, expected: '', actual: extra })
  }
  return differences
}

/** @note Shown lines need not be adjacent in reality: authors leave out single lines without saying so. */
function matchElided(shown: Shown[], actual: string[], bindings: Bindings): Difference[] {
  const differences: Difference[] = []
  let at = 0
  for (const { text, line } of shown) {
    if (isElision(text) || text === '') continue
    const [start, before] = inlineElision(text)
    const found = actual.findIndex(
      (a, i) =>
        i >= at &&
        (before === undefined ? bindings.match(start, a) : a.startsWith(start) && a.endsWith(before)),
    )
    if (found >= 0) at = found + 1
    else
      differences.push({
        line,
        expected: text,
        actual: nearest(text, actual.slice(at)) ?? nearest(text, actual),
      })
  }
  return differences
}

/** `message: abc...def`: text left out within a line. */
function inlineElision(text: string): [string, string | undefined] {
  const match = /^(.{3,}?)(?:\.{3}|…)(.*)$/.exec(text)
  return match === null || /\.{3}\S*\.{3}/.test(text) ? [text, undefined] : [match[1]!, match[2]!]
}

/** The real line that the shown one meant: the same key at the same depth, else the same key. */
function nearest(text: string, actual: string[]): string | undefined {
  const key = /^(\s*(?:- )?)("?[\w./-]+"?:)/.exec(text)
  if (key === null) return actual.find((a) => a !== '')
  return actual.find((a) => a.startsWith(key[0])) ?? actual.find((a) => a.trimStart().startsWith(key[2]!))
}
