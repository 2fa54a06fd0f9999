// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated/peer_aggregated_handler.go (mergeResources)
import { semanticEqual } from '../../apimachinery/json.ts'
import { mergePreservingOrder } from './merge-preserving-order.ts'

/** apidiscovery.k8s.io/v2 APIGroupDiscovery; what is not looked at here goes on as it is. */
export interface GroupDiscovery {
  readonly metadata?: { readonly name?: string }
  readonly versions?: readonly VersionDiscovery[]
}

interface VersionDiscovery {
  readonly version: string
  readonly resources?: readonly ResourceDiscovery[]
}

interface ResourceDiscovery {
  readonly resource: string
  readonly verbs?: readonly string[]
  readonly subresources?: readonly { readonly subresource: string }[]
}

/** The name of a group; that of the core group is empty. */
export const nameOf = ({ metadata }: GroupDiscovery): string => metadata?.name ?? ''

/** The groups of several servers as one list. @param lists by the identity of each server */
export function mergeGroups(lists: ReadonlyMap<string, readonly GroupDiscovery[]>): GroupDiscovery[] {
  const byIdentity = [...lists].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, groups]) => groups)
  return mergeLists(byIdentity, nameOf, (a, b) => ({
    ...a,
    versions: mergeLists([a.versions ?? [], b.versions ?? []], ({ version }) => version, mergeVersions),
  }))
}

const mergeVersions = (a: VersionDiscovery, b: VersionDiscovery): VersionDiscovery => ({
  ...a,
  resources: mergeLists(
    [a.resources ?? [], b.resources ?? []],
    ({ resource }) => resource,
    mergeCapabilities,
  ),
})

/** A resource with the verbs and subresources of both, in the order of their names where they differ. */
function mergeCapabilities(a: ResourceDiscovery, b: ResourceDiscovery): ResourceDiscovery {
  if (semanticEqual(a, b)) return a
  const verbs = [...new Set([...(a.verbs ?? []), ...(b.verbs ?? [])])].sort()
  const subresources = new Map(
    [...(a.subresources ?? []), ...(b.subresources ?? [])].map((one) => [one.subresource, one]),
  )
  const sorted = [...subresources].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one)
  return { ...a, verbs, ...(sorted.length === 0 ? {} : { subresources: sorted }) }
}

/** The items of all lists, each name once, in each list's own order where the lists agree. */
function mergeLists<T>(
  lists: readonly (readonly T[])[],
  nameOfItem: (item: T) => string,
  merge: (a: T, b: T) => T,
): T[] {
  const merged = new Map<string, T>()
  for (const item of lists.flat()) {
    const known = merged.get(nameOfItem(item))
    merged.set(nameOfItem(item), known === undefined ? item : merge(known, item))
  }
  return mergePreservingOrder(lists.map((list) => list.map(nameOfItem))).map((name) => merged.get(name)!)
}
