import { type Alteration, score } from '../challenge/alteration.ts'
import { exitCodeOf, type ReplayResult, stepsOfResult } from '../outcome.ts'
import { jsonText } from './json-text.ts'
import { totalsOf } from './outcome-words.ts'

/**
 * The result as JSON, with totals; its shape is told in docs/guide/ci.md.
 * @param alterations what a challenge changed, and whether the document noticed
 */
export function jsonReport(
  result: ReplayResult,
  allowUnchecked: boolean,
  alterations?: readonly Alteration[],
): string {
  const steps = stepsOfResult(result)
  const totals = {
    steps: steps.length,
    ...totalsOf(steps.map(({ outcome }) => outcome)),
    compared: steps.reduce((sum, { checks }) => sum + checks.length, 0),
    exitCode: exitCodeOf(result, allowUnchecked),
  }
  const { file, milliseconds, notes, sections } = result
  const challenge = alterations === undefined ? {} : { challenge: { ...score(alterations), alterations } }
  return jsonText({ file, milliseconds, notes, sections, totals, ...challenge })
}
