// Claims about why an object is as its status says.
import { isObject, type JsonObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { conditionsOf } from './object-states.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

type ReasonClaim = Extract<Claim, { kind: 'reason' }>

/** Checks whether a reason is among those in the objects' status. */
export async function checkReason(claim: ReasonClaim, world: ClaimWorld): Promise<ClaimResult> {
  const resolved = await resolveSubject(claim.subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  const { objects, kind, ambiguous } = resolved
  if (objects.length === 0) return noSuch(kind)
  const reasons = objects.map((object) => reasonsOf(object, claim.state))
  const saw = objects
    .slice(0, 4)
    .map(({ metadata }, i) => `${kind} ${metadata.name}: ${reasons[i]!.join(', ') || 'no reason'}`)
    .join('; ')
  const results = new Set(reasons.map((found) => found.includes(claim.reason) !== claim.negated))
  if (results.size > 1 && ambiguous) return unknown(`which ${kind} is meant? ${saw}`)
  return holds(!results.has(false), saw)
}

/** Of a state only the reason of the condition that tells of it. */
const conditionTypes: Readonly<Record<string, RegExp>> = {
  succeeded: /^(?:Complete|SuccessCriteriaMet)$/,
  failed: /^(?:Failed|FailureTarget)$/,
  suspended: /^Suspended$/,
  available: /^Available$/,
  pending: /^PodScheduled$/,
  unschedulable: /^PodScheduled$/,
}

function reasonsOf(object: KubeObject, state: string | undefined): string[] {
  const status = isObject(object['status']) ? object['status'] : {}
  const wanted = state === undefined ? undefined : conditionTypes[state]
  const conditions = conditionsOf(object).filter(
    (one) => wanted === undefined || wanted.test(String(one['type'])),
  )
  const all = [status, ...conditions, ...containerStates(status)].map((one) => one['reason'])
  return all.filter((reason): reason is string => typeof reason === 'string')
}

function containerStates(status: JsonObject): JsonObject[] {
  return ['initContainerStatuses', 'containerStatuses'].flatMap((list) => {
    const statuses = status[list]
    if (!Array.isArray(statuses)) return []
    return statuses.flatMap((one) =>
      isObject(one) && isObject(one['state']) ? Object.values(one['state']).filter(isObject) : [],
    )
  })
}
