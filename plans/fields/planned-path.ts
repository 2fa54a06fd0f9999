import { schemaPathProblem } from '../kinds/openapi-value.ts'
import type { RawPlan } from '../raw-plan.ts'
import { newestRelease } from '../recorded-gates.ts'
import { resourceProblem } from './check-fields.ts'
import { propertyAt, typesOfResource } from './recorded-types.ts'

/** Why an effect cannot speak of a field: it is many, or neither the newest release nor the plan has it; undefined where it can. */
export function fieldProblem(resource: string, path: string, plan: RawPlan): string | undefined {
  if (path.includes('[*]')) return `${path} is many fields: name one that is in no list`
  return plannedFieldProblem(resource, path, plan)
}

/** Why there is no field at a path, which may lead through lists, in the newest release and the plan; undefined where there is. */
export function plannedFieldProblem(resource: string, path: string, plan: RawPlan): string | undefined {
  const kind = plan.kinds?.find((one) => one.resource === resource)
  if (kind !== undefined) {
    const wrong = schemaPathProblem(kind.schema, path)
    return wrong === undefined ? undefined : `${resource} of the plan: ${wrong}`
  }
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
