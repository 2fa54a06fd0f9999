import { expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import { gatesOf } from '../../component-base/testing/gates-of.ts'
import { Pause } from '../pause.ts'
import { ContainerStop } from './container-stop.ts'
import type { Container, Pod, PodContainer } from './pod.ts'
import { stopSignalOf } from './pod-containers.ts'
import { PodPrograms } from './pod-programs.ts'

/** What each container's program does when it is told: ends after so long, or goes on; undefined: it is not simulated. */
type Told = Record<string, { afterMs: number; exitCode: number } | 'goes on' | undefined>

/** Stops containers, and tells of each: its signal, exit code, and the seconds that it took. */
async function stopped(containers: (Container & { sidecar?: true })[], told: Told, graceMs = 9000) {
  const clock = new FakeClock('2026-01-01T00:00:00Z')
  const pod = { metadata: { name: 'p', namespace: 'd', uid: 'u' }, spec: { containers } } as unknown as Pod
  const all: PodContainer[] = containers.map((spec) => ({
    spec,
    kind: spec.sidecar ? 'sidecar' : 'main',
    restarts: 0,
    state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
    lastState: {},
    origin: { stopSignal: spec.lifecycle?.stopSignal } as PodContainer['origin'],
  }))
  const signals: Record<string, number> = {}
  const pause = new Pause(clock)
  const node = {
    options: { clock, gates: gatesOf('1.36', {}, 'kubelet'), release: { minor: 36 } },
    pause,
    containers: {
      changed: () => {},
      isAsked: () => false,
      async signal(_namespace: string, _pod: string, name: string, signal: number) {
        signals[name] = signal
        const does = told[name]
        if (typeof does === 'object')
          clock.setTimeout(
            () => programs.endedInStop(all.find(({ spec }) => spec.name === name)!, does.exitCode),
            does.afterMs,
          )
        return does !== undefined
      },
    },
  } as never
  const programs: PodPrograms = new PodPrograms(node, () => pod, new AbortController().signal)
  const stop = new ContainerStop(node, pod, programs, { containers: all, graceMs })
  let over = false
  void stop.run().then(() => {
    over = true
  })
  while (!over) {
    for (let i = 0; i < 9; i++) await Promise.resolve()
    clock.advance(500)
  }
  return all.map(({ spec, state, ...rest }) => {
    const { exitCode, finishedAt } = state.terminated!
    const seconds = (Date.parse(finishedAt) - Date.parse('2026-01-01T00:00:00Z')) / 1000
    return [spec.name, signals[spec.name] ?? stopSignalOf({ spec, state, ...rest }), exitCode, seconds]
  })
}

const shell = (name: string, script: string, more: Partial<Container> = {}): Container => ({
  name,
  image: 'busybox',
  command: ['sh', '-c', script],
  ...more,
})

it('tells the shells that have traps, and lets their programs say when they end', async () => {
  const trap = 'trap "exit 3" USR1; sleep 9999 & wait'
  const ends = await stopped(
    [
      shell('own', trap, { lifecycle: { stopSignal: 'SIGUSR1' } }),
      shell('usual', 'trap "echo on" TERM; while true; do sleep 1; done'),
      shell('unknown', 'trap "exit 4" TERM; strange & wait'),
      shell('none', 'sleep 9999; true'),
    ],
    { own: { afterMs: 2500, exitCode: 3 }, usual: 'goes on' },
  )
  expect(ends).toEqual([
    ['own', 10, 3, 2],
    ['usual', 15, 137, 9],
    ['unknown', 15, 4, 0],
    ['none', 'SIGTERM', 137, 9],
  ])
})

it('ends sidecars when the others have ended, by the signals of their images', async () => {
  const server = { name: 'side', image: 'nginx', sidecar: true as const }
  const main = shell('main', 'trap "exit 0" TERM; sleep 9999 & wait')
  expect(await stopped([main, server], { main: { afterMs: 4000, exitCode: 0 } })).toEqual([
    ['main', 15, 0, 4],
    ['side', 'SIGQUIT', 0, 4],
  ])
})
