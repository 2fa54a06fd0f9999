import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../component-base/package-root.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { systemReason } from '../component-base/system-error.ts'
import { releasePlan } from './extend.ts'
import { PlanError } from './plan-error.ts'
import { type ReadPlan, readPlan } from './read-plan.ts'

const folder = join(packageRoot, 'plans')

/** The names of the plans that ship, sorted. */
export const shippedPlans = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort()

/** The plan of a name that ships, or of a file. Throws a PlanError. */
export function openPlan(nameOrFile: string): ReadPlan {
  const shipped = shippedPlans()
  if (shipped.includes(nameOrFile))
    return readPlan(`plans/${nameOrFile}.yaml`, readFileSync(join(folder, `${nameOrFile}.yaml`), 'utf8'))
  if (!existsSync(nameOrFile))
    throw new PlanError([
      `there is no plan "${nameOrFile}": give a file, or one of the plans that ship: ${shipped.join(', ')}`,
    ])
  return readPlan(nameOrFile, textOf(nameOrFile))
}

/** A plan is written by hand: what is longer is some other file. */
const mostBytes = 1 << 20

function textOf(file: string): string {
  try {
    const { size } = statSync(file)
    if (size > mostBytes)
      throw new PlanError([`${file}: it has ${size} bytes, and a plan has ${mostBytes} at most`])
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof PlanError) throw error
    throw new PlanError([`${file}: ${systemReason(error) ?? String(error)}`])
  }
}

/** The plan for `--plan`, by name or file. Throws a PlanError. */
export const loadPlan = (nameOrFile: string): ReleasePlan => releasePlan(openPlan(nameOrFile).plan)
