import { recordedReleases, releaseFacts } from '../component-base/release-facts.ts'
import type { SpecData } from '../featuregates/feature-spec.ts'

/** The newest recorded minor release: `1.36`. */
export const newestRelease = (): string => recordedReleases().at(-1)!

/** The specs that the newest recorded release has of a gate. */
export function recordedSpecs(gate: string): readonly SpecData[] {
  const { gates } = releaseFacts(newestRelease(), 'gates')
  return Object.hasOwn(gates, gate) ? gates[gate]!.specs : []
}

/** Whether two specs are equal; an absent lockToDefault means false. */
export const sameSpec = (a: SpecData, b: SpecData): boolean =>
  a.version === b.version &&
  a.preRelease === b.preRelease &&
  a.default === b.default &&
  (a.lockToDefault ?? false) === (b.lockToDefault ?? false) &&
  a.minCompatibilityVersion === b.minCompatibilityVersion

/** Specs of the plan that the newest release does not have yet. */
export function comingSpecs(gate: string, specs: readonly SpecData[]): readonly SpecData[] {
  const recorded = recordedSpecs(gate)
  return specs.filter((spec) => !recorded.some((known) => sameSpec(known, spec)))
}
