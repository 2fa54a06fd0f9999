import { expect, it } from 'vitest'
import type { RunningServer, Started } from '../../cluster/component-start.ts'
import type { ComponentRuntime } from '../runtime.ts'
import { type Fixed, FixedWorld } from './fixed-world.ts'

const start = Date.parse('2026-01-01T00:00:00Z')

it('lets components come and go when all rests, and time pass for commands', async () => {
  const seen: string[] = []
  let given: Fixed | undefined
  let revision = 1
  const server: RunningServer = {
    url: 'https://127.0.0.1:40000',
    kubeconfig: () => '',
    activity: () => ({ revision, inFlight: 0 }),
    stop: async () => void seen.push('server ended'),
  }
  const starting = async <T>(component: T, name: string): Promise<Started<T>> => {
    seen.push(name)
    return { ok: true, component }
  }
  const nobody = { stop: async () => {} }
  const runtime: ComponentRuntime = {
    startApiserver: () => starting(server, 'server'),
    startControllers: () => starting(nobody, 'controllers'),
    startKubelet: () => starting(nobody, 'kubelet'),
    startKubeProxy: () => starting({ ...nobody, rules: () => undefined }, 'kube-proxy'),
    runKubeProxy: async () => ({ exitCode: 0, stderr: '', files: {} }),
  }
  const world = new FixedWorld(start, 1, (fixed) => {
    given = fixed
    return runtime
  })
  const base = { release: '1.36', version: undefined, args: [], readFile: async () => '' }
  const started = await world.runtime.startApiserver({ ...base, dataDir: undefined })
  if (!started.ok) throw new Error('does not start')
  expect(world.serverUrl).toBe(server.url)
  given!.clock.setTimeout(() => {
    revision++
    seen.push('a short wait is over')
  }, 1000)
  await world.runtime.startControllers({ ...base, apiserver: started.component })
  given!.clock.setTimeout(() => seen.push(`a long one at ${(world.clock.now() - start) / 1000}`), 5000)
  await world.advance(7000)
  expect((world.waits.now() - start) / 1000).toBe(7)
  await started.component.stop()
  expect(seen).toEqual(['server', 'a short wait is over', 'controllers', 'a long one at 5', 'server ended'])
})

it('goes on after a command of kubectl when what it set off is done', async () => {
  const world = new FixedWorld(start, 1, () => ({}) as ComponentRuntime)
  const seen: string[] = []
  const kubectl = world.resting(async () => {
    ;(world.clock as Fixed['clock']).setTimeout(() => seen.push('done'), 100)
    return { stdout: '', stderr: '', exitCode: 0 }
  })
  await kubectl(undefined as never, [], undefined as never)
  expect(seen).toEqual(['done'])
})
