// The feature gates of a simulated component, from the facts of its release.
import type { FeatureGate } from '../featuregates/feature-gate.ts'
import type { GateLog } from '../featuregates/gate-log.ts'
import { newGateSet } from '../featuregates/gate-set.ts'
import { withoutGate } from './gate-lives.ts'
import type { Logger } from './klog.ts'
import type { Release } from './release.ts'
import { patchFacts } from './release.ts'
import { releaseFacts } from './release-facts.ts'

/** Writes what the gate library logs, up to klog's level `verbosity` (`--v`). */
export const gateLogTo =
  (logger: Logger, verbosity: () => number = () => 0): GateLog =>
  (entry) => {
    if (entry.verbosity <= verbosity()) logger.log(entry.severity === 'Warning' ? 'W' : 'I', entry.message)
  }

/** Gate sets at their defaults, by plan and then by release and component: each of many nodes has gates of its own over them. */
const registered = new WeakMap<object, Map<string, FeatureGate>>()
const noPlan = {}

/** All gates that `component` registers in the release, nothing set yet. */
export function newComponentGates(release: Release, component: string, log?: GateLog): FeatureGate {
  const ofPlan = registered.get(release.plan ?? noPlan) ?? new Map<string, FeatureGate>()
  registered.set(release.plan ?? noPlan, ofPlan)
  const id = `${release.facts} ${release.minor}.${release.patch} ${component}`
  let gates = ofPlan.get(id)
  if (gates === undefined) {
    gates = registerGates(release, component)
    ofPlan.set(id, gates)
  }
  return gates.loggingTo(log ?? (() => {}))
}

const registerGates = (release: Release, component: string): FeatureGate =>
  newGateSet({
    facts: releaseFacts(release.facts, 'gates'),
    patches: patchFacts(),
    minor: release.minor,
    patch: release.patch,
    component,
    withoutGate: (gate) => withoutGate(release.facts, gate),
    ...(release.plan === undefined ? {} : { plan: release.plan }),
  })
