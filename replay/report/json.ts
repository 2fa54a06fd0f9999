import { exitCodeOf, type ReplayResult } from '../outcome.ts'

/** The result as JSON, with totals. */
export function jsonReport(result: ReplayResult): string {
  const steps = result.sections.flatMap((s) => s.steps)
  const passed = steps.filter((s) => s.status === 'passed').length
  const totals = { steps: steps.length, passed, failed: steps.length - passed, exitCode: exitCodeOf(result) }
  return `${JSON.stringify({ ...result, totals }, null, 2)}\n`
}
