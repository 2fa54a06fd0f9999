import { readFileSync } from 'node:fs'
import type { ReleaseReport } from './run-release.ts'

/** Steps whose answers differ from the recorded ones, with the reason. */
export interface KnownDifference {
  /** `category/name`, or the name of a path with its phase. */
  scenario: string
  /** Step ids; missing: all of the scenario. */
  steps?: string[]
  /** Missing: all releases. */
  releases?: string[]
  /** Differs in some runs only: depends on a second that ends, or on a random address. Counted as differing always. */
  sometimes?: boolean
  reason: string
}

/** The differences that are listed in a JSON file. */
export const readKnownDifferences = (path: string): KnownDifference[] =>
  JSON.parse(readFileSync(path, 'utf8')) as KnownDifference[]

/** Whether a difference in a step of a scenario is listed for the release. */
export function isKnown(
  known: readonly KnownDifference[],
  release: string,
  scenario: string,
  step: string,
): boolean {
  return known.some(
    (k) =>
      k.scenario === scenario && (k.steps?.includes(step) ?? true) && (k.releases?.includes(release) ?? true),
  )
}

/** The known differences that none of these failures needs any more. */
export function outdated(
  known: readonly KnownDifference[],
  reports: readonly ReleaseReport[],
): KnownDifference[] {
  const needed = (k: KnownDifference): boolean =>
    reports.some((r) => r.failures.some((f) => isKnown([k], r.release, f.scenario, f.step)))
  return known.filter((k) => k.sometimes !== true && !needed(k))
}
