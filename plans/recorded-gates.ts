import { recordedReleases, releaseFacts } from '../component-base/release-facts.ts'
import { type SpecData, sameSpec } from '../featuregates/feature-spec.ts'

/** The newest recorded minor release: `1.36`. */
export const newestRelease = (): string => recordedReleases().at(-1)!

/** The specs that the newest recorded release has of a gate. */
export function recordedSpecs(gate: string): readonly SpecData[] {
  const { gates } = releaseFacts(newestRelease(), 'gates')
  return Object.hasOwn(gates, gate) ? gates[gate]!.specs : []
}

/** Specs of the plan that the newest release does not have yet. */
export function comingSpecs(gate: string, specs: readonly SpecData[]): readonly SpecData[] {
  const recorded = recordedSpecs(gate)
  return specs.filter((spec) => !recorded.some((known) => sameSpec(known, spec)))
}
