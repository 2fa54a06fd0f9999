// Upstream: kube-aggregator/pkg/apiserver/handler_apis.go (groups and their versions in the order of priorities)
import type { ResourceSet, ServedGroupVersion, ServedResource } from '../endpoints/discovery/resource-set.ts'
import { localPriority } from '../registry/apiregistration/local-api-services.ts'
import type { APIServiceDirectory, RemoteAPIService } from './api-services.ts'
import type { Discovery } from './discovery.ts'

/** The resources of a server together with those of its extension servers. */
export class AggregatedSet implements ResourceSet {
  readonly #own: ResourceSet
  readonly #directory: APIServiceDirectory
  readonly #discovery: Discovery

  constructor(own: ResourceSet, directory: APIServiceDirectory, discovery: Discovery) {
    this.#own = own
    this.#directory = directory
    this.#discovery = discovery
  }
  /** Grows with each change. */
  get revision(): number {
    return (this.#own.revision ?? 0) + this.#directory.revision + this.#discovery.revision
  }
  get warnings(): readonly string[] {
    return this.#own.warnings
  }
  get groups(): readonly string[] {
    const groups = [...this.#own.groups]
    for (const { group, groupPriority } of this.#directory.all()) {
      if (groups.includes(group)) continue
      const at = groups.findIndex((one) => this.#priority(one) < groupPriority)
      groups.splice(at < 0 ? groups.length : at, 0, group)
    }
    return groups
  }
  get groupVersions(): readonly ServedGroupVersion[] {
    const remote = this.#directory.all().map((one) => this.#served(one))
    return [
      ...this.#own.groupVersions.filter((one) => !remote.some((other) => sameVersion(one, other))),
      ...remote,
    ]
  }
  groupVersion(group: string, version: string): ServedGroupVersion | undefined {
    const remote = this.#directory.find(group, version)
    return remote === undefined ? this.#own.groupVersion(group, version) : this.#served(remote)
  }
  resource(group: string, version: string, resource: string): ServedResource | undefined {
    return this.groupVersion(group, version)?.resources.find((one) => one.name === resource)
  }
  versions(group: string): readonly string[] {
    const remote = this.#directory.all().filter((one) => one.group === group)
    if (remote.length === 0) return this.#own.versions(group)
    const own = this.#own.versions(group).filter((version) => !remote.some((one) => one.version === version))
    const all = [
      ...own.map((version) => ({ version, priority: localPriority(group, version)?.version ?? 100 })),
      ...remote.map(({ version, versionPriority }) => ({ version, priority: versionPriority })),
    ]
    return all.sort((a, b) => b.priority - a.priority).map(({ version }) => version)
  }
  isCustom(group: string): boolean {
    return this.#own.isCustom?.(group) === true || !this.#own.groups.includes(group)
  }
  /** The group of APIServices comes first; custom resources come after everything that says its priority. */
  #priority(group: string): number {
    if (group === 'apiregistration.k8s.io') return Number.POSITIVE_INFINITY
    const remote = this.#directory.all().filter((one) => one.group === group)
    return Math.max(localPriority(group, 'v1')?.group ?? 1000, ...remote.map((one) => one.groupPriority))
  }
  #served(remote: RemoteAPIService): ServedGroupVersion {
    const { group, version } = remote
    const resources = this.#discovery.resources(remote)
    return {
      group,
      version,
      resources: (resources ?? []).map((one) => ({ ...one, storedAs: { group, version } })),
      isStale: resources === undefined,
    }
  }
}

const sameVersion = (a: ServedGroupVersion, b: ServedGroupVersion): boolean =>
  a.group === b.group && a.version === b.version
