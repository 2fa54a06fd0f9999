// Upstream: staging/src/k8s.io/apiserver/pkg/storageversion/manager.go (decodableVersions), pkg/apis/*/install/install.go (SetVersionPriority)

import type { ServerStorageVersion } from '../../api/apiserverinternal-v1alpha1.ts'
import type { Release } from '../../component-base/release.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import { hashedAsBeta, olderStoredVersion } from '../endpoints/discovery/storage-version.ts'
import { byVersionPriority } from '../endpoints/discovery/version-priority.ts'
import type { RegisteredResource, Registry } from '../registry/generic/registry.ts'
import { apiVersionOf } from '../registry/generic/runtime.ts'
import { controlplaneDialect } from './dialect.ts'

/** A stored resource, and in which versions this server writes, reads and serves it. */
export interface ResourceEncoding extends Omit<ServerStorageVersion, 'apiServerID'> {
  readonly group: string
  readonly resource: string
}

/** The encoding of each resource that a server stores, by group and name. Events of both groups are core's. */
export function resourceEncodings(registry: Registry, release: Release): ResourceEncoding[] {
  const found = new Map<string, ResourceEncoding>()
  for (const resource of registry.all()) {
    const { group, facts, store } = resource
    if (store === undefined || store.facts.storageKind.group !== group) continue
    const key = `${group}/${facts.name}`
    if (!found.has(key)) found.set(key, encodingOf(registry, resource, release))
  }
  return [...found.values()].sort((a, b) => compare(a.group, b.group) || compare(a.resource, b.resource))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function encodingOf(registry: Registry, resource: RegisteredResource, release: Release): ResourceEncoding {
  const { group, facts, store, kind } = resource
  const all = registry.served.filter(({ resources }) =>
    resources.some(({ name, storedAs }) => name === facts.name && storedAs.group === group),
  )
  const versionOf = (version: string): string => apiVersionOf({ group, version })
  const own = all.filter((one) => one.group === group).map(({ version }) => version)
  const byPriority = inPriority(group, release.minor)
  const known = [...new Set([...versionsOfKind(release, group, kind.kind), ...own])].sort(byPriority)
  const others = all.filter((one) => one.group !== group).map(apiVersionOf)
  return {
    group,
    resource: facts.name,
    encodingVersion: versionOf(encodingVersion(release, group, facts.name, store!.facts.storageKind)),
    decodableVersions: [...known.map(versionOf), ...others],
    ...(controlplaneDialect(release.minor).tellsServedVersions
      ? { servedVersions: own.sort(byPriority).map(versionOf) }
      : {}),
  }
}

/** Definitions of custom resources are stored in the version that their hash tells. */
function encodingVersion(
  release: Release,
  group: string,
  resource: string,
  stored: { kind: string; version: string },
): string {
  if (hashedAsBeta(group, resource)) return 'v1beta1'
  return olderStoredVersion(release, group, stored.kind) ?? stored.version
}

const packages: Readonly<Record<string, string>> = {
  '': 'k8s.io.api.core',
  'apiextensions.k8s.io': 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions',
  'apiregistration.k8s.io': 'k8s.io.kube_aggregator.pkg.apis.apiregistration',
  'internal.apiserver.k8s.io': 'k8s.io.api.apiserverinternal',
}

/** The versions that have messages of a kind, served or not. */
function versionsOfKind({ facts }: Release, group: string, kind: string): string[] {
  const prefix = `${packages[group] ?? `k8s.io.api.${group.split('.')[0]}`}.`
  return Object.keys(releaseFacts(facts, 'protobuf'))
    .filter((name) => name.startsWith(prefix) && name.endsWith(`.${kind}`))
    .map((name) => name.slice(prefix.length, -kind.length - 1))
    .filter((version) => !version.includes('.'))
}

/** The order in which the group's versions are registered. */
function inPriority(group: string, minor: number): (a: string, b: string) => number {
  const listed = controlplaneDialect(minor).versionPriority[group] ?? []
  const rank = (version: string): number =>
    listed.includes(version) ? listed.indexOf(version) : listed.length
  return (a, b) => rank(a) - rank(b) || byVersionPriority(a, b)
}
