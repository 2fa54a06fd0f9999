import { minorOf } from '../../component-base/minor.ts'
import type { ReleasePlan } from '../../component-base/plan-extension.ts'
import { patchFacts } from '../../component-base/release.ts'
import { recordedReleases, releaseFacts } from '../../component-base/release-facts.ts'
import { isInitialState } from '../../featuregates/feature-spec.ts'
import { type GateFacts, gateSpecs } from '../../featuregates/gate-set.ts'

type Life = readonly (readonly [string, GateFacts])[]

/** A recorded release with the gates of the plan that it does not have, where their first spec is of it or before. */
function withPlanned([release, facts]: Life[number], plan: ReleasePlan): Life[number] {
  const own = Object.entries(plan.gates).flatMap(([gate, { specs }]) => {
    const reached = specs.filter(({ version }) => minorOf(version ?? '0.0') <= minorOf(release))
    const known = Object.hasOwn(facts.gates, gate) || recordedGate(gate)
    return known || reached.every(isInitialState) ? [] : [[gate, { special: false, specs: reached }] as const]
  })
  return own.length === 0
    ? [release, facts]
    : [release, { ...facts, gates: { ...facts.gates, ...Object.fromEntries(own) } }]
}

/** Whether any release records a gate: its life there is what it was, whatever the plan says of it. */
const recordedGate = (gate: string): boolean =>
  recordedReleases().some((release) => Object.hasOwn(releaseFacts(release, 'gates').gates, gate))

/** Gates of all recorded releases, and with a plan those of the releases to come, as a component registers them. */
export function gateFactsOver(plan: ReleasePlan | undefined, component: string): Life {
  const recorded = recordedReleases().map((r) => [r, releaseFacts(r, 'gates') as GateFacts] as const)
  if (plan === undefined) return recorded
  const [newest, facts] = recorded.at(-1)!
  const count = Math.max(0, minorOf(plan.lastRelease) - minorOf(newest))
  const planned = Array.from({ length: count }, (_unused, i) => {
    const minor = minorOf(newest) + 1 + i
    const specs = gateSpecs({ facts, patches: patchFacts(), plan, minor, patch: 0, component })
    const gates = Object.fromEntries(
      [...specs].map(([gate, list]) => [gate, { special: false, specs: list }]),
    )
    return [`1.${minor}`, { ...facts, gates }] as const
  })
  return [...recorded.map((life) => withPlanned(life, plan)), ...planned]
}
