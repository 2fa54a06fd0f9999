import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
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
    const bytes = firstBytes(file, mostBytes + 1)
    if (bytes.length > mostBytes)
      throw new PlanError([`${file}: it has more than ${mostBytes} bytes, which a plan has at most`])
    return bytes.toString('utf8')
  } catch (error) {
    if (error instanceof PlanError) throw error
    throw new PlanError([`${file}: ${systemReason(error) ?? String(error)}`])
  }
}

/** At most so many bytes of a file: what has no size, as a pipe or /dev/stdin, may have no end either. */
function firstBytes(file: string, most: number): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(most)
    let length = 0
    for (let read = -1; read !== 0 && length < most; length += read)
      read = readSync(descriptor, bytes, length, most - length, null)
    return bytes.subarray(0, length)
  } finally {
    closeSync(descriptor)
  }
}

/** The plan for `--plan`, by name or file. Throws a PlanError. */
export const loadPlan = (nameOrFile: string): ReleasePlan => releasePlan(openPlan(nameOrFile).plan)
