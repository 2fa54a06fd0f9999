import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { PlanError } from '../plans/plan-error.ts'
import { withoutCommands } from '../replay/report/without-commands.ts'
import { takeOption } from './take-option.ts'

/** The plan of this name or file. Throws a PlanError. */
export async function readPlanOption(name: string | undefined): Promise<ReleasePlan | undefined> {
  if (name === undefined || name === '') return undefined
  const { loadPlan } = await import('../plans/load-plan.ts')
  return loadPlan(name)
}

/** Removes `--plan` from the arguments and reads the plan. Throws a PlanError. */
export const takePlan = (args: string[]): Promise<ReleasePlan | undefined> =>
  readPlanOption(takeOption(args, 'plan'))

/** The lines that a command prints about an unusable plan (exit code 2); undefined for any other error. */
export const planErrorText = (command: string, error: unknown): string | undefined =>
  error instanceof PlanError
    ? error.findings.map((finding) => `kepsim ${command}: ${withoutCommands(String(finding))}\n`).join('')
    : undefined
