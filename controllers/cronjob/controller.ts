// Upstream: pkg/controller/cronjob/cronjob_controllerv2.go

import type { CronJobSpec, CronJobStatus } from '../../api/batch-v1.ts'
import { type KubeObject, type ObjectMeta, semanticEqual } from '../../apimachinery/json.ts'
import type { With } from '../../apimachinery/with.ts'
import { isAlreadyExists, isNotFound } from '../../client/rest-client.ts'
import { toTime } from '../../component-base/clock.ts'
import { parseSchedule, type Schedule } from '../../component-base/cron/schedule.ts'
import { knownZone, toZonedTime } from '../../component-base/cron/time-zone.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { recordEvent } from '../event-recorder.ts'
import { conditionOf, type Job, jobFinished } from '../job/types.ts'
import { controllerReference } from '../owner-references.ts'
import { OwningController } from '../owning-controller.ts'
import { controllerOf } from '../pods.ts'
import { missedSchedules, untilNext } from './missed-schedules.ts'

type CronJob = KubeObject & { spec: With<CronJobSpec, 'schedule' | 'jobTemplate'>; status: CronJobStatus }

const manyMissed = 100
const scheduledTimestamp = 'batch.kubernetes.io/cronjob-scheduled-timestamp'

/** Makes Jobs by the schedules of CronJobs, and deletes those beyond the history limits. */
export function startCronJobs(context: ControllerContext): Controller {
  const cronJobs: OwningController = new OwningController(context, {
    kind: 'CronJob',
    path: '/apis/batch/v1/cronjobs',
    ownedPath: '/apis/batch/v1/jobs',
    sync: async (cronJob, key) => {
      const sync = new CronJobSync(context, cronJob as CronJob, cronJobs.ownedBy(cronJob) as Job[])
      const wait = await sync.run()
      for (const job of sync.created) cronJobs.wroteAt(key, cronJobs.owned, job)
      const written = await sync.writeStatus()
      if (written !== undefined) cronJobs.wroteAt(key, cronJobs.owners, written)
      if (wait !== undefined) cronJobs.addAfter(key, wait)
    },
  })
  return cronJobs
}

class CronJobSync {
  readonly created: KubeObject[] = []
  private readonly context: ControllerContext
  private readonly cronJob: CronJob
  private readonly jobs: readonly Job[]
  private readonly status: CronJob['status']
  private readonly now: number

  constructor(context: ControllerContext, cronJob: CronJob, jobs: readonly Job[]) {
    this.context = context
    this.cronJob = cronJob
    this.jobs = jobs
    this.status = { ...cronJob.status, active: [...(cronJob.status.active ?? [])] }
    this.now = context.clock.now()
  }

  /** @returns in how many milliseconds to look again */
  async run(): Promise<number | undefined> {
    await this.lookAtJobs()
    await this.cleanUp()
    const { metadata, spec } = this.cronJob
    if (metadata.deletionTimestamp !== undefined) return undefined
    if (spec.timeZone !== undefined && !knownZone(spec.timeZone)) {
      this.record(
        'Warning',
        'UnknownTimeZone',
        `invalid timeZone: "${spec.timeZone}": unknown time zone ${spec.timeZone}`,
      )
      return undefined
    }
    if (spec.suspend === true) return undefined
    try {
      const schedule = scheduleErrors(() => parseSchedule(spec.schedule, spec.timeZone))
      return await this.followSchedule(schedule)
    } catch (error) {
      if (!(error instanceof ScheduleError)) throw error
      this.record('Warning', 'InvalidSchedule', `invalid schedule: ${spec.schedule} : ${error.message}`)
      return undefined
    }
  }

  private record(type: 'Normal' | 'Warning', reason: string, message: string): void {
    recordEvent(this.context, 'cronjob-controller', this.cronJob, { type, reason, message })
  }

  /** Jobs that have ended, or are gone, are no longer active. */
  private async lookAtJobs(): Promise<void> {
    for (const job of this.jobs.filter(jobFinished)) {
      const { name, uid } = job.metadata
      const complete = conditionOf(job, 'Complete') !== undefined
      if (this.status.active!.some((ref) => ref.uid === uid)) {
        this.forget(uid!)
        const condition = complete ? 'Complete' : 'Failed'
        this.record('Normal', 'SawCompletedJob', `Saw completed job: ${name}, condition: ${condition}`)
      }
      const { completionTime } = job.status
      if (complete && completionTime !== undefined && completionTime > (this.status.lastSuccessfulTime ?? ''))
        this.status.lastSuccessfulTime = completionTime
    }
    const there = new Set(this.jobs.map(({ metadata }) => metadata.uid))
    for (const ref of this.status.active!.filter(({ uid }) => !there.has(uid))) {
      this.record('Normal', 'MissingJob', `Active job went missing: ${ref.name}`)
      this.forget(ref.uid)
    }
  }

  private forget(uid: string | undefined): void {
    this.status.active = this.status.active!.filter((ref) => ref.uid !== uid)
  }

  private async cleanUp(): Promise<void> {
    const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = this.cronJob.spec
    await this.keepNewest('Complete', successfulJobsHistoryLimit)
    await this.keepNewest('Failed', failedJobsHistoryLimit)
  }

  private async keepNewest(condition: string, limit: number | undefined): Promise<void> {
    const ended = this.jobs
      .filter(
        (job) => conditionOf(job, condition) !== undefined && job.metadata.deletionTimestamp === undefined,
      )
      .sort((a, b) => startOrder(a) - startOrder(b) || (a.metadata.name! < b.metadata.name! ? -1 : 1))
    const surplus = limit === undefined ? 0 : Math.max(0, ended.length - limit)
    for (const job of ended.slice(0, surplus)) await this.deleteJob(job.metadata)
  }

  private async deleteJob({ name, namespace, uid }: ObjectMeta): Promise<void> {
    try {
      await this.context.client.delete(`/apis/batch/v1/namespaces/${namespace}/jobs/${name}`, {
        propagationPolicy: 'Background',
      })
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
    this.forget(uid!)
    this.record('Normal', 'SuccessfulDelete', `Deleted job ${name}`)
  }

  private async followSchedule(schedule: Schedule): Promise<number> {
    const { spec, status } = this.cronJob
    const deadline = spec.startingDeadlineSeconds
    const since = this.since()
    const earliest = deadline === undefined ? since : Math.max(since, this.now - deadline * 1000)
    const { mostRecent, count } = scheduleErrors(() => missedSchedules(schedule, earliest, this.now))
    if (count > manyMissed)
      this.record(
        'Warning',
        'TooManyMissedTimes',
        'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
      )
    const done = mostRecent === undefined || toTime(mostRecent) === status.lastScheduleTime
    if (!done && !this.isActive(mostRecent)) await this.startJob(mostRecent)
    return untilNext(schedule, this.since(), this.now)
  }

  /** The last time, or that of the CronJob's creation. */
  private since(): number {
    return Date.parse(this.status.lastScheduleTime ?? this.cronJob.metadata.creationTimestamp!)
  }

  private jobName(time: number): string {
    return `${this.cronJob.metadata.name}-${Math.floor(time / 60_000)}`
  }

  private isActive(time: number): boolean {
    return this.status.active!.some(({ name }) => name === this.jobName(time))
  }

  private async startJob(time: number): Promise<void> {
    const { spec, metadata } = this.cronJob
    if (spec.concurrencyPolicy === 'Forbid' && this.status.active!.length > 0)
      return this.record(
        'Normal',
        'JobAlreadyActive',
        'Not starting job because prior execution is running and concurrency policy is Forbid',
      )
    if (spec.concurrencyPolicy === 'Replace') for (const ref of this.status.active!) await this.deleteJob(ref)
    const job = await this.createJob(time)
    if (controllerOf(job)?.uid !== metadata.uid) return
    const { name, namespace, uid, resourceVersion } = job.metadata
    this.status.active!.push({
      apiVersion: 'batch/v1',
      kind: 'Job',
      name: name!,
      namespace: namespace!,
      resourceVersion: resourceVersion!,
      uid: uid!,
    })
    this.status.lastScheduleTime = toTime(time)
  }

  /** The job of a time has a name of its own, so that there are not two. */
  private async createJob(time: number): Promise<KubeObject> {
    const { metadata, spec } = this.cronJob
    const { labels, annotations } = spec.jobTemplate.metadata ?? {}
    const path = `/apis/batch/v1/namespaces/${metadata.namespace}/jobs`
    const name = this.jobName(time)
    const stamped = gateEnabled(this.context.gates, 'CronJobsScheduledAnnotation')
      ? { [scheduledTimestamp]: toZonedTime(spec.timeZone ?? 'UTC', time) }
      : {}
    try {
      const job = await this.context.client.create<KubeObject>(path, {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: {
          name,
          ...(labels === undefined ? {} : { labels }),
          annotations: { ...annotations, ...stamped },
          ownerReferences: [controllerReference(this.cronJob)],
        },
        spec: spec.jobTemplate.spec,
      })
      this.created.push(job)
      this.record('Normal', 'SuccessfulCreate', `Created job ${name}`)
      return job
    } catch (error) {
      if (!isAlreadyExists(error)) throw error
      return this.context.client.get<KubeObject>(`${path}/${name}`)
    }
  }

  /** @returns the CronJob, where something was new */
  async writeStatus(): Promise<KubeObject | undefined> {
    if (semanticEqual(this.status, this.cronJob.status)) return undefined
    const { namespace, name } = this.cronJob.metadata
    return this.context.client.update(`/apis/batch/v1/namespaces/${namespace}/cronjobs/${name}/status`, {
      ...this.cronJob,
      status: this.status,
    })
  }
}

/** The schedule can be read, but is of no use. */
class ScheduleError extends Error {}

function scheduleErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new ScheduleError((error as Error).message)
  }
}

const startOrder = ({ status }: Job): number =>
  status.startTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(status.startTime)
