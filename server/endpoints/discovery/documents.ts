// Upstream: apimachinery/pkg/apis/meta/v1 (APIVersions, APIGroupList, APIGroup, APIResourceList), endpoints/discovery

import type { JsonObject, JsonValue } from '../../../apimachinery/json.ts'
import type { ResourceFacts } from '../../../component-base/release-facts.ts'
import { discoveryDialect } from './dialect.ts'
import type { ResourceSet, ServedGroupVersion } from './resource-set.ts'

const groupVersion = (group: string, version: string): string =>
  group === '' ? version : `${group}/${version}`
const versionEntry = (group: string, version: string): JsonObject => ({
  groupVersion: groupVersion(group, version),
  version,
})

/** /api */
export function apiVersions(set: ResourceSet, serverAddress: string): JsonObject {
  return {
    kind: 'APIVersions',
    versions: [...set.versions('')],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  }
}

function groupFields(set: ResourceSet, group: string): JsonObject {
  const versions = set.versions(group).map((v) => versionEntry(group, v))
  return { name: group, versions, preferredVersion: { ...versions[0]! } }
}

/** /apis */
export function apiGroupList(set: ResourceSet): JsonObject {
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: set.groups.filter((g) => g !== '').map((g) => groupFields(set, g)),
  }
}

/** /apis/GROUP */
export function apiGroup(set: ResourceSet, group: string): JsonObject {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupFields(set, group) }
}

/** /api/v1 and /apis/GROUP/VERSION */
export function apiResourceList(served: ServedGroupVersion, isCustom = false): JsonObject {
  const all = served.resources.flatMap(entries)
  const resources = isCustom ? all : all.sort((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1))
  return {
    kind: 'APIResourceList',
    ...(served.group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: groupVersion(served.group, served.version),
    resources,
  }
}

function entries(resource: ResourceFacts): JsonObject[] {
  const { name, singular, scope, kind, verbs, shortNames, categories, storageVersionHash } = resource
  const list = (key: string, value: JsonValue | undefined): JsonObject =>
    value === undefined ? {} : { [key]: value }
  const namespaced = scope === 'Namespaced'
  return [
    {
      name,
      singularName: singular,
      namespaced,
      ...list('group', resource.group),
      ...list('version', resource.version),
      kind,
      verbs: [...verbs],
      ...list('shortNames', shortNames),
      ...list('categories', categories),
      ...list('storageVersionHash', storageVersionHash),
    },
    ...(resource.subresources ?? []).map(
      (s): JsonObject => ({
        name: `${name}/${s.name}`,
        singularName: '',
        namespaced,
        ...list('group', s.group),
        ...list('version', s.version),
        kind: s.kind,
        verbs: [...s.verbs],
      }),
    ),
  ]
}

/** The aggregated document of /api (core only) or /apis (all other groups). */
export function aggregatedDiscovery(
  set: ResourceSet,
  core: boolean,
  apiVersion: 'v2' | 'v2beta1',
  minor: number,
): JsonObject {
  const groups = set.groups.filter((g) => (g === '') === core)
  const time: JsonObject = discoveryDialect(minor).writesCreationTimestamp ? { creationTimestamp: null } : {}
  const items = groups.map(
    (group): JsonObject => ({
      metadata: { ...(group === '' ? {} : { name: group }), ...time },
      versions: set.versions(group).map(
        (version): JsonObject => ({
          version,
          ...resourcesOf(set, set.groupVersion(group, version)!),
          ...(core && !discoveryDialect(minor).tellsFreshnessOfCore
            ? {}
            : { freshness: set.groupVersion(group, version)!.isStale ? 'Stale' : 'Current' }),
        }),
      ),
    }),
  )
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${apiVersion}`,
    metadata: {},
    items,
  }
}

/** Nothing is said where there are none, as of an extension server that does not answer. */
function resourcesOf(set: ResourceSet, { group, version, resources }: ServedGroupVersion): JsonObject {
  if (resources.length === 0) return {}
  const own = set.isCustom?.(group) === true ? { group, version } : { group: '', version: '' }
  return { resources: resources.map((one) => aggregatedEntry(one, own)) }
}

/** @param own the group and version of kinds that name none */
function aggregatedEntry(resource: ResourceFacts, own: { group: string; version: string }): JsonObject {
  const kindOf = (r: { group?: string; version?: string; kind: string }): JsonObject => ({
    group: r.group ?? own.group,
    version: r.version ?? own.version,
    kind: r.kind,
  })
  return {
    resource: resource.name,
    responseKind: kindOf(resource),
    scope: resource.scope,
    singularResource: resource.singular,
    verbs: [...resource.verbs],
    ...(resource.shortNames === undefined ? {} : { shortNames: [...resource.shortNames] }),
    ...(resource.categories === undefined ? {} : { categories: [...resource.categories] }),
    ...(resource.subresources === undefined || resource.subresources.length === 0
      ? {}
      : {
          subresources: resource.subresources.map(
            (s): JsonObject => ({ subresource: s.name, responseKind: kindOf(s), verbs: [...s.verbs] }),
          ),
        }),
  }
}
