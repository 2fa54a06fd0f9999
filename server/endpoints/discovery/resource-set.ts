// Upstream: pkg/controlplane/instance.go (API groups), pkg/registry/*/rest/storage_*.go (gates of resources)

import { minorOf } from '../../../component-base/minor.ts'
import { plannedResource } from '../../../component-base/planned-resources.ts'
import type { Release } from '../../../component-base/release.ts'
import {
  type DiscoveryFacts,
  type ResourceFacts,
  releaseFacts,
} from '../../../component-base/release-facts.ts'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'
import { resourceRow } from '../../registry/resource-rows.ts'
import { discoveryDialect } from './dialect.ts'
import { type AvailabilityOptions, availableVersions, releaseNumber } from './lifecycle.ts'
import { registeredVersions } from './registered-versions.ts'
import { lifecycleOf, plannedGroupVersions } from './release-apis.ts'
import { ResourceConfig, type RuntimeConfig } from './runtime-config.ts'
import { resourceHash, storageVersion } from './storage-version.ts'
import { byVersionPriority, isAlphaVersion, isBetaVersion, isStableVersion } from './version-priority.ts'

/** The release, gates and runtime configuration that decide which resources are served. */
export interface ResourceSetOptions {
  /** The release of the binary. */
  readonly release: Release
  /** Minor of --emulated-version; default that of the release. */
  readonly emulation?: number
  /** Minor of --min-compatibility-version; default `emulation` - 1. */
  readonly minCompatibility?: number
  readonly gates: FeatureGateReader
  readonly runtimeConfig?: RuntimeConfig
  readonly emulationForwardCompatible?: boolean
  readonly runtimeConfigEmulationForwardCompatible?: boolean
  readonly serveRemovedForOneRelease?: boolean
}

/** One resource that is served, with the group version that its objects are stored in. */
export interface ServedResource extends ResourceFacts {
  readonly storedAs: { readonly group: string; readonly version: string }
}
/** A served group version, and its resources. */
export interface ServedGroupVersion {
  readonly group: string
  readonly version: string
  readonly resources: readonly ServedResource[]
  /** The resources may be out of date, as the server that has them could not be asked. */
  readonly isStale?: boolean
}

/** The group versions that a server serves, in discovery's order (core first; in a group by priority). */
export interface ResourceSet {
  readonly groupVersions: readonly ServedGroupVersion[]
  /** Warnings to be logged once the set has been made. */
  readonly warnings: readonly string[]
  groupVersion(group: string, version: string): ServedGroupVersion | undefined
  resource(group: string, version: string, resource: string): ServedResource | undefined
  /** Versions of a group that are served, the preferred first. */
  versions(group: string): readonly string[]
  /** Groups in discovery's order, core ('') first where it is served. */
  readonly groups: readonly string[]
  /** Whether a group is one of custom resources; undefined: none is. */
  isCustom?(group: string): boolean
  /** Grows with each change; undefined of a set that never changes. */
  readonly revision?: number
}

/** Decides what is served. Throws APIConfigError with the real component's message where --runtime-config cannot be met. */
export function resolveResourceSet(options: ResourceSetOptions): ResourceSet {
  const { release } = options
  const emulation = options.emulation ?? release.minor
  const registered = registeredVersions(release)
  const candidates = candidateGroups(release, emulation)
  const overrides = options.runtimeConfig ?? new Map()
  let config = ResourceConfig.merge(defaultConfig(release, candidates), overrides, registered)
  if (options.emulationForwardCompatible === true) config = config.forwardCompatible(overrides, registered)
  const availability: AvailabilityOptions = {
    emulation,
    emulationForwardCompatible: options.emulationForwardCompatible ?? false,
    runtimeConfigEmulationForwardCompatible: options.runtimeConfigEmulationForwardCompatible ?? false,
    serveRemovedForOneRelease: options.serveRemovedForOneRelease ?? false,
  }
  const lifecycle = lifecycleOf(release)
  const served: ServedGroupVersion[] = []
  for (const [group, versions] of candidates) {
    const enabled = versions
      .map((v) => ({
        version: v.version,
        resources: v.resources.filter(
          (r) =>
            config.enabled(group, v.version, r.name) && allows(options.gates, gateOf(release, group, r.name)),
        ),
      }))
      .filter((v) => v.resources.length > 0)
    for (const v of availableVersions(group, enabled, lifecycle, config, availability))
      served.push({
        group,
        version: v.version,
        resources: v.resources.map((r) => serve(r, group, options, emulation)),
      })
  }
  return asResourceSet(served, emulation === release.minor ? [] : alphaWarnings(config, emulation, options))
}

const gateOf = (release: Release, group: string, resource: string): string | undefined =>
  plannedResource(release, group, resource)?.gate ?? resourceRow(group, resource).gate

const allows = (gates: FeatureGateReader, gate: string | undefined): boolean =>
  gate === undefined || gateEnabled(gates, gate)

type Group = { version: string; resources: ResourceFacts[] }[]

/** All that the binary has code for, and what the emulated release served and a later one removed. */
function candidateGroups(release: Release, emulation: number): Map<string, Group> {
  const own = release.facts
  const out = new Map<string, Group>()
  const add = (
    facts: Pick<DiscoveryFacts, 'groupVersions'>,
    wanted: (group: string, version: string, r: ResourceFacts) => boolean,
  ): void => {
    for (const { group, version, resources } of facts.groupVersions) {
      const group_ = out.get(group) ?? []
      const there = group_.find((v) => v.version === version)
      const more = resources.filter(
        (r) => there?.resources.some((x) => x.name === r.name) !== true && wanted(group, version, r),
      )
      if (more.length === 0) continue
      const rest = group_.filter((v) => v !== there)
      const all = [...(there?.resources ?? []), ...more].sort((a, b) => (a.name < b.name ? -1 : 1))
      out.set(
        group,
        [...rest, { version, resources: all }].sort((a, b) => byVersionPriority(a.version, b.version)),
      )
    }
  }
  // In the order in which its binary names them, which is not always the one of their names.
  for (const { group, version, resources } of releaseFacts(own, 'discovery-all').groupVersions)
    out.set(group, [...(out.get(group) ?? []), { version, resources }])
  const lifecycle = releaseFacts(own, 'api-lifecycle')
  for (let past = emulation; past < minorOf(own); past++)
    add(
      releaseFacts(`1.${past}`, 'discovery-all'),
      (g, v, r) => releaseNumber(lifecycle[`${g}/${v}/${r.kind}`]?.removed) > past,
    )
  add({ groupVersions: plannedGroupVersions(release) }, () => true)
  return out
}

/** Stable versions are on, alpha and beta off, but for the old beta resources that recorded servers have on. */
function defaultConfig({ facts }: Release, candidates: Map<string, Group>): ResourceConfig {
  const config = new ResourceConfig()
  for (const [group, versions] of candidates)
    for (const { version } of versions) config.versions.set(`${group}/${version}`, isStableVersion(version))
  for (const { group, version, resources } of releaseFacts(facts, 'discovery').groupVersions)
    if (isBetaVersion(version))
      for (const r of resources) config.resources.set(`${group}/${version}/${r.name}`, true)
  return config
}

type Subresource = NonNullable<ResourceFacts['subresources']>[number]

/** The facts name the group and version of a foreign kind (scale: autoscaling/v1) as of the response. */
function withResponseKind(subresource: Subresource): Subresource {
  const { responseGroup, responseVersion, ...rest } = subresource as Subresource & {
    responseGroup?: string
    responseVersion?: string
  }
  return {
    ...rest,
    ...(responseGroup === undefined ? {} : { group: responseGroup }),
    ...(responseVersion === undefined ? {} : { version: responseVersion }),
  }
}

function serve(
  resource: ResourceFacts,
  group: string,
  options: ResourceSetOptions,
  emulation: number,
): ServedResource {
  const { release, minCompatibility = emulation - 1 } = options
  const storedAs = storageVersion(release, minCompatibility, group, resource)
  const subresources = resource.subresources
    ?.map(withResponseKind)
    .filter((s) => allows(options.gates, resourceRow(group, resource.name).subresourceGates?.[s.name]))
  const { storageVersionHash: _hash, ...facts } = resource
  return {
    ...facts,
    ...(subresources === undefined ? {} : { subresources }),
    ...(resource.storageVersionHash === undefined || !gateEnabled(options.gates, 'StorageVersionHash')
      ? {}
      : { storageVersionHash: resourceHash(release, group, resource, storedAs) }),
    storedAs,
  }
}

function alphaWarnings(config: ResourceConfig, emulation: number, options: ResourceSetOptions): string[] {
  const named = new Set<string>()
  for (const [key, on] of config.explicitVersions) if (on) named.add(key)
  for (const [key, on] of config.explicitResources) if (on) named.add(key.split('/').slice(0, 2).join('/'))
  return [...named]
    .filter((key) => isAlphaVersion(key.split('/')[1] ?? ''))
    .map(
      (api) =>
        `alpha api enabled with emulated version 1.${emulation} instead of the binary's version ${options.release.text.slice(1)}, this is unsupported, proceed at your own risk: api=${api}`,
    )
    .filter(() => discoveryDialect(options.release.minor).warnsOfEmulatedAlpha)
}

function asResourceSet(groupVersions: ServedGroupVersion[], warnings: string[]): ResourceSet {
  const byKey = new Map(groupVersions.map((gv) => [`${gv.group}/${gv.version}`, gv]))
  const byResource = new Map(
    groupVersions.flatMap((gv) =>
      gv.resources.map((r) => [`${gv.group}/${gv.version}/${r.name}`, r] as const),
    ),
  )
  return {
    groupVersions,
    warnings,
    groups: [...new Set(groupVersions.map((gv) => gv.group))],
    groupVersion: (group, version) => byKey.get(`${group}/${version}`),
    resource: (group, version, resource) => byResource.get(`${group}/${version}/${resource}`),
    versions: (group) => groupVersions.filter((gv) => gv.group === group).map((gv) => gv.version),
  }
}
