// Values of an example: "similar to this" leaves names, times and addresses open, and neither a status nor a count.
import type { Bindings } from '../bindings.ts'
import type { Difference } from '../difference.ts'

/** A value of an example, as the document shows it and as the command printed it. */
export interface OtherValue {
  /** Of the document. */
  readonly line: number
  readonly shown: string
  readonly printed: string
}

/** Words of a status, truth values, small counts, how many of how many: no run has others without a reason. */
const steady = [/^(?:[A-Z][A-Za-z]*|true|false)$/, /^\d{1,2}$/, /^\d{1,3}\/\d{1,3}$/]

/** The first value of an example that was printed otherwise in the same place, and that no run decides; undefined where there is none. */
export function otherInExample(
  differences: readonly Difference[],
  bindings: Bindings,
): OtherValue | undefined {
  const wordsOf = (text: string): string[] =>
    bindings
      .tokensOf(text)
      .skeleton.split(/[\s,;="'()[\]{}]+/)
      .filter((word) => word !== '')
  for (const { expected, actual, line } of differences) {
    const [shown, printed] = [wordsOf(expected), wordsOf(actual ?? '')]
    if (isMetric(expected)) continue
    // Another row, another field.
    if (shown.length !== printed.length || shown[0] !== printed[0]) continue
    const at = shown.findIndex((word, i) => isOther(word, printed[i]!))
    if (at > 0 && !isFromBefore(shown[0]!, shown[at]!, printed[at]!))
      return { line, shown: shown[at]!, printed: printed[at]! }
  }
  return undefined
}

/** What a metric counts hangs on how long its component has run; `active: 3` is a field. */
const isMetric = (line: string): boolean =>
  /^[a-z](?:[a-z0-9_:]*[a-z0-9_])?(?:\{.*\})?\s+[\d.e+-]+$/.test(line.trim())

const growing = /^(?:ready|(?:ready|available|updated)Replicas|number(?:Ready|Available)):$/
/** What grows while pods start: a document may show it as it was a moment earlier. */
const isFromBefore = (key: string, shown: string, printed: string): boolean =>
  growing.test(key) && Number(shown) < Number(printed)

const isOther = (shown: string, printed: string): boolean =>
  shown !== printed && steady.some((kind) => kind.test(shown) && kind.test(printed))
