// Upstream: pkg/controller/job/job_controller.go (syncJob, manageJob)

import { conditionOfType, withCondition } from '../../apimachinery/conditions.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { toTime } from '../../component-base/clock.ts'
import type { ControllerContext } from '../controller.ts'
import { recordEvent } from '../event-recorder.ts'
import { PodControl } from '../pod-control.ts'
import { podActive, podPhase, podReady, podTerminating } from '../pods.ts'
import { type BackoffRecord, finishedTime, nextRecord, remainingBackoff } from './backoff.ts'
import {
  gapsOf,
  hasIndex,
  type Intervals,
  mergeIntervals,
  parseIntervals,
  totalOf,
  withIndexes,
} from './intervals.ts'
import {
  absoluteFailureCount,
  completionIndex,
  hasValidIndex,
  isIndexFailed,
  isPodFailed,
  isTracked,
  lastFailedPods,
  newJobPod,
  onlyReplacesFailed,
  podsForRemoval,
} from './job-pods.ts'
import { matchPodFailurePolicy, matchSuccessPolicy } from './policies.ts'
import { removeTrackingFinalizer } from './remove-finalizer.ts'
import {
  conditionOf,
  isIndexed,
  isSuspended,
  type Job,
  type JobCondition,
  type JobFeatures,
} from './types.ts'

const maxCreateDeletePerSync = 500

/** A Job with its pods, and what its controller learns from a sync: pods that it wrote, and when to look again. */
export interface JobSyncParts {
  context: ControllerContext
  job: Job
  pods: readonly KubeObject[]
  features: JobFeatures
  backoff: BackoffRecord
  /** Looks at the job again, in milliseconds. */
  requeueAfter: (ms: number) => void
  /** Called with each pod that was written, as the server answered it. */
  wrote: (pod: KubeObject) => void
  /** Called with each pod that loses its tracking finalizer, before it does. */
  untracked: (pod: KubeObject) => void
}

/** A sync of a Job and its pods; `job` is a copy whose status is written afterwards. */
export class JobSync {
  readonly parts: JobSyncParts
  readonly job: Job
  readonly pods: readonly KubeObject[]
  readonly features: JobFeatures
  readonly uncounted: { succeeded: ReadonlySet<string>; failed: ReadonlySet<string> }
  /** The condition with which the Job ends, once that is known. */
  finishedCondition: JobCondition | undefined
  /** Why pods could not be created or deleted: an error that is thrown once what is known is written. */
  unmanaged: unknown
  prevSucceededIndexes: Intervals = []
  succeededIndexes: Intervals = []
  failedIndexes: Intervals | undefined
  lastFailed: ReadonlyMap<number, KubeObject> = new Map()
  backoff: BackoffRecord
  terminating: number
  private readonly control: PodControl
  private readonly activePods: KubeObject[]
  private active: number
  private ready: number
  private succeeded = 0
  private failed = 0
  private readonly now: number

  constructor(parts: JobSyncParts) {
    const { job, pods } = parts
    this.parts = parts
    this.control = new PodControl(parts.context, {
      component: 'job-controller',
      owner: job,
      wrote: parts.wrote,
    })
    this.pods = pods
    this.features = parts.features
    const { succeeded = [], failed = [] } = job.status.uncountedTerminatedPods ?? {}
    this.job = {
      ...job,
      status: {
        ...job.status,
        conditions: [...(job.status.conditions ?? [])],
        uncountedTerminatedPods: { succeeded: [...succeeded], failed: [...failed] },
      },
    }
    this.uncounted = { succeeded: new Set(succeeded), failed: new Set(failed) }
    this.activePods = pods.filter(podActive)
    this.active = this.activePods.length
    this.ready = this.activePods.filter(podReady).length
    this.terminating = pods.filter(podTerminating).length
    this.now = parts.context.clock.now()
    this.backoff = parts.backoff
  }

  /** A Job does not end before its pods: by a clock whose short waits take no time these end ahead of it. */
  timesOfNow(): Pick<JobCondition, 'lastProbeTime' | 'lastTransitionTime'> {
    const ended = this.pods.filter((pod) => podPhase(pod) === 'Succeeded' || podPhase(pod) === 'Failed')
    const now = toTime(ended.reduce((time, pod) => Math.max(time, finishedTime(pod)), this.now))
    return { lastProbeTime: now, lastTransitionTime: now }
  }

  private condition(type: string, reason: string, message: string): JobCondition {
    return { type, status: 'True', ...this.timesOfNow(), reason, message }
  }

  /** Decides, and creates or deletes pods. @returns whether the status has something new */
  async run(): Promise<boolean> {
    const { job } = this
    const { status } = job
    const before = { ...status }
    this.countFinished()
    if (status.startTime === undefined && !isSuspended(job)) status.startTime = toTime(this.now)
    this.finishedCondition = this.knownOutcome() ?? this.limitsExceeded()
    if (isIndexed(job)) this.judgeIndexes()
    let changed = false
    if (this.finishedCondition === undefined) changed = await this.manage()
    else if (!(await this.tried(this.remove(this.activePods, false)))) this.finishedCondition = undefined
    const terminating = this.features.podReplacementPolicy ? this.terminating : undefined
    const ready = this.features.readyPods ? this.ready : undefined
    changed ||=
      this.active !== (before.active ?? 0) || ready !== before.ready || terminating !== before.terminating
    status.active = this.active
    if (ready === undefined) delete status.ready
    else status.ready = ready
    if (terminating === undefined) delete status.terminating
    else status.terminating = terminating
    return changed
  }

  private countFinished(): void {
    const { job, features, uncounted } = this
    const isNew = (pod: KubeObject, counted: ReadonlySet<string>): boolean =>
      isTracked(pod) && !counted.has(pod.metadata.uid!) && hasValidIndex(job, pod)
    const succeeded = this.pods.filter((p) => podPhase(p) === 'Succeeded' && isNew(p, uncounted.succeeded))
    const failed = this.pods.filter((p) => isPodFailed(job, p, features) && isNew(p, uncounted.failed))
    const counted = failed.filter((pod) => matchPodFailurePolicy(job, pod, features).counts)
    this.succeeded = (job.status.succeeded ?? 0) + succeeded.length + uncounted.succeeded.size
    this.failed = (job.status.failed ?? 0) + counted.length + uncounted.failed.size
    this.backoff = nextRecord(this.backoff, succeeded, failed)
  }

  /** What an earlier look has decided, or a pod that fails the job by its policy. */
  private knownOutcome(): JobCondition | undefined {
    const { job, features } = this
    const success = conditionOf(job, 'SuccessCriteriaMet')
    if (success !== undefined && (features.successPolicy || features.delaysTerminalCondition)) return success
    const target = conditionOf(job, 'FailureTarget')
    if (target !== undefined) return this.condition('Failed', target.reason ?? '', target.message ?? '')
    for (const pod of this.pods) {
      const { message } = isPodFailed(job, pod, features) ? matchPodFailurePolicy(job, pod, features) : {}
      if (message !== undefined) return this.condition('FailureTarget', 'PodFailurePolicy', message)
    }
    return undefined
  }

  private failure(reason: string, message: string): JobCondition {
    return this.condition(this.features.delaysTerminalCondition ? 'FailureTarget' : 'Failed', reason, message)
  }

  private limitsExceeded(): JobCondition | undefined {
    const { job, parts } = this
    const { backoffLimit, activeDeadlineSeconds } = job.spec
    if (this.failed > backoffLimit || this.restartsExceedLimit())
      return this.failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit')
    if (activeDeadlineSeconds === undefined || isSuspended(job)) return undefined
    const left = Date.parse(job.status.startTime!) + activeDeadlineSeconds * 1000 - this.now
    if (left <= 0) return this.failure('DeadlineExceeded', 'Job was active longer than specified deadline')
    parts.requeueAfter(left)
    return undefined
  }

  /** Whether restarts in place (restartPolicy OnFailure) exceed the Job's backoffLimit. */
  private restartsExceedLimit(): boolean {
    const { backoffLimit, template } = this.job.spec
    if (template.spec.restartPolicy !== 'OnFailure') return false
    const restarts = this.pods
      .filter((pod) => ['Running', 'Pending'].includes(podPhase(pod)))
      .flatMap((pod) => {
        const { initContainerStatuses = [], containerStatuses = [] } = pod['status'] as Record<
          'initContainerStatuses' | 'containerStatuses',
          { restartCount: number }[] | undefined
        >
        return [...initContainerStatuses, ...containerStatuses]
      })
      .reduce((sum, { restartCount }) => sum + restartCount, 0)
    return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit
  }

  private get perIndex(): boolean {
    return this.features.backoffLimitPerIndex && this.job.spec.backoffLimitPerIndex !== undefined
  }

  private judgeIndexes(): void {
    const { job, features } = this
    const completions = job.spec.completions!
    const uncounted = this.pods.filter(
      (pod) => isTracked(pod) && hasValidIndex(job, pod) && completionIndex(pod) !== undefined,
    )
    const indexes = (pods: readonly KubeObject[]): number[] => pods.map((pod) => completionIndex(pod)!)
    this.prevSucceededIndexes = parseIntervals(job.status.completedIndexes ?? '', completions)
    this.succeededIndexes = withIndexes(
      this.prevSucceededIndexes,
      indexes(uncounted.filter((pod) => podPhase(pod) === 'Succeeded')),
    )
    this.succeeded = totalOf(this.succeededIndexes)
    if (this.perIndex) {
      this.failedIndexes = withIndexes(
        parseIntervals(job.status.failedIndexes ?? '', completions),
        indexes(uncounted.filter((pod) => isIndexFailed(job, pod, features))),
      )
      this.finishedCondition ??= this.indexLimitsExceeded(totalOf(this.failedIndexes))
      const active = new Set(indexes(this.activePods))
      const { succeededIndexes, failedIndexes } = this
      this.lastFailed = lastFailedPods(
        job,
        this.pods,
        features,
        (i) => !hasIndex(succeededIndexes, i) && !hasIndex(failedIndexes, i) && !active.has(i),
      )
    }
    const message = matchSuccessPolicy(job, this.succeededIndexes, features)
    if (message !== undefined)
      this.finishedCondition ??= this.condition('SuccessCriteriaMet', 'SuccessPolicy', message)
  }

  private indexLimitsExceeded(failed: number): JobCondition | undefined {
    const { maxFailedIndexes, completions } = this.job.spec
    if (maxFailedIndexes !== undefined && failed > maxFailedIndexes)
      return this.failure(
        'MaxFailedIndexesExceeded',
        'Job has exceeded the specified maximal number of failed indexes',
      )
    return failed > 0 && failed + this.succeeded >= completions!
      ? this.failure('FailedIndexes', 'Job has failed indexes')
      : undefined
  }

  /** @returns whether a condition has changed */
  private async manage(): Promise<boolean> {
    const { job } = this
    const { completions } = job.spec
    const living = job.metadata.deletionTimestamp === undefined
    if (living) await this.tried(this.managePods())
    const enough = completions === undefined ? this.succeeded > 0 : this.succeeded >= completions
    if (enough && this.active === 0) this.finishedCondition = this.success()
    else if (living) return this.suspendCondition()
    return false
  }

  private async tried(work: Promise<void>): Promise<boolean> {
    try {
      await work
      return true
    } catch (error) {
      this.unmanaged = error
      return false
    }
  }

  private success(): JobCondition {
    const { delaysTerminalCondition, saysWhyComplete } = this.features
    const condition = this.condition(
      delaysTerminalCondition ? 'SuccessCriteriaMet' : 'Complete',
      'CompletionsReached',
      'Reached expected number of succeeded pods',
    )
    const { reason: _reason, message: _message, ...bare } = condition
    return saysWhyComplete ? condition : bare
  }

  private suspendCondition(): boolean {
    const { job } = this
    const status = isSuspended(job) ? 'True' : 'False'
    if ((conditionOfType(job.status.conditions, 'Suspended')?.status ?? 'False') === status) return false
    const next =
      status === 'True'
        ? this.condition('Suspended', 'JobSuspended', 'Job suspended')
        : { ...this.condition('Suspended', 'JobResumed', 'Job resumed'), status }
    job.status.conditions = withCondition(job.status.conditions, next)
    this.record(status === 'True' ? 'Suspended' : 'Resumed', next.message!)
    if (status === 'False') job.status.startTime = toTime(this.now)
    else if (this.features.suspendResetsStartTime) delete job.status.startTime
    return true
  }

  private async managePods(): Promise<void> {
    const { job } = this
    if (isSuspended(job)) return this.remove(podsForRemoval(job, this.activePods, this.active), true)
    const wanted = this.wantedActive()
    const surplus = podsForRemoval(job, this.activePods, Math.max(0, this.active - wanted))
    if (surplus.length > 0) return this.remove(surplus.slice(0, maxCreateDeletePerSync), true)
    const leaving = onlyReplacesFailed(job, this.features) ? this.terminating : 0
    const missing = wanted - leaving - this.active
    if (missing > 0) await this.create(Math.min(missing, maxCreateDeletePerSync))
  }

  private wantedActive(): number {
    const { completions, parallelism } = this.job.spec
    if (completions === undefined) return this.succeeded > 0 ? this.active : parallelism
    return Math.max(0, Math.min(parallelism, completions - this.succeeded))
  }

  private async create(missing: number): Promise<void> {
    const { requeueAfter } = this.parts
    const { job } = this
    const wait = this.perIndex ? 0 : remainingBackoff(this.backoff, this.now)
    if (wait > 0) return requeueAfter(wait)
    const indexes = isIndexed(job)
      ? this.indexesToCreate(missing)
      : Array.from({ length: missing }, () => undefined)
    for (const index of indexes) {
      const pod = newJobPod(
        job,
        index,
        this.features,
        index === undefined ? undefined : this.lastFailed.get(index),
      )
      await this.control.create(pod)
      this.active++
    }
  }

  /** Those without a pod that need not wait; where all have to, the job is looked at again when the first need not. */
  private indexesToCreate(count: number): number[] {
    const taken = this.pods
      .filter((pod) => podActive(pod) || (onlyReplacesFailed(this.job, this.features) && podTerminating(pod)))
      .flatMap((pod) => completionIndex(pod) ?? [])
    const closed = mergeIntervals(withIndexes(this.succeededIndexes, taken), this.failedIndexes ?? [])
    const pending = gapsOf(closed, count, this.job.spec.completions!)
    if (!this.perIndex) return pending
    const waits = pending.map((index) => this.remainingOfIndex(index))
    const now = pending.filter((_, i) => waits[i] === 0)
    if (now.length === 0 && waits.length > 0) this.parts.requeueAfter(Math.min(...waits))
    return now
  }

  private remainingOfIndex(index: number): number {
    const pod = this.lastFailed.get(index)
    if (pod === undefined) return 0
    const record = {
      failuresAfterLastSuccess: absoluteFailureCount(pod) + 1,
      lastFailureTime: finishedTime(pod),
    }
    return remainingBackoff(record, this.now)
  }

  /** @param untrack they are not counted: their finalizer goes first */
  private async remove(pods: readonly KubeObject[], untrack: boolean): Promise<void> {
    for (const pod of pods) {
      if (untrack) await this.untrack(pod)
      await this.control.delete(pod)
      this.active--
      this.terminating++
      if (podReady(pod)) this.ready--
    }
  }

  /** Removes the tracking finalizer from a pod; nothing happens where the pod is gone. */
  async untrack(pod: KubeObject): Promise<void> {
    this.parts.untracked(pod)
    const answer = await removeTrackingFinalizer(this.parts.context, pod)
    // One that was held by the finalizer alone is gone: nothing more is told of it than that.
    if (answer !== undefined && answer.metadata.deletionTimestamp === undefined) this.parts.wrote(answer)
  }

  private record(reason: string, message: string): void {
    recordEvent(this.parts.context, 'job-controller', this.job, { type: 'Normal', reason, message })
  }
}
