import type { Match } from '../bindings.ts'
import type { Difference } from '../difference.ts'
import type { OtherValue } from './example-values.ts'

/** What became of holding an output against the document. */
export interface Comparison {
  /** `shape`: the document gives an example; only its keys, columns and kinds of lines were compared. */
  kind: 'values' | 'shape'
  differences: Difference[]
  /** Lines or cells that were held against reality; none of them: nothing was checked. */
  compared: number
  /** Tokens and cells whose value no document can know, and that were met for the first time. */
  volatile: number
  /** Of an example: a value that another run would not have otherwise. */
  other?: OtherValue
}

/** A line of the document. */
export interface Shown {
  text: string
  line: number
}

/** A comparison that has found nothing yet. */
export const newComparison = (kind: Comparison['kind'] = 'values'): Comparison => ({
  kind,
  differences: [],
  compared: 0,
  volatile: 0,
})

/** Counts what matched. */
export function count(comparison: Comparison, { held, volatile }: Match): void {
  if (held) comparison.compared++
  comparison.volatile += volatile
}

/** Counts what differs: it was held against reality. */
export function differ(comparison: Comparison, difference: Difference): void {
  if (difference.expected !== '') comparison.compared++
  comparison.differences.push(difference)
}
