// Combinations that the version skew policy does not support have to fail for that reason, and no other.
import type { ReleasePlan } from '../../component-base/plan-extension.ts'
import type { Cell, CellStatus } from './cell.ts'
import { nearestSupported } from './matrix.ts'
import { hasSaid } from './run-module.ts'
import type { Verdict } from './verdict.ts'

/** The status of an unsupported cell: `unsupported` where the scenario failed as it must. */
export interface Judgement {
  status: CellStatus
  verdict: Verdict
}

/** How a scenario must fail in an unsupported cell, and how it is run elsewhere for comparison. */
export interface UnsupportedOptions {
  /** What the scenario says that it must fail with in this cell. */
  breaks: string | RegExp | undefined
  /** Lends its releases. */
  plan?: ReleasePlan | undefined
  /** Runs the scenario in another cell. */
  run(cell: Cell): Promise<Verdict>
}

const wrong = (verdict: Verdict, outcome: string): Judgement => ({
  status: 'differs',
  verdict: { ...verdict, status: 'differs', outcome, details: verdict.details ?? verdict.outcome },
})
const right = (verdict: Verdict, outcome: string): Judgement => ({
  status: 'unsupported',
  verdict: { ...verdict, outcome },
})

/**
 * Versions that kube-apiserver does not emulate must be refused by it, with its own message. Nothing refuses a node component for
 * its version: what the scenario says must break has to break so, and anything else that does not hold there must hold with the
 * nearest release that the policy supports, or it is not the skew that breaks it. A cell may hold all the same.
 */
export async function judgedUnsupported(
  cell: Cell,
  verdict: Verdict,
  { breaks, plan, run }: UnsupportedOptions,
): Promise<Judgement> {
  if (cell.refusals.length > 0) return judgedRefusal(cell, verdict)
  if (breaks !== undefined) return judgedBreak(verdict, breaks)
  if (verdict.status === 'passed')
    return right(verdict, `${verdict.outcome} (nothing refuses that ${cell.unsupported})`)
  const near = nearestSupported(cell, plan === undefined ? {} : { plan })
  const control = await run(near)
  if (control.status === 'passed') return right(verdict, `${verdict.outcome} (${cell.unsupported})`)
  const either = `it does not hold with ${near.id} either: ${verdict.outcome}`
  if (verdict.status === 'differs' && control.status === 'differs')
    return wrong(verdict, `not for the skew, ${either}`)
  // What differs here alone is the skew's; what nobody can tell is the scenario's.
  const status = verdict.status === 'differs' ? control.status : verdict.status
  return {
    status,
    verdict: { ...verdict, status, outcome: `${control.status} with ${near.id} too: ${verdict.outcome}` },
  }
}

function judgedRefusal({ refusals }: Cell, verdict: Verdict): Judgement {
  const { refused } = verdict
  if (refused === undefined)
    return wrong(verdict, `kube-apiserver starts, but must say: ${refusals.join('; ')}`)
  const missing = refusals.filter((text) => !refused.includes(text))
  return missing.length === 0
    ? right(verdict, verdict.outcome)
    : wrong(verdict, `${verdict.outcome}; it must say: ${missing.join('; ')}`)
}

function judgedBreak(verdict: Verdict, breaks: string | RegExp): Judgement {
  if (verdict.status === 'passed')
    return wrong(verdict, `holds (${verdict.outcome}), but must break: ${breaks}`)
  const text = [verdict.outcome, verdict.details, verdict.refused].join('\n')
  return hasSaid(text, breaks)
    ? right(verdict, verdict.outcome)
    : wrong(verdict, `${verdict.outcome}; it must break with: ${breaks}`)
}
