// Upstream: the shared informer of CustomResourceDefinitions in kube-apiserver
import type { Registry } from '../../registry/generic/registry.ts'
import type { ResourceStore } from '../../registry/generic/store.ts'
import type { StorageEvent, StoredRecord } from '../../storage/interface.ts'
import { type Definition, definitionGroup, definitionOf } from './definition.ts'

/** A change of a definition: `now` is undefined where it is gone, `before` where it is new. */
export interface DefinitionChange {
  readonly name: string
  readonly now: Definition | undefined
  readonly before: Definition | undefined
}

/** Is told of each change, in the order of the store. What it throws goes into the log: nobody else's business suffers. */
export type DefinitionListener = (change: DefinitionChange) => void

/** All definitions of the store, whether they are served (see isServed) or not. */
export interface DefinitionDirectory {
  get(name: string): Definition | undefined
  /** All definitions, sorted by name. */
  all(): readonly Definition[]
  /** Adds a listener to changes of definitions; the returned function removes it. */
  listen(listener: DefinitionListener): () => void
}

/** Keeps the definitions of a store in memory, up to date with every write of any server. */
export class Definitions implements DefinitionDirectory {
  private readonly registry: Registry
  private readonly failed: (error: unknown) => void
  private readonly known = new Map<string, Definition>()
  private readonly listeners = new Set<DefinitionListener>()
  private stop = (): void => {}

  /** @param failed told of what a listener throws */
  constructor(registry: Registry, failed: (error: unknown) => void) {
    this.registry = registry
    this.failed = failed
  }

  /** Reads what is there and follows it; listeners hear of each. To be awaited before the server is ready. */
  async start(): Promise<void> {
    const { store } = this
    if (store === undefined) return
    const { storage } = store.parts.server
    const prefix = store.prefixOf('')
    const { records, revision } = await storage.list(prefix)
    for (const record of records) this.put(store, record)
    const watcher = storage.watch(prefix, revision, (event) => this.follow(store, event))
    this.stop = () => watcher.stop()
  }

  close(): void {
    this.stop()
    this.listeners.clear()
  }

  get(name: string): Definition | undefined {
    return this.known.get(name)
  }

  all(): readonly Definition[] {
    return [...this.known.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  listen(listener: DefinitionListener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Undefined where a server does not serve definitions. */
  private get store(): ResourceStore | undefined {
    return this.registry.store(definitionGroup, 'customresourcedefinitions')
  }

  private follow(store: ResourceStore, { type, record }: StorageEvent): void {
    if (type === 'put') this.put(store, record)
    else this.gone(record.key.slice(store.prefixOf('').length))
  }

  private put(store: ResourceStore, record: StoredRecord): void {
    const now = readable(store, record)
    // What is known is served on, as by upstream's informer, which cannot read it either.
    if (now === undefined) return
    const before = this.known.get(now.name)
    this.known.set(now.name, now)
    this.tell({ name: now.name, now, before })
  }

  private gone(name: string): void {
    const before = this.known.get(name)
    if (!this.known.delete(name)) return
    this.tell({ name, now: undefined, before })
  }

  private tell(change: DefinitionChange): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(change)
      } catch (error) {
        this.failed(error)
      }
    }
  }
}

/** Undefined where this server cannot decode what another one has written: requests for it tell why. */
function readable(store: ResourceStore, record: StoredRecord): Definition | undefined {
  try {
    return definitionOf(store.stored(record).object, record.modRevision)
  } catch {
    return undefined
  }
}
