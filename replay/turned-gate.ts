// A runtime whose components have a gate the other way.
import type { ComponentStart } from '../cluster/component-start.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { gatedAs } from './path/field-gates.ts'
import type { Turn } from './run/suspicions.ts'
import type { Adjusted, ComponentRuntime } from './runtime.ts'

/**
 * The runtime, with a gate turned in the components that start after the first ones; those that do not know it, or lock it, are as
 * they were.
 */
export function withGateTurned(
  runtime: ComponentRuntime,
  { gate, value, startsBefore }: Pick<Turn, 'gate' | 'value' | 'startsBefore'>,
  plan: ReleasePlan | undefined,
): ComponentRuntime {
  let begun = 0
  return {
    ...runtime,
    adjust<T extends ComponentStart>(component: Adjusted, start: T): T {
      const own = runtime.adjust?.(component, start) ?? start
      if (begun++ < startsBefore || !canBe(own.release, component, { [gate]: !value }, plan)) return own
      // The last of several flags decides.
      return { ...own, args: [...own.args, `--feature-gates=${gate}=${!value}`] }
    },
  }
}

/** Whether a component of a release takes these gates. */
function canBe(...[release, component, gates, plan]: Parameters<typeof gatedAs>): boolean {
  try {
    gatedAs(release, component, gates, plan)
    return true
  } catch {
    return false
  }
}
