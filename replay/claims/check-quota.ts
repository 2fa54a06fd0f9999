// Claims about what a ResourceQuota counts.
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Claim } from './claim.ts'
import { compares } from './field-test.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

type QuotaClaim = Extract<Claim, { kind: 'quota' }>

/** Checks the number that a ResourceQuota counts of a resource. */
export async function checkQuota(claim: QuotaClaim, world: ClaimWorld): Promise<ClaimResult> {
  const resolved = await resolveSubject(claim.subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  if (resolved.objects.length === 0) return noSuch('ResourceQuota')
  const counts = resolved.objects.map((quota) => countOf(quota, claim))
  if (counts.includes(undefined))
    return unknown('it does not say of which resource, or the quota counts none such')
  const results = new Set(
    (counts as number[]).map((count) => compares(count, claim.comparison, claim.number)),
  )
  const saw = `${claim.of}: ${counts.join(', ')}`
  return results.size > 1 ? unknown(`which ResourceQuota is meant? ${saw}`) : holds(results.has(true), saw)
}

function countOf({ status }: KubeObject, { of, resource }: QuotaClaim): number | undefined {
  const counts = isObject(status) ? status[of] : undefined
  if (!isObject(counts)) return undefined
  const keys = Object.keys(counts)
  const key =
    resource === undefined
      ? keys.length === 1
        ? keys[0]
        : undefined
      : keys.find((one) => one === resource || one === `count/${resource}`)
  const value = key === undefined ? undefined : counts[key]
  return /^\d+$/.test(String(value)) ? Number(value) : undefined
}
