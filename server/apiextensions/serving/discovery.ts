// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_discovery_controller.go
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'
import type { ResourceSet, ServedGroupVersion } from '../../endpoints/discovery/resource-set.ts'
import { byVersionPriority } from '../../endpoints/discovery/version-priority.ts'
import { type Definition, isTrue, servedVersions } from '../definition/definition.ts'
import type { DefinitionDirectory } from '../definition/definitions.ts'
import { factsOf } from './served-definition.ts'

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The group versions of the definitions that are established: groups by name, versions by priority, resources by name. */
export function customGroupVersions(
  definitions: readonly Definition[],
  gates: FeatureGateReader,
): ServedGroupVersion[] {
  const hashes = gateEnabled(gates, 'StorageVersionHash')
  const found = new Map<
    string,
    { group: string; version: string; resources: ServedGroupVersion['resources'] }
  >()
  for (const definition of definitions.filter((one) => isTrue(one, 'Established')))
    for (const version of servedVersions(definition)) {
      const [group, name] = [definition.spec.group ?? '', version.name ?? '']
      const before = found.get(`${group}/${name}`)?.resources ?? []
      const resources = [...before, factsOf(definition, version, hashes)].sort((a, b) =>
        inOrder(a.name, b.name),
      )
      found.set(`${group}/${name}`, { group, version: name, resources })
    }
  return [...found.values()].sort(
    (a, b) => inOrder(a.group, b.group) || byVersionPriority(a.version, b.version),
  )
}

/** The built-in resources of a server, and the custom resources that are served now. */
export class GrowingResourceSet implements ResourceSet {
  private readonly fixed: ResourceSet
  private readonly gates: FeatureGateReader
  private readonly definitions: DefinitionDirectory
  private current: readonly ServedGroupVersion[] | undefined
  /** Grows with each change. */
  revision = 0

  constructor(fixed: ResourceSet, definitions: DefinitionDirectory, gates: FeatureGateReader) {
    this.fixed = fixed
    this.definitions = definitions
    this.gates = gates
    definitions.listen(() => {
      this.current = undefined
      this.revision++
    })
  }
  /** The group versions of definitions alone, without those of built-in groups. */
  get custom(): readonly ServedGroupVersion[] {
    this.current ??= customGroupVersions(this.definitions.all(), this.gates).filter(
      ({ group }) => !this.fixed.groups.includes(group),
    )
    return this.current
  }
  get groupVersions(): readonly ServedGroupVersion[] {
    return this.custom.length === 0 ? this.fixed.groupVersions : [...this.fixed.groupVersions, ...this.custom]
  }
  get warnings(): readonly string[] {
    return this.fixed.warnings
  }
  groupVersion(group: string, version: string): ServedGroupVersion | undefined {
    return (
      this.fixed.groupVersion(group, version) ??
      this.custom.find((one) => one.group === group && one.version === version)
    )
  }
  resource(
    group: string,
    version: string,
    resource: string,
  ): ServedGroupVersion['resources'][number] | undefined {
    return (
      this.fixed.resource(group, version, resource) ??
      this.groupVersion(group, version)?.resources.find(({ name }) => name === resource)
    )
  }
  versions(group: string): readonly string[] {
    const fixed = this.fixed.versions(group)
    return fixed.length > 0
      ? fixed
      : this.custom.filter((one) => one.group === group).map(({ version }) => version)
  }
  isCustom(group: string): boolean {
    return !this.fixed.groups.includes(group) && this.custom.some((one) => one.group === group)
  }
  get groups(): readonly string[] {
    const more = this.custom.map(({ group }) => group)
    return more.length === 0 ? this.fixed.groups : [...new Set([...this.fixed.groups, ...more])]
  }
}
