// The gates that turned out to guard what changed, at every moment of a walk.
import type { ComponentState } from '../outcome.ts'
import type { GateFacts } from '../runtime.ts'
import type { PathResult } from './path-result.ts'

/** The result with the gates that explain its changes: their defaults in the components that read them and do not set them. */
export function withGuards(result: PathResult, facts: GateFacts): PathResult {
  const { start, hops } = result
  const guards = hops.flatMap((hop) => hop.changes.flatMap(({ reason }) => reason?.guards ?? []))
  const gatesOf = (component: string): string[] => [
    ...new Set(guards.filter((guard) => guard.component === component).map(({ gate }) => gate)),
  ]
  const shown = (components: ComponentState[]): ComponentState[] =>
    components.map((one) => withDefaults(one, gatesOf(one.name.split('/')[0]!), facts))
  return {
    ...result,
    start: { ...start, components: shown(start.components) },
    hops: hops.map((hop) => ({ ...hop, components: shown(hop.components) })),
  }
}

function withDefaults(component: ComponentState, named: readonly string[], facts: GateFacts): ComponentState {
  const known = new Set(component.gates.map(({ gate }) => gate))
  const more = named.flatMap((gate) => {
    const state = known.has(gate) ? undefined : facts.at(gate, component.release)
    return state === undefined ? [] : [{ gate, value: state.default, from: 'default' as const }]
  })
  return { ...component, gates: [...component.gates, ...more] }
}
