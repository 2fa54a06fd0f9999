// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (what is installed under which path)
import type { Ages } from '../../../apimachinery/human-duration.ts'
import type { JsonValue, KubeObject } from '../../../apimachinery/json.ts'
import type { ReplicasPaths } from '../../../apimachinery/managedfields/scale-handler.ts'
import type { ResourceFacts } from '../../../component-base/release-facts.ts'
import { defaultStatusStrategy, type ResourceTraits } from './default-strategy.ts'
import { type ResourceRow, type ResourceRules, rulesOf } from './resource-row.ts'
import type { GroupVersionKind } from './runtime.ts'
import { ResourceStore, type StoreParts } from './store.ts'
import type { Strategy } from './strategy.ts'

/** One resource as one version serves it. */
export interface RegisteredResource {
  readonly group: string
  readonly version: string
  readonly facts: ResourceFacts
  /** The kind in this version. */
  readonly kind: GroupVersionKind
  readonly namespaced: boolean
  /** Undefined for resources that nothing is stored of (reviews, bindings, component statuses). */
  readonly store: ResourceStore | undefined
  readonly subresources: ReadonlyMap<string, RegisteredSubresource>
  /** What custom resources have of their own; undefined of those of the release. */
  readonly custom?: CustomTraits
}
/** Where a version of a custom resource keeps what its Scale shows, and where each version keeps its replicas. */
export interface CustomScalePaths {
  readonly specReplicasPath: string
  readonly statusReplicasPath: string
  /** '': none. */
  readonly labelSelectorPath: string
  readonly replicas: ReplicasPaths
}
/** How the answers about a custom resource differ from those about a resource of the release. */
export interface CustomTraits {
  /** The kind of its lists. */
  readonly listKind: string
  /** The columns of its tables, each as name, type, format and priority. */
  readonly columns: readonly [string, string, string, number][]
  /** The cells of an object's row. */
  cells(object: KubeObject, ages: Ages): JsonValue[]
  /** As {@link columns} and {@link cells}, of its Scales. */
  readonly scale?: CustomScalePaths | undefined
  readonly scaleColumns: readonly [string, string, string, number][]
  scaleCells(scale: KubeObject, ages: Ages): JsonValue[]
}
/** A subresource that is served. */
export interface RegisteredSubresource {
  readonly name: string
  readonly verbs: readonly string[]
  readonly kind: GroupVersionKind
  /** The strategy where writing it writes the parent (status and the like). */
  readonly strategy: Strategy | undefined
}

/** A served resource, and the version that its objects are stored in. */
export interface ServedFacts extends ResourceFacts {
  readonly storedAs: { readonly group: string; readonly version: string }
}
/** A served group version with its resources. */
export interface ServedVersion {
  readonly group: string
  readonly version: string
  readonly resources: readonly ServedFacts[]
}

/** Resources that come and go while the server runs: custom resources. */
export interface ChangingResources {
  resource(group: string, version: string, name: string): RegisteredResource | undefined
  groupVersion(group: string, version: string): readonly RegisteredResource[] | undefined
  /** In the version that objects are stored in. */
  store(group: string, resource: string): ResourceStore | undefined
  /** A resource in all its versions, also in those that are not served, in the order of its definition. */
  versions(group: string, resource: string): readonly RegisteredResource[]
}

/** The parts of a server that its resources share, and the resources that it serves. */
export interface RegistryOptions {
  readonly parts: StoreParts
  readonly served: readonly ServedVersion[]
  /** What a resource has of its own. */
  readonly rowOf: (group: string, resource: string) => ResourceRow
  readonly watchCache: boolean
}

/** What begins a DELETE of a resource that has one of its own. */
function ownDeletion(key: string): { deletion?: 'namespace' | 'definition' } {
  if (key === '/namespaces') return { deletion: 'namespace' }
  return key === 'apiextensions.k8s.io/customresourcedefinitions' ? { deletion: 'definition' } : {}
}

/** The resources of one server. */
export class Registry {
  readonly parts: StoreParts
  private readonly resources = new Map<string, RegisteredResource>()
  private readonly stores = new Map<string, ResourceStore>()
  private readonly groupVersions = new Map<string, RegisteredResource[]>()
  private readonly options: RegistryOptions
  private changing: ChangingResources | undefined

  constructor(options: RegistryOptions) {
    this.options = options
    this.parts = options.parts
    for (const served of options.served) {
      const list: RegisteredResource[] = []
      for (const facts of served.resources) {
        const resource = this.register(served.group, served.version, facts)
        this.resources.set(`${served.group}/${served.version}/${facts.name}`, resource)
        list.push(resource)
      }
      this.groupVersions.set(`${served.group}/${served.version}`, list)
    }
  }
  /** From now on these are found too, after those of the release. */
  add(changing: ChangingResources): void {
    this.changing = changing
  }
  resource(group: string, version: string, name: string): RegisteredResource | undefined {
    return this.resources.get(`${group}/${version}/${name}`) ?? this.changing?.resource(group, version, name)
  }
  groupVersion(group: string, version: string): readonly RegisteredResource[] | undefined {
    return this.groupVersions.get(`${group}/${version}`) ?? this.changing?.groupVersion(group, version)
  }
  get served(): readonly ServedVersion[] {
    return this.options.served
  }
  /** Whether the release itself serves a group. */
  hasGroup(group: string): boolean {
    return this.options.served.some((s) => s.group === group)
  }
  /** The store of a resource, whatever the version. */
  store(group: string, resource: string): ResourceStore | undefined {
    return this.stores.get(`${group}/${resource}`) ?? this.changing?.store(group, resource)
  }
  /** A custom resource in all versions of its definition; empty where there is none. */
  versions(group: string, resource: string): readonly RegisteredResource[] {
    return this.changing?.versions(group, resource) ?? []
  }
  /** Those of the release. */
  all(): Iterable<RegisteredResource> {
    return this.resources.values()
  }

  private register(group: string, version: string, facts: ServedFacts): RegisteredResource {
    const row = this.options.rowOf(facts.storedAs.group, facts.name)
    const traits: ResourceTraits & ResourceRow = {
      ...row,
      namespaced: facts.scope === 'Namespaced',
      hasStatus: facts.subresources?.some((s) => s.name === 'status') ?? false,
    }
    const rules = rulesOf(row, traits)
    const stored =
      facts.verbs.includes('get') && facts.verbs.includes('list') && facts.name !== 'componentstatuses'
    return {
      group,
      version,
      facts,
      namespaced: traits.namespaced,
      kind: { group: facts.group ?? group, version: facts.version ?? version, kind: facts.kind },
      store: stored ? this.storeOf(traits, facts, rules.strategy) : undefined,
      subresources: this.subresourcesOf(group, version, facts, traits, rules),
    }
  }
  private storeOf(
    traits: ResourceTraits & ResourceRow,
    facts: ServedFacts,
    strategy: Strategy,
  ): ResourceStore {
    const { group, resource } = traits
    const key = `${group}/${resource}`
    let store = this.stores.get(key)
    if (store === undefined) {
      store = new ResourceStore(this.parts, {
        qualifiedResource: { group, resource },
        storageKind: { group: facts.storedAs.group, version: facts.storedAs.version, kind: facts.kind },
        namespaced: traits.namespaced,
        keyPrefix: `/registry/${traits.keyPrefix ?? resource}`,
        strategy,
        returnDeletedObject: traits.answersDeleted ?? false,
        watchCache: this.options.watchCache,
        ...ownDeletion(key),
      })
      this.stores.set(key, store)
    }
    return store
  }
  private subresourcesOf(
    group: string,
    version: string,
    facts: ServedFacts,
    traits: ResourceTraits,
    rules: ResourceRules,
  ): ReadonlyMap<string, RegisteredSubresource> {
    const out = new Map<string, RegisteredSubresource>()
    for (const sub of facts.subresources ?? []) {
      const writesParent = sub.kind === facts.kind && sub.verbs.includes('update')
      const own = rules.subresources?.[sub.name]
      out.set(sub.name, {
        name: sub.name,
        verbs: sub.verbs,
        kind: { group: sub.group ?? group, version: sub.version ?? version, kind: sub.kind },
        strategy: own ?? (writesParent ? defaultStatusStrategy(traits, rules.strategy) : undefined),
      })
    }
    return out
  }
}
