// Upstream: pkg/controller/job/job_controller.go (trackJobStatusAndRemoveFinalizers)
import type { KubeObject } from '../../apimachinery/json.ts'
import { recordEvent } from '../event-recorder.ts'
import { podPhase } from '../pods.ts'
import { formatIntervals, hasIndex, totalOf, withIndexes } from './intervals.ts'
import { completionIndex, hasValidIndex, isPodFailed, isTracked } from './job-pods.ts'
import { matchPodFailurePolicy } from './policies.ts'
import type { JobSync } from './sync-job.ts'
import { conditionOf, isIndexed, type Job, type JobCondition } from './types.ts'

const maxUncountedPods = 500

/**
 * Counts the pods that have ended, each once: its uid is noted in the status, its finalizer taken away, and then the
 * counter raised. Says that the job has ended when all are counted.
 * @param changed whether the status has something new already
 */
export async function trackJob(
  sync: JobSync,
  changed: boolean,
  updateStatus: (job: Job) => Promise<Job>,
): Promise<void> {
  const { status } = sync.job
  const withFinalizer = new Set(sync.pods.filter(isTracked).map(({ metadata }) => metadata.uid!))
  let needsFlush = countUncounted(sync.job, withFinalizer) || changed
  const { pods, noted } = notePods(sync)
  needsFlush = noted || needsFlush
  if (isIndexed(sync.job)) needsFlush = noteIndexes(sync) || needsFlush
  const final = interimCondition(sync)
  needsFlush = final.noted || needsFlush
  let job: Job = { ...sync.job, status }
  if (needsFlush) job = withUncounted(await updateStatus(job))
  for (const pod of pods) {
    await sync.untrack(pod)
    withFinalizer.delete(pod.metadata.uid!)
  }
  const counted = countUncounted(job, withFinalizer)
  const condition = pods.length < maxUncountedPods ? final.condition : undefined
  const finished = condition !== undefined && finish(sync, job, condition)
  if (counted || finished) await updateStatus(job)
  if (finished) recordFinished(sync, condition)
}

const withUncounted = (job: Job): Job => {
  const { succeeded = [], failed = [] } = job.status.uncountedTerminatedPods ?? {}
  const conditions = [...(job.status.conditions ?? [])]
  return { ...job, status: { ...job.status, conditions, uncountedTerminatedPods: { succeeded, failed } } }
}

/** Raises the counters by the noted pods that have no finalizer any more. */
function countUncounted({ status }: Job, withFinalizer: ReadonlySet<string>): boolean {
  const uncounted = status.uncountedTerminatedPods!
  let changed = false
  for (const outcome of ['succeeded', 'failed'] as const) {
    const uids = uncounted[outcome] ?? []
    const left = uids.filter((uid) => withFinalizer.has(uid))
    if (left.length === uids.length) continue
    changed = true
    status[outcome] = (status[outcome] ?? 0) + uids.length - left.length
    uncounted[outcome] = left
  }
  return changed
}

/** Notes pods that have ended since. @returns those whose finalizer goes */
function notePods(sync: JobSync): { pods: KubeObject[]; noted: boolean } {
  const { job, features } = sync
  const ended = sync.finishedCondition !== undefined
  const succeeds = sync.finishedCondition?.type === 'SuccessCriteriaMet'
  const { succeeded, failed } = job.status.uncountedTerminatedPods as Record<'succeeded' | 'failed', string[]>
  const pods: KubeObject[] = []
  let noted = false
  for (const pod of sync.pods) {
    const podFailed = isPodFailed(job, pod, features)
    if (!isTracked(pod) || !mayUntrack(sync, pod, podFailed)) continue
    pods.push(pod)
    const uid = pod.metadata.uid!
    if (podPhase(pod) === 'Succeeded' && !sync.uncounted.failed.has(uid)) {
      if (isIndexed(job) || sync.uncounted.succeeded.has(uid)) continue
      succeeded.push(uid)
      noted = true
    } else if (podFailed || (ended && !succeeds)) {
      if (sync.uncounted.failed.has(uid) || !hasValidIndex(job, pod)) continue
      if (!matchPodFailurePolicy(job, pod, features).counts) continue
      failed.push(uid)
      noted = true
    }
    if (pods.length >= maxUncountedPods) break
  }
  return { pods, noted }
}

/** A failed pod of an index is kept until its replacement has taken its count over. */
function mayUntrack(sync: JobSync, pod: KubeObject, podFailed: boolean): boolean {
  const { job, finishedCondition } = sync
  if (job.metadata.deletionTimestamp !== undefined || finishedCondition !== undefined) return true
  if (podPhase(pod) === 'Succeeded') return true
  const index = completionIndex(pod)
  return podFailed && (index === undefined || sync.lastFailed.get(index)?.metadata.uid !== pod.metadata.uid)
}

function noteIndexes(sync: JobSync): boolean {
  const { job, prevSucceededIndexes } = sync
  const { status } = job
  const news = sync.pods
    .filter((pod) => isTracked(pod) && podPhase(pod) === 'Succeeded' && hasValidIndex(job, pod))
    .map((pod) => completionIndex(pod)!)
    .filter((index) => !hasIndex(prevSucceededIndexes, index))
  const succeeded = withIndexes(prevSucceededIndexes, news)
  const completed = formatIntervals(succeeded)
  const failed = sync.failedIndexes === undefined ? undefined : formatIntervals(sync.failedIndexes)
  const changed = completed !== (status.completedIndexes ?? '') || failed !== status.failedIndexes
  status.succeeded = totalOf(succeeded)
  status.completedIndexes = completed
  if (failed === undefined) delete status.failedIndexes
  else status.failedIndexes = failed
  return changed
}

/** FailureTarget and SuccessCriteriaMet are said before pods lose their finalizers; what follows from them after that. */
function interimCondition(sync: JobSync): { condition: JobCondition | undefined; noted: boolean } {
  const { job, finishedCondition: condition } = sync
  if (condition?.type !== 'FailureTarget' && condition?.type !== 'SuccessCriteriaMet')
    return { condition, noted: false }
  const noted = conditionOf(job, condition.type) === undefined
  if (noted) job.status.conditions!.push(condition)
  const type = condition.type === 'FailureTarget' ? 'Failed' : 'Complete'
  return { condition: { ...condition, type, ...sync.timesOfNow() }, noted }
}

/** @returns whether the job has ended: no pod is left to count, or to wait for */
function finish(sync: JobSync, { status }: Job, condition: JobCondition): boolean {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods!
  if (succeeded.length + failed.length > 0) return false
  if (sync.features.delaysTerminalCondition && sync.terminating > 0) return false
  status.conditions!.push(condition)
  if (condition.type === 'Complete') status.completionTime = condition.lastTransitionTime!
  return true
}

function recordFinished({ parts, job }: JobSync, { type, reason, message }: JobCondition): void {
  recordEvent(
    parts.context,
    'job-controller',
    job,
    type === 'Complete'
      ? { type: 'Normal', reason: 'Completed', message: 'Job completed' }
      : { type: 'Warning', reason: reason ?? '', message: message ?? '' },
  )
}
