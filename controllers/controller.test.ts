import { expect, it } from 'vitest'
import { ApiError, type RestClient } from '../client/rest-client.ts'
import { FakeClock } from '../component-base/clock.ts'
import { type ControllerContext, ReconcileQueue, SharedInformers } from './controller.ts'

/** A server of an older release: it has pods, and nothing else. */
const client = {
  get: async (path: string) => {
    if (!path.startsWith('/api/v1/pods'))
      throw new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 404 })
    return { apiVersion: 'v1', kind: 'PodList', metadata: { resourceVersion: '1' }, items: [] }
  },
  async *watch(_path: string, signal: AbortSignal) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  },
} as unknown as RestClient

it('lets a controller wait for its own informers only', async () => {
  const informers = new SharedInformers(client, new FakeClock(0))
  const done: string[] = []
  const queueOf = (path: string): ReconcileQueue => {
    const own = informers.forController()
    own.on(path)
    const context = { informers: own } as ControllerContext
    return new ReconcileQueue(context, path, async (key) => void done.push(`${path} ${key}`))
  }
  const queues = [queueOf('/api/v1/pods'), queueOf('/apis/new.k8s.io/v1/things')]
  for (const queue of queues) queue.add('a')
  informers.start()
  await expect.poll(() => done).toEqual(['/api/v1/pods a'])
  await informers.stop()
  await Promise.all(queues.map((queue) => queue.stop()))
})
