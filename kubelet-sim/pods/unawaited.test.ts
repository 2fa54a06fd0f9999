import { expect, it } from 'vitest'
import type { Pod } from './pod.ts'
import type { PodSurroundings } from './pod-surroundings.ts'
import { unawaited } from './unawaited.ts'

it('a fault in the work for a pod is logged, and ends nothing else', async () => {
  const logged: unknown[] = []
  const node = {
    options: { logger: { logS: (...line: unknown[]) => logged.push(line) } },
    pause: { stopped: false },
  } as unknown as PodSurroundings
  const pod = { metadata: { namespace: 'shop', name: 'web' } } as Pod
  unawaited(node, pod, Promise.reject(new Error('of ours')))
  unawaited(node, pod, Promise.resolve())
  await new Promise(setImmediate)
  expect(logged).toEqual([
    ['E', 'Error syncing pod, skipping', { pod: 'shop/web', err: expect.stringContaining('of ours') }],
  ])
})
