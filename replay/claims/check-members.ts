// Claims about how many elements lists have.
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { compares } from './field-test.ts'
import { fieldValues } from './object-fields.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

type MembersClaim = Extract<Claim, { kind: 'members' }>

/** How many elements lists have: of an object, or the endpoints of a Service in all its slices. */
export async function checkMembers(claim: MembersClaim, world: ClaimWorld): Promise<ClaimResult> {
  const service = claim.field.name === 'endpoints' && claim.subject?.kind === 'Service'
  const subject = service
    ? {
        kind: 'EndpointSlice',
        resource: 'endpointslices.discovery.k8s.io',
        number: 'many' as const,
        of: claim.subject!,
      }
    : claim.subject
  const resolved = await resolveSubject(subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  const { objects, kind } = resolved
  if (objects.length === 0) return noSuch(kind)
  if (isNoList(claim, objects, world, resolved.resource))
    return unknown(`no ${kind} is known to have a list "${claim.field.name}"`)
  const counts = objects.map(
    (object) =>
      numberIn(object, claim) ??
      fieldValues(object, claim.field)
        .values.flatMap((value) => (Array.isArray(value) ? value : isObject(value) ? Object.keys(value) : []))
        .filter((element) => inCondition(element, claim.state)).length,
  )
  const sum = counts.reduce((a, b) => a + b, 0)
  const saw = `${sum} ${claim.field.name}`
  if (service || objects.length === 1) return holds(compares(sum, claim.comparison, claim.number), saw)
  const results = new Set(counts.map((count) => compares(count, claim.comparison, claim.number)))
  return results.size > 1 && resolved.ambiguous
    ? unknown(`which ${kind} is meant?`)
    : holds(!results.has(false), saw)
}

/** Whether a plain word is of no list that these objects have, or could. */
function isNoList(
  { field }: MembersClaim,
  objects: readonly KubeObject[],
  world: ClaimWorld,
  resource: string,
): boolean {
  if (field.plain !== true) return false
  const values = objects.flatMap((object) => fieldValues(object, field).values)
  const held = values.filter((value) => value !== undefined)
  return held.length === 0
    ? world.hasField?.(resource, field.name.replaceAll(' ', '')) !== true
    : !held.every((value) => typeof value === 'object' || typeof value === 'number')
}
/** "has four completions": a field that is the number. */
function numberIn(object: KubeObject, { field, state }: MembersClaim): number | undefined {
  const [value, ...others] = fieldValues(object, field).values
  return field.plain === true && state === undefined && typeof value === 'number' && others.length === 0
    ? value
    : undefined
}

function inCondition(element: unknown, state: string | undefined): boolean {
  if (state === undefined) return true
  if (state.startsWith('not ')) return !inCondition(element, state.slice('not '.length))
  const conditions = isObject(element) ? element['conditions'] : undefined
  return isObject(conditions) && conditions[state] === true
}
