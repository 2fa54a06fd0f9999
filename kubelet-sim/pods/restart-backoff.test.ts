import { expect, it } from 'vitest'
import { newComponentGates } from '../../component-base/component-gates.ts'
import { loadRelease } from '../../component-base/release.ts'
import { defaultSettings } from '../kubelet-options.ts'
import { RestartBackoffs } from './restart-backoff.ts'

/** Seconds that a container waits which ends at once each time. */
function waits(release: string, on: Record<string, boolean>, longestRestartWait?: number): number[] {
  const gates = newComponentGates(loadRelease(release), 'kubelet')
  gates.setFromMap(new Map(Object.entries(on)))
  const backoffs = new RestartBackoffs({ gates, settings: { ...defaultSettings, longestRestartWait } })
  let now = 0
  return Array.from({ length: 8 }, () => {
    const ms = backoffs.wait('c', now)
    now += ms
    return ms / 1000
  })
}

it.each<[string, string, Record<string, boolean>, number | undefined, number[]]>([
  ['of old', '1.31', {}, 2000, [0, 10, 20, 40, 80, 160, 300, 300]],
  ['less', '1.33', { ReduceDefaultCrashLoopBackOffDecay: true }, undefined, [0, 1, 2, 4, 8, 16, 32, 60]],
  ['as the configuration says', '1.35', {}, 30_000, [0, 10, 20, 30, 30, 30, 30, 30]],
  ['shorter than the first', '1.35', {}, 4000, [0, 4, 4, 4, 4, 4, 4, 4]],
  ['without its gate', '1.32', {}, 30_000, [0, 10, 20, 40, 80, 160, 300, 300]],
])('waits %s', (_what, release, gates, longest, expected) => {
  expect(waits(release, gates, longest)).toEqual(expected)
})
