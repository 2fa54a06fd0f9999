import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { loadRelease } from '../component-base/release.ts'

/** Below 0 where `a` is the older release. Both as `1.34` (its newest patch release) or `1.31.0`. */
export function compareReleases(a: string, b: string, plan: ReleasePlan | undefined): number {
  const [x, y] = [loadRelease(a, plan), loadRelease(b, plan)]
  return x.minor - y.minor || x.patch - y.patch
}

/** The first of the oldest releases; '' for none. */
export const oldestOf = (releases: readonly string[], plan: ReleasePlan | undefined): string =>
  [...releases].sort((a, b) => compareReleases(a, b, plan))[0] ?? ''

/** The first of the newest releases; '' for none. */
export const newestOf = (releases: readonly string[], plan: ReleasePlan | undefined): string =>
  [...releases].sort((a, b) => compareReleases(b, a, plan))[0] ?? ''
