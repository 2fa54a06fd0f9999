// Upstream: staging/src/k8s.io/apiserver/pkg/{server/storage/resource_encoding_config.go,endpoints/discovery/storageversionhash.go},
// pkg/kubeapiserver/default_storage_factory_builder.go

import { createHash } from 'node:crypto'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import type { StoredKind } from '../../../apimachinery/scheme/stored-codec.ts'
import { minorOf } from '../../../component-base/minor.ts'
import type { Release } from '../../../component-base/release.ts'
import { type ResourceFacts, recordedReleases, releaseFacts } from '../../../component-base/release-facts.ts'
import { discoveryDialect, storageVersionDialect } from './dialect.ts'
import { releaseNumber } from './lifecycle.ts'
import { allGroupVersions, lifecycleOf } from './release-apis.ts'
import { byVersionPriority } from './version-priority.ts'

/** Kinds whose hash tells of an old beta version in every release. */
export const hashedAsBeta = (group: string, resource: string): boolean =>
  group === 'apiextensions.k8s.io' && resource === 'customresourcedefinitions'

/** The hash that discovery shows for a resource of the release. */
export function resourceHash(
  release: Release,
  group: string,
  resource: ResourceFacts,
  storedAs: { group: string; version: string },
): string {
  // Also of versions that are not served any more, as of disruption budgets up to 1.26.
  if (discoveryDialect(release.minor).hashesOldVersions && resource.storageVersionHash !== undefined)
    return resource.storageVersionHash
  return storageVersionHash(
    storedAs.group,
    hashedAsBeta(group, resource.name) ? 'v1beta1' : storedAs.version,
    resource.kind,
  )
}

/** The first bytes of the hash of the stored group, version and kind, as discovery shows them. */
export function storageVersionHash(group: string, version: string, kind: string): string {
  return createHash('sha256').update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString('base64')
}

/** The group and version that objects of a resource are stored in. Events of both groups are stored as core's. */
export function storageVersion(
  release: Release,
  minCompatibility: number,
  group: string,
  resource: ResourceFacts,
): { group: string; version: string } {
  const pin = storageVersionDialect(minorOf(release.facts))[`${group}/${resource.name}`]
  if (pin !== undefined) return { group, version: pin }
  if (group === 'events.k8s.io') return { group: '', version: 'v1' }
  const versions = versionsOfKind(release, group, resource.kind)
  const newest = versions[0] ?? 'v1'
  const { skipsReplacedVersions, storesNewestKnown, storesOldVersions } = discoveryDialect(release.minor)
  // Deviates: the rules of resources speak the newest version, which real servers of old releases do not store; what clients see of it: docs/discoveries/flow-schemas-downgrade.md
  if (storesOldVersions) return { group, version: newest }
  // Nothing that a user sets decides: it is what the recorded hash tells.
  if (!storesNewestKnown)
    return { group, version: versions.find((v) => isHashOf(v, group, resource)) ?? newest }
  const lifecycle = lifecycleOf(release)
  const fits = (version: string): boolean => {
    const { introduced, replacement } = lifecycle[`${group}/${version}/${resource.kind}`] ?? {}
    if (introduced !== undefined && replacement !== undefined && skipsReplacedVersions) return false
    return releaseNumber(introduced) <= minCompatibility
  }
  return { group, version: versions.find(fits) ?? newest }
}

/**
 * The version in which real servers of the release keep a kind, where that is another than the one that the rules of resources
 * speak ({@link storageVersion} says why); it need not be served.
 */
export function olderStoredVersion(release: Release, group: string, kind: string): string | undefined {
  if (discoveryDialect(release.minor).storesNewestKnown) return undefined
  const resource = releaseFacts(release.facts, 'discovery-all')
    .groupVersions.filter((gv) => gv.group === group)
    .flatMap((gv) => gv.resources)
    .find((r) => r.kind === kind && r.storageVersionHash !== undefined)
  if (resource === undefined) return undefined
  return versionsOfGroup(release, group).find((version) => isHashOf(version, group, resource))
}

/** {@link olderStoredVersion} of kinds as `apps/v1`, looked up once for each. */
export function olderStoredVersions(release: Release): (kind: StoredKind) => string | undefined {
  const known = new Map<string, string | undefined>()
  return ({ apiVersion, kind }) => {
    const { group } = parseApiVersion(apiVersion)
    const name = `${group}/${kind}`
    if (!known.has(name)) {
      const version = olderStoredVersion(release, group, kind)
      known.set(name, version === undefined || group === '' ? version : `${group}/${version}`)
    }
    return known.get(name)
  }
}

/** The versions of a group in the release and in all releases before it. */
function versionsOfGroup(release: Release, group: string): string[] {
  const known = recordedReleases().filter((one) => minorOf(one) <= release.minor)
  const all = known.flatMap((one) => releaseFacts(one, 'discovery-all').groupVersions)
  return [...new Set(all.filter((gv) => gv.group === group).map((gv) => gv.version))]
}

const isHashOf = (
  version: string,
  group: string,
  { kind, storageVersionHash: recorded }: ResourceFacts,
): boolean => storageVersionHash(group, version, kind) === recorded

function versionsOfKind(release: Release, group: string, kind: string): string[] {
  return allGroupVersions(release)
    .filter((gv) => gv.group === group && gv.resources.some((r) => r.kind === kind))
    .map((gv) => gv.version)
    .sort(byVersionPriority)
}
