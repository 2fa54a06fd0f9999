import type { ReleasePlan } from '../component-base/plan-extension.ts'
import type { KubectlRunner } from '../replay/machine/machine.ts'
import type { ReplayOptions } from '../replay/replay.ts'
import { patient } from '../replay/run/patience.ts'
import { FixedWorld } from '../replay/transcript/fixed-world.ts'
import { createComponentRuntime } from './component-runtime.ts'

/** The options of a replay that make two runs equal: time and chance are simulated, waits take none. */
export type FixedSurroundings = Pick<
  ReplayOptions,
  'runtime' | 'kubectl' | 'clock' | 'random' | 'waits' | 'pauses'
>

/**
 * The surroundings of a replay in which time passes only while a command waits.
 * @param start the time at which it begins, in milliseconds since the epoch
 * @param plan lets its releases be started
 */
export function fixedSurroundings(
  start: number,
  kubectl: KubectlRunner,
  plan?: ReleasePlan,
): FixedSurroundings {
  const world = new FixedWorld(start, 1, (fixed) => createComponentRuntime(plan, fixed))
  const { clock, random, runtime, waits } = world
  return { clock, random, runtime, waits, pauses: patient, kubectl: world.resting(kubectl) }
}
