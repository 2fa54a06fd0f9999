// Upstream: pkg/controller/job/job_controller.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { ConsistencyStore } from '../consistency.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { matchesLabelSelector } from '../label-selector.ts'
import { claimPods, controls, ownerKey } from '../owner-references.ts'
import { controllerOf } from '../pods.ts'
import type { BackoffRecord } from './backoff.ts'
import { jobFeatures } from './features.ts'
import { isTracked } from './job-pods.ts'
import { removeTrackingFinalizer } from './remove-finalizer.ts'
import { JobSync } from './sync-job.ts'
import { trackJob } from './track-job.ts'
import { type Job, type JobFeatures, jobFinished, trackingFinalizer } from './types.ts'

const ownName = 'kubernetes.io/job-controller'
/** Runs the pods of Jobs to their ends, and counts them. */
export function startJobs(context: ControllerContext): Controller {
  return new JobController(context, jobFeatures(context))
}

class JobController implements Controller {
  private readonly context: ControllerContext
  private readonly features: JobFeatures
  private readonly jobs
  private readonly pods
  private readonly queue: ReconcileQueue
  private readonly orphans: ReconcileQueue
  private readonly consistency = new ConsistencyStore()
  /** The backoff of Jobs by uid. */
  private readonly backoff = new Map<string, BackoffRecord>()
  /** Uids of pods whose finalizer was taken, of which the informer does not know yet. */
  private readonly untracked = new Set<string>()

  constructor(context: ControllerContext, features: JobFeatures) {
    this.context = context
    this.features = features
    this.queue = new ReconcileQueue(context, 'job', (key) => this.sync(key))
    this.orphans = new ReconcileQueue(context, 'job-orphan', (key) => this.releaseOrphan(key))
    this.jobs = context.informers.on('/apis/batch/v1/jobs', {
      onChange: (job) => this.queue.add(keyOf(job)),
      onDelete: (job) => this.jobGone(job),
    })
    this.pods = context.informers.on('/api/v1/pods', {
      onChange: (pod, old) => this.podChanged(pod, old),
      onDelete: (pod) => {
        this.untracked.delete(pod.metadata.uid!)
        this.enqueueOwner(pod)
      },
    })
  }

  async stop(): Promise<void> {
    await Promise.all([this.queue.stop(), this.orphans.stop()])
  }

  private jobGone(job: KubeObject): void {
    this.backoff.delete(job.metadata.uid!)
    for (const [key, pod] of this.pods.items) if (controls(job, pod) && isTracked(pod)) this.orphans.add(key)
  }

  private podChanged(pod: KubeObject, old: KubeObject | undefined): void {
    if (old !== undefined && controllerOf(old)?.uid !== controllerOf(pod)?.uid) this.enqueueOwner(old)
    if (controllerOf(pod) === undefined) this.enqueueSelecting(pod)
    if (!isTracked(pod)) this.untracked.delete(pod.metadata.uid!)
    else if (this.isOrphan(pod)) this.orphans.add(keyOf(pod))
    this.enqueueOwner(pod)
  }

  private enqueueOwner(pod: KubeObject): void {
    const key = ownerKey(pod, 'Job')
    if (key !== undefined) this.queue.add(key)
  }

  /** Of a pod without a controller: a job that selects it adopts it. */
  private enqueueSelecting({ metadata }: KubeObject): void {
    if (metadata.deletionTimestamp !== undefined) return
    for (const [key, job] of this.jobs.items)
      if (
        job.metadata.namespace === metadata.namespace &&
        matchesLabelSelector((job as Job).spec.selector, metadata.labels)
      )
        this.queue.add(key)
  }

  /** Whether the pod has no Job any more that is going to count it. */
  private isOrphan(pod: KubeObject): boolean {
    const owner = controllerOf(pod)
    if (owner === undefined) return true
    if (owner.kind !== 'Job') return false
    const job = this.jobs.items.get(`${pod.metadata.namespace}/${owner.name}`) as Job | undefined
    if (job?.metadata.uid !== owner.uid) return true
    return jobFinished(job) && !this.isForeign(job)
  }

  private async releaseOrphan(key: string): Promise<void> {
    const pod = this.pods.items.get(key)
    if (pod !== undefined && isTracked(pod) && this.isOrphan(pod))
      await removeTrackingFinalizer(this.context, pod)
  }

  /** Whether another controller manages the job. */
  private isForeign({ spec }: Job): boolean {
    return this.features.managedBy && (spec.managedBy ?? ownName) !== ownName
  }

  private async sync(key: string): Promise<void> {
    await this.consistency.ready(key)
    const job = this.jobs.items.get(key) as Job | undefined
    if (job === undefined || this.isForeign(job)) return
    if (jobFinished(job)) {
      this.backoff.delete(job.metadata.uid!)
      for (const [pod, object] of this.pods.items)
        if (controls(job, object) && isTracked(object)) this.orphans.add(pod)
      return
    }
    const sync = new JobSync({
      context: this.context,
      job,
      pods: await this.podsOf(job),
      features: this.features,
      backoff: this.backoff.get(job.metadata.uid!) ?? { failuresAfterLastSuccess: 0 },
      requeueAfter: (ms) => this.queue.addAfter(key, ms),
      wrote: (pod) => this.consistency.wroteAt(key, this.pods, pod),
      untracked: ({ metadata }) => this.untracked.add(metadata.uid!),
    })
    const changed = await sync.run()
    await trackJob(sync, changed, (next) => this.updateStatus(key, next, sync.backoff))
    if (sync.unmanaged !== undefined) throw sync.unmanaged
  }

  private async podsOf(job: Job): Promise<KubeObject[]> {
    const pods = await claimPods(this.context, job, this.pods.items.values(), {
      selector: job.spec.selector,
      finalizer: trackingFinalizer,
    })
    return pods.map((pod) =>
      this.untracked.has(pod.metadata.uid!)
        ? {
            ...pod,
            metadata: {
              ...pod.metadata,
              finalizers: pod.metadata.finalizers?.filter((f) => f !== trackingFinalizer) ?? [],
            },
          }
        : pod,
    )
  }

  /** Writes the Job's status; the failures in `backoff` count from then on. */
  private async updateStatus(key: string, job: Job, backoff: BackoffRecord): Promise<Job> {
    const { namespace, name, uid } = job.metadata
    const answer = await this.context.client.update<Job>(
      `/apis/batch/v1/namespaces/${namespace}/jobs/${name}/status`,
      { ...job, status: withoutZero(job.status) },
    )
    this.consistency.wroteAt(key, this.jobs, answer)
    this.backoff.set(uid!, backoff)
    return answer
  }
}

/** As it is written: what is zero or empty is left out, but for counts that say so. */
const withoutZero = (status: Job['status']): object =>
  Object.fromEntries(
    Object.entries(status).filter(
      ([key, value]) =>
        !['active', 'succeeded', 'failed', 'completedIndexes'].includes(key) || (value !== 0 && value !== ''),
    ),
  )
