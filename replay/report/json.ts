import { exitCodeOf, type ReplayResult, stepsOfResult } from '../outcome.ts'
import { jsonText } from './json-text.ts'
import { totalsOf } from './outcome-words.ts'

/** The result as JSON, with totals; its shape is told in docs/guide/ci.md. */
export function jsonReport(result: ReplayResult, allowUnchecked: boolean): string {
  const steps = stepsOfResult(result)
  const totals = {
    steps: steps.length,
    ...totalsOf(steps.map(({ outcome }) => outcome)),
    compared: steps.reduce((sum, { checks }) => sum + checks.length, 0),
    exitCode: exitCodeOf(result, allowUnchecked),
  }
  const { file, milliseconds, notes, sections } = result
  return jsonText({ file, milliseconds, notes, sections, totals })
}
