// Whether a pod came in place of one that was deleted before that one had ended, or after. It is looked at again and again: what was
// seen before tells which came first.
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import { hasIndex, parseIntervals } from '../../controllers/job/intervals.ts'
import type { Claim } from './claim.ts'
import { indexOf } from './ordinals.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

type ReplacementClaim = Extract<Claim, { kind: 'replacement' }>

/** Checks whether a pod was replaced before or after it had ended. */
export async function checkReplacement(claim: ReplacementClaim, world: ClaimWorld): Promise<ClaimResult> {
  const resolved = await resolveSubject({ kind: 'Pod', resource: 'pods', number: 'many' }, world)
  if ('why' in resolved) return unknown(resolved.why)
  const old = world.beforeDeletion?.('pods')
  if (old === undefined) return unknown('no pod was deleted before')
  const isOld = ({ metadata }: KubeObject): boolean => old.has(metadata.uid ?? '')
  const ending = resolved.objects.filter((pod) => isOld(pod) && !isOver(pod) && isDeleted(pod))
  const fresh = resolved.objects.filter((pod) => !isOld(pod) && !isDeleted(pod))
  const saw = `terminating: ${names(ending)}; created since: ${names(fresh)}`
  const seen = world.seenBefore
  if (seen === undefined) return unknown('it is looked at only once')
  if (ending.length > 0) seen.add(fresh.length > 0 ? 'both' : 'ending')
  if (claim.created === 'before')
    return seen.has('both') || ending.length > 0 || seen.has('ending')
      ? holds(seen.has('both'), saw)
      : unknown(`no pod was terminating when it was looked at; ${saw}`)
  if (seen.has('both')) return holds(false, `a pod was created while another was terminating; ${saw}`)
  if (ending.length > 0) return unknown(`the pod did not end in the time that it was looked at; ${saw}`)
  return seen.has('ending')
    ? holds(fresh.length > 0, saw)
    : unknown(`no pod was terminating when it was looked at; ${saw}`)
}

/** Checks whether there are pods of indexes that have failed, beside those that failed. */
export async function checkFailedIndexes(
  { recreated }: Extract<Claim, { kind: 'failed indexes' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const jobs = (await world.objects('jobs.batch')).flatMap((job) => {
    const failed = isObject(job['status']) ? job['status']['failedIndexes'] : undefined
    return typeof failed === 'string' && failed !== ''
      ? [{ uid: job.metadata.uid, failed: parseIntervals(failed, Number.POSITIVE_INFINITY) }]
      : []
  })
  if (jobs.length === 0) return unknown('no Job has failed indexes')
  const pods = (await world.objects('pods')).filter((pod) => {
    const job = jobs.find(({ uid }) => pod.metadata.ownerReferences?.some((owner) => owner.uid === uid))
    const isLeft = isOver(pod) || isDeleted(pod)
    return job !== undefined && !isLeft && hasIndex(job.failed, Number(indexOf(pod) ?? Number.NaN))
  })
  return holds(recreated === pods.length > 0, `pods of failed indexes: ${names(pods)}`)
}

const isDeleted = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined

function isOver(pod: KubeObject): boolean {
  const status = pod['status']
  return isObject(status) && (status['phase'] === 'Succeeded' || status['phase'] === 'Failed')
}

const names = (pods: readonly KubeObject[]): string =>
  pods.length === 0 ? 'none' : pods.map(({ metadata }) => metadata.name).join(', ')
