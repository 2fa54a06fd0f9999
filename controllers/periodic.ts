import { type Controller, type ControllerContext, ReconcileQueue } from './controller.ts'

/** Runs `work` once the controller's informers have told what is there, and again each so many milliseconds. Upstream: wait.Until */
export function startPeriodically(
  context: ControllerContext,
  name: string,
  periodMs: number,
  work: () => Promise<void>,
): Controller {
  const queue: ReconcileQueue = new ReconcileQueue(context, name, async (key) => {
    queue.addAfter(key, periodMs)
    await work()
  })
  queue.add('all')
  return queue
}
