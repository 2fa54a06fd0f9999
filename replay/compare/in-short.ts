// Outputs that a document shows as `{...}`: one object, of which nothing more is told.
import { type Comparison, count, differ, newComparison, type Shown } from './comparison.ts'

const wholeObject = /^\{\s*(?:\.{3}|…)\s*\}$/
const wholeList = /^\[\s*(?:\.{3}|…)\s*\]$/

/** Whether an output is shown as `{...}` or `[...]` and no more. */
export const isInShort = (shown: readonly Shown[]): boolean =>
  shown.length === 1 && (wholeObject.test(shown[0]!.text.trim()) || wholeList.test(shown[0]!.text.trim()))

/** The output has to be one object, or one list, in JSON, and no refusal of a server. */
export function compareInShort([shown]: readonly Shown[], actual: readonly string[]): Comparison {
  const comparison = newComparison()
  const { text, line } = shown!
  const printed = parsed(actual.join('\n'))
  const isList = wholeList.test(text.trim())
  const fits =
    typeof printed === 'object' &&
    printed !== null &&
    Array.isArray(printed) === isList &&
    !isRefusal(printed)
  if (fits) count(comparison, { held: true, volatile: 0 })
  else differ(comparison, { line, expected: text, actual: actual.find((one) => one !== '') })
  return comparison
}

const isRefusal = (printed: object): boolean =>
  'kind' in printed && printed.kind === 'Status' && 'status' in printed && printed.status === 'Failure'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
