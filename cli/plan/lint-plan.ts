import { lintGates } from '../../featuregates/lifecycle-lint.ts'
import { lintedGate, placeOf } from '../../plans/check-plan.ts'
import type { RawPlan } from '../../plans/raw-plan.ts'
import type { ReadPlan } from '../../plans/read-plan.ts'
import type { Report } from '../gates/output.ts'

/** The findings about a plan's specs, after the recorded ones, by upstream's lifecycle rules. */
export function lintPlan({ plan, yaml }: ReadPlan): { report: Report; failed: boolean } {
  const raw = yaml.value as RawPlan
  const findings = plan.gates.flatMap((gate, i) =>
    lintGates([lintedGate(gate)]).map((finding) => ({
      place: placeOf(finding, i, raw.gates?.[i], yaml),
      ...finding,
    })),
  )
  const errors = findings.filter((f) => f.severity === 'error').length
  return {
    failed: errors > 0,
    report: {
      header: ['PLACE', 'SEVERITY', 'RULE', 'MESSAGE'],
      rows: findings.map((f) => [f.place, f.severity, f.rule, f.message]),
      notes: [`${plan.gates.length} gates, ${errors} errors, ${findings.length - errors} warnings`],
      data: findings,
    },
  }
}
