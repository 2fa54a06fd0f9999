import { openPlan, shippedPlans } from '../../plans/load-plan.ts'
import type { Report } from '../gates/output.ts'

/** The report of the plans that ship. */
export function listPlans(): Report {
  const plans = shippedPlans().map((name) => openPlan(name).plan)
  return {
    header: ['PLAN', 'KEP', 'GATES', 'UP TO', 'SUMMARY'],
    rows: plans.map((p) => [
      p.name,
      p.kep ?? '',
      p.gates.map((g) => g.name).join(', '),
      p.lastRelease,
      p.summary,
    ]),
    data: plans.map((p) => ({
      name: p.name,
      kep: p.kep ?? null,
      gates: p.gates.map((g) => g.name),
      lastRelease: p.lastRelease,
      summary: p.summary,
    })),
  }
}
