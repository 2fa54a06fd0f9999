import { resourceProblem } from '../fields/check-fields.ts'
import { propertyAt, typesOfResource } from '../fields/recorded-types.ts'
import type { RawPlan } from '../raw-plan.ts'
import { newestRelease } from '../recorded-gates.ts'

/** Why an effect cannot speak of a field: it is many, or neither the newest release nor the plan has it; undefined where it can. */
export function fieldProblem(resource: string, path: string, plan: RawPlan): string | undefined {
  if (path.includes('[*]')) return `${path} is many fields: name one that is in no list`
  const planned = (plan.fields ?? []).some(
    (field) => field.resource === resource && (path === field.path || path.startsWith(`${field.path}.`)),
  )
  if (planned) return undefined
  const newest = newestRelease()
  const wrong = resourceProblem(newest, resource)
  if (wrong !== undefined) return wrong
  const found = typesOfResource(newest, resource).map((type) => propertyAt(newest, type, path))
  const [first] = found
  if (found.some((one) => 'owner' in one) || first === undefined || 'owner' in first) return undefined
  return `${resource} in ${newest}: ${first.problem}, and the plan adds no such field`
}
