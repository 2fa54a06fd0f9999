import type { SpecData } from './feature-spec.ts'

/** A gate in releases to come, as a plan describes it. */
export interface PlannedGate {
  /** Specs after those of the newest recorded release; of a gate that this release does not have, its whole life. */
  specs: readonly SpecData[]
  /** The minor release (`1.46`) from which a component no longer registers the gate; `*` is every component that is not named. */
  removedIn?: Readonly<Record<string, string>>
}

/** Gates of releases that do not exist yet, laid over the newest recorded release. */
export interface GatePlan {
  /** The name in messages: `kep-5707`, or the file. */
  name: string
  /** The last minor release that can be simulated with it: `1.46`. */
  lastRelease: string
  gates: Readonly<Record<string, PlannedGate>>
}
