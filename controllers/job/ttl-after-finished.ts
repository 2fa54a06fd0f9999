// Upstream: pkg/controller/ttlafterfinished/ttlafterfinished_controller.go
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { conditionOf, type Job } from './types.ts'

/** Deletes Jobs ttlSecondsAfterFinished after their end. */
export function startTTLAfterFinished(context: ControllerContext): Controller {
  const jobs = context.informers.on('/apis/batch/v1/jobs', {
    onChange: (job) => {
      if ((job as Job).spec.ttlSecondsAfterFinished !== undefined) queue.add(keyOf(job))
    },
  })
  const queue: ReconcileQueue = new ReconcileQueue(context, 'ttlafterfinished', async (key) => {
    const job = jobs.items.get(key) as Job | undefined
    const expiry = job === undefined ? undefined : expiryOf(job)
    if (job === undefined || expiry === undefined || job.metadata.deletionTimestamp !== undefined) return
    const left = expiry - context.clock.now()
    if (left > 0) return queue.addAfter(key, left)
    const { namespace, name, uid } = job.metadata
    await context.client.delete(`/apis/batch/v1/namespaces/${namespace}/jobs/${name}`, {
      propagationPolicy: 'Foreground',
      preconditions: { uid },
    })
  })
  return queue
}

/** Milliseconds since the epoch; undefined while the job runs, or where it has no end. */
function expiryOf(job: Job): number | undefined {
  const ended = conditionOf(job, 'Complete') ?? conditionOf(job, 'Failed')
  const { ttlSecondsAfterFinished } = job.spec
  if (ended === undefined || ttlSecondsAfterFinished === undefined) return undefined
  return Date.parse(ended.lastTransitionTime!) + ttlSecondsAfterFinished * 1000
}
