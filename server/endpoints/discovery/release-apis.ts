// What a release has code for: the facts of its release, and the resources of its plan.
import { plannedResources } from '../../../component-base/planned-resources.ts'
import type { Release } from '../../../component-base/release.ts'
import { type DiscoveryFacts, releaseFacts } from '../../../component-base/release-facts.ts'
import type { Lifecycle } from './lifecycle.ts'

type GroupVersions = Pick<DiscoveryFacts, 'groupVersions'>

/** Every group version of a release with its resources, served or not. */
export function allGroupVersions(release: Release): GroupVersions['groupVersions'] {
  const { groupVersions } = releaseFacts(release.facts, 'discovery-all')
  const planned = plannedGroupVersions(release)
  return planned.length === 0 ? groupVersions : [...groupVersions, ...planned]
}

/** The group versions of the release's plan alone; one of them can have resources of the facts too. */
export const plannedGroupVersions = (release: Release): GroupVersions['groupVersions'] =>
  plannedResources(release).map(({ group, version, facts }) => ({
    group,
    version,
    freshness: 'Current',
    resources: [facts],
  }))

/** The lives of a release's kinds. */
export function lifecycleOf(release: Release): Lifecycle {
  const recorded = releaseFacts(release.facts, 'api-lifecycle')
  const planned = plannedResources(release)
  if (planned.length === 0) return recorded
  const own = planned.map(({ group, version, facts, introduced, removed }) => [
    `${group}/${version}/${facts.kind}`,
    { introduced, ...(removed === undefined ? {} : { removed }) },
  ])
  return { ...recorded, ...Object.fromEntries(own) }
}
