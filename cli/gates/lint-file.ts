import { lintGates } from '../../featuregates/lifecycle-lint.ts'
import { openPlan, shippedPlans } from '../../plans/load-plan.ts'
import { readInput } from '../../replay/read-input.ts'
import { lintPlan } from '../plan/lint-plan.ts'
import type { Report } from './output.ts'
import { readSpecs } from './read-specs.ts'

/** The findings about a file of specs or a plan by upstream's lifecycle rules, with lines. */
export function lintFile(file: string): { report: Report; failed: boolean } {
  if (shippedPlans().includes(file)) return lintPlan(openPlan(file))
  const text = readInput(file)
  if (/^kind:\s*["']?FeaturePlan\b/m.test(text)) return lintPlan(openPlan(file))
  const { gates, lineOf } = readSpecs(file, text)
  const findings = lintGates(gates).map((f) => ({ file, line: lineOf(f.gate, f.spec), ...f }))
  const errors = findings.filter((f) => f.severity === 'error').length
  return {
    failed: errors > 0,
    report: {
      header: ['PLACE', 'SEVERITY', 'RULE', 'MESSAGE'],
      rows: findings.map((f) => [`${file}:${f.line}`, f.severity, f.rule, f.message]),
      notes: [`${gates.length} gates, ${errors} errors, ${findings.length - errors} warnings`],
      data: findings,
    },
  }
}
