// What a scrape tells of the stored objects. Upstream: staging/src/k8s.io/apiserver/pkg/storage/{etcd3,cacher}/metrics/metrics.go
import type { Labels } from '../../../component-base/metrics/metrics-text.ts'
import type { Storage, StorageEvent, Watcher } from '../../storage/interface.ts'
import { readableObject } from '../../storage/readable-object.ts'
import type { Registry } from './registry.ts'
import { storeLabels } from './store-metrics.ts'
import type { ServerContext } from './strategy.ts'

interface Changes {
  count: number
  revision: number
}

const root = '/registry/'
const families = {
  objects: 'apiserver_storage_objects',
  resourceObjects: 'apiserver_resource_objects',
  received: 'apiserver_storage_events_received_total',
  cached: 'apiserver_watch_cache_events_received_total',
  dispatched: 'apiserver_watch_cache_events_dispatched_total',
  initializations: 'apiserver_watch_cache_initializations_total',
  revision: 'apiserver_watch_cache_resource_version',
  unavailable: 'aggregator_unavailable_apiservice',
} as const

/** Counts changes by the keys of resources while the server runs; the objects themselves are counted when they are asked for. */
export class StoredCounts {
  private readonly server: ServerContext
  private readonly registry: Registry
  private readonly changes = new Map<string, Changes>()
  private readonly begun: number
  private readonly watcher: Watcher

  constructor(server: ServerContext, registry: Registry) {
    this.server = server
    this.registry = registry
    this.begun = server.storage.revision()
    this.watcher = server.storage.watch(root, undefined, (event) => this.note(event))
  }

  close(): void {
    this.watcher.stop()
  }

  /** To be awaited before metrics are shown. */
  async refresh(): Promise<void> {
    const { storage, metrics } = this.server
    const seen = new Set<string>()
    for (const { store } of this.registry.all()) {
      if (store === undefined || seen.has(store.facts.keyPrefix)) continue
      const { keyPrefix, qualifiedResource, watchCache } = store.facts
      seen.add(keyPrefix)
      const of = (key: keyof typeof families) => metrics.family(families[key])
      const labels = (key: keyof typeof families): Labels =>
        storeLabels(qualifiedResource, keyPrefix, of(key).definition.labels?.includes('group') === true)
      const { records, remaining } = await storage.list(store.prefixOf(''), {
        limit: 1,
        // As known here, with what cannot be decoded: a cached list leaves that out.
        revision: storage.revision(),
      })
      const objects = records.length + remaining
      of('objects').set(labels('objects'), objects)
      of('resourceObjects').set(labels('resourceObjects'), objects)
      const changes = this.changes.get(keyPrefix)
      if (changes !== undefined) of('received').set(labels('received'), changes.count)
      // Events have no cache of their own, as upstream's --watch-cache-sizes has it.
      if (!watchCache || qualifiedResource.resource === 'events') continue
      of('initializations').set(labels('initializations'), 1)
      of('revision').set(labels('revision'), changes?.revision ?? this.begun)
      if (changes === undefined) continue
      of('cached').set(labels('cached'), changes.count)
      of('dispatched').set(labels('dispatched'), changes.count)
    }
    await this.refreshServices(storage)
  }

  /** Those whose condition says that nobody answers for them. */
  private async refreshServices(storage: Storage): Promise<void> {
    const family = this.server.metrics.family(families.unavailable)
    family.clear()
    const { records } = await storage.list('/registry/apiregistration.k8s.io/apiservices/', { cached: true })
    for (const object of records.flatMap((record) => readableObject(record) ?? [])) {
      const { conditions = [] } = (object['status'] ?? {}) as {
        conditions?: { type: string; status: string }[]
      }
      const available = conditions.some(({ type, status }) => type === 'Available' && status === 'True')
      family.set({ name: object.metadata.name ?? '' }, available ? 0 : 1)
    }
  }

  private note({ record: { key }, revision }: StorageEvent): void {
    const end = key.indexOf('/', root.length)
    const prefix = key.slice(0, end)
    const known = this.changes.get(prefix)
    const found = known ?? this.nested(key, prefix, end)
    found.count++
    found.revision = revision
  }

  /** Keys of some resources begin with their group, or with that of all resources of a kind. */
  private nested(key: string, prefix: string, end: number): Changes {
    const longer = key.slice(0, key.indexOf('/', end + 1))
    const place = this.isNested(longer) ? longer : prefix
    const found = this.changes.get(place) ?? { count: 0, revision: 0 }
    this.changes.set(place, found)
    return found
  }

  private nestedPrefixes: ReadonlySet<string> | undefined

  private isNested(prefix: string): boolean {
    this.nestedPrefixes ??= new Set(
      [...this.registry.all()].flatMap(({ store }) => {
        const own = store?.facts.keyPrefix
        return own !== undefined && own.split('/').length > 3 ? [own] : []
      }),
    )
    return this.nestedPrefixes.has(prefix)
  }
}
