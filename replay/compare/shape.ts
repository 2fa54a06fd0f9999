// Outputs that a document gives as examples ("similar to this"): what kind of output it is, not which values it has.
import type { Bindings } from '../bindings.ts'
import { cellsOf, isHeader } from './cells.ts'
import { type Comparison, differ, newComparison, type Shown } from './comparison.ts'
import { isElision } from './elision.ts'
import { isOutlined, keyOf, rankOf } from './outline.ts'

/** The columns of tables, the keys of what is outlined at their depth, the kinds of all other lines have to be in the real output. */
export function compareShapes(
  shown: readonly Shown[],
  actual: readonly string[],
  bindings: Bindings,
): Comparison {
  const comparison = newComparison('shape')
  const outlined = isOutlined(actual)
  const kindOf = (line: string): string =>
    (outlined ? keyedKind(line) : undefined) ?? wordedKind(line, bindings)
  const titles = new Set(actual.filter(isHeader).flatMap(cellsOf))
  const kinds = new Set(actual.map(kindOf))
  let table = false
  for (const { text, line } of shown) {
    if (text === '') table = false
    if (text === '' || isElision(text)) continue
    const header = isHeader(text)
    if (header) table = true
    // Rows of an example are as many and as they happened to be.
    if (table && !header) continue
    const found = header ? cellsOf(text).every((title) => titles.has(title)) : kinds.has(kindOf(text))
    if (found) comparison.compared++
    else differ(comparison, { line, expected: text, actual: undefined })
  }
  return comparison
}

const keyedKind = (line: string): string | undefined => {
  const key = keyOf(line)
  return key === undefined ? undefined : `${rankOf(line)} ${key}`
}

/** Its words in their order, with a mark for each name, number, quotation and time. */
function wordedKind(line: string, bindings: Bindings): string {
  const { skeleton } = bindings.tokensOf(line)
  return skeleton
    .replace(/"[^"]*"|'[^']*'/g, '·')
    .split(/\s+/)
    .map((word) => (/^[A-Za-z]+[.,:;!]?$/.test(word) ? word : '·'))
    .join(' ')
}
