// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (what is installed under which path)
import type { ResourceFacts } from '../../../component-base/release-facts.ts'
import { type DefaultFacts, defaultStatusStrategy, defaultStrategy } from './default-strategy.ts'
import type { GroupVersionKind } from './machinery.ts'
import { defaultKeyPrefix, returnsDeletedObject } from './resource-facts.ts'
import { ResourceStore, type StoreParts } from './store.ts'
import type { ResourceRegistration, Strategy } from './strategy.ts'

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
  readonly printRow: ResourceRegistration['printRow']
}
export interface RegisteredSubresource {
  readonly name: string
  readonly verbs: readonly string[]
  readonly kind: GroupVersionKind
  /** The strategy where writing it writes the parent (status and the like). */
  readonly strategy: Strategy | undefined
}

export interface ServedFacts extends ResourceFacts {
  readonly storedAs: { readonly group: string; readonly version: string }
}
export interface ServedVersion {
  readonly group: string
  readonly version: string
  readonly resources: readonly ServedFacts[]
}

export interface RegistryOptions {
  readonly parts: StoreParts
  readonly served: readonly ServedVersion[]
  readonly registrations: readonly ResourceRegistration[]
  readonly watchCache: boolean
}

/** The resources of one server. */
export class Registry {
  readonly parts: StoreParts
  private readonly resources = new Map<string, RegisteredResource>()
  private readonly stores = new Map<string, ResourceStore>()
  private readonly versions = new Map<string, RegisteredResource[]>()
  private readonly options: RegistryOptions

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
      this.versions.set(`${served.group}/${served.version}`, list)
    }
  }
  resource(group: string, version: string, name: string): RegisteredResource | undefined {
    return this.resources.get(`${group}/${version}/${name}`)
  }
  groupVersion(group: string, version: string): readonly RegisteredResource[] | undefined {
    return this.versions.get(`${group}/${version}`)
  }
  get served(): readonly ServedVersion[] {
    return this.options.served
  }
  hasGroup(group: string): boolean {
    return this.options.served.some((s) => s.group === group)
  }
  /** The store of a resource, whatever the version. */
  store(group: string, resource: string): ResourceStore | undefined {
    return this.stores.get(`${group}/${resource}`)
  }
  all(): Iterable<RegisteredResource> {
    return this.resources.values()
  }

  private register(group: string, version: string, facts: ServedFacts): RegisteredResource {
    const registration = this.registration(facts.storedAs.group, facts.name)
    const hasStatus = facts.subresources?.some((s) => s.name === 'status') ?? false
    const basics: DefaultFacts = {
      group: facts.storedAs.group,
      resource: facts.name,
      namespaced: facts.scope === 'Namespaced',
      hasStatus,
    }
    const strategy = registration?.strategy ?? defaultStrategy(basics)
    const stored =
      facts.verbs.includes('get') && facts.verbs.includes('list') && facts.name !== 'componentstatuses'
    return {
      group,
      version,
      facts,
      namespaced: basics.namespaced,
      kind: { group: facts.group ?? group, version: facts.version ?? version, kind: facts.kind },
      store: stored ? this.storeOf(basics, facts, strategy, registration) : undefined,
      subresources: this.subresourcesOf(group, version, facts, basics, strategy, registration),
      printRow: registration?.printRow,
    }
  }
  private registration(group: string, resource: string): ResourceRegistration | undefined {
    return this.options.registrations.find((r) => r.group === group && r.resource === resource)
  }
  private storeOf(
    basics: DefaultFacts,
    facts: ServedFacts,
    strategy: Strategy,
    registration: ResourceRegistration | undefined,
  ): ResourceStore {
    const key = `${basics.group}/${basics.resource}`
    let store = this.stores.get(key)
    if (store === undefined) {
      store = new ResourceStore(this.parts, {
        qualifiedResource: { group: basics.group, resource: basics.resource },
        storageKind: { group: facts.storedAs.group, version: facts.storedAs.version, kind: facts.kind },
        listKind: `${facts.kind}List`,
        namespaced: basics.namespaced,
        keyPrefix: registration?.keyPrefix ?? defaultKeyPrefix(basics.group, basics.resource),
        strategy,
        returnDeletedObject: returnsDeletedObject(basics.group, basics.resource),
        watchCache: this.options.watchCache,
        ...(key === '/namespaces' ? { deletion: 'namespace' as const } : {}),
      })
      this.stores.set(key, store)
    }
    return store
  }
  private subresourcesOf(
    group: string,
    version: string,
    facts: ServedFacts,
    basics: DefaultFacts,
    main: Strategy,
    registration: ResourceRegistration | undefined,
  ): ReadonlyMap<string, RegisteredSubresource> {
    const out = new Map<string, RegisteredSubresource>()
    for (const sub of facts.subresources ?? []) {
      const writesParent = sub.kind === facts.kind && sub.verbs.includes('update')
      const own = registration?.subresources?.[sub.name]
      out.set(sub.name, {
        name: sub.name,
        verbs: sub.verbs,
        kind: { group: sub.group ?? group, version: sub.version ?? version, kind: sub.kind },
        strategy: own ?? (writesParent ? defaultStatusStrategy(basics, main) : undefined),
      })
    }
    return out
  }
}
