// What recorded releases call the kinds that they list, in one small file (releases/kinds.json): who reads documents, or asks whether
// any release has a resource, reads no discovery of each.
import type { DiscoveryFacts } from '../../../component-base/release-facts.ts'

/** `jobs.batch`, or `pods` of the core group → its kind and short names. */
export type ListedKinds = Record<string, [kind: string, ...shortNames: string[]]>

/** The files of facts that name kinds: what is served without flags, and with everything on. */
export const discoveryFiles = ['discovery', 'discovery-all'] as const

/** What can be listed in any of the releases, sorted by resource. @param recorded their discovery, oldest first: the newest says the names */
export function listedKinds(recorded: readonly Pick<DiscoveryFacts, 'groupVersions'>[]): ListedKinds {
  const found = recorded.flatMap(({ groupVersions }) =>
    groupVersions.flatMap(({ group, resources }) =>
      resources
        .filter(({ verbs }) => verbs.includes('list'))
        .map(({ name, kind, shortNames = [] }): [string, ListedKinds[string]] => [
          group === '' ? name : `${name}.${group}`,
          [kind, ...shortNames],
        ]),
    ),
  )
  return Object.fromEntries([...new Map(found)].sort(([a], [b]) => (a < b ? -1 : 1)))
}
