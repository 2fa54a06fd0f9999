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

/** All gates that `component` registers in the release, nothing set yet. */
export const newComponentGates = (release: Release, component: string, log?: GateLog): FeatureGate =>
  newGateSet(
    {
      facts: releaseFacts(release.facts, 'gates'),
      patches: patchFacts(),
      minor: release.minor,
      patch: release.patch,
      component,
      withoutGate: (gate) => withoutGate(release.facts, gate),
      ...(release.plan === undefined ? {} : { plan: release.plan }),
    },
    log,
  )
