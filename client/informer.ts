import type { KubeObject } from '../apimachinery/json.ts'
import type { Clock } from '../component-base/clock.ts'
import { DoublingWait } from '../component-base/doubling-wait.ts'
import { Ending } from '../component-base/ending.ts'
import { ApiError, type RestClient, type WatchLine } from './rest-client.ts'

/** The callbacks of an informer. `old` is undefined for an object that is new to it. */
export interface InformerHandlers {
  onChange?(object: KubeObject, old: KubeObject | undefined): void
  onDelete?(object: KubeObject): void
  /** A list or watch failed, and is tried again after a pause. */
  onError?(error: Error): void
}

const keyOf = (object: KubeObject): string =>
  object.metadata.namespace === undefined
    ? object.metadata.name!
    : `${object.metadata.namespace}/${object.metadata.name}`

/**
 * Keeps a copy of a collection by list and watch, and tells what changes. A broken watch is taken up again where it
 * ended; after 410 the collection is listed anew and the differences are told. Upstream: client-go/tools/cache.
 */
export class Informer {
  /** `namespace/name` or `name` → object. */
  readonly items = new Map<string, KubeObject>()
  /** The newest revision of the collection that has been told. */
  private revision = 0
  private waiting: { revision: number; resolve: () => void }[] = []
  private readonly client: RestClient
  private readonly path: string
  private readonly clock: Clock
  private readonly handlers: InformerHandlers
  private readonly watchListFailed: ((error: Error) => void) | undefined
  private readonly ending = new Ending()
  private readonly synced: Promise<void>
  private markSynced: () => void = () => {}
  private done: Promise<void> | undefined
  private readonly wait = new DoublingWait()
  /** The revision that the next watch begins at; undefined: everything is asked for. */
  private reached: string | undefined
  /** The list told `kind: NodeList`: items of a list carry neither kind nor apiVersion. */
  private kind = ''
  private apiVersion = ''

  /** @param path of the collection, possibly with selectors: `/api/v1/pods?fieldSelector=…` */
  constructor(options: {
    client: RestClient
    path: string
    clock: Clock
    handlers?: InformerHandlers
    /** Asks for everything by one watch. Told of an error, after which it lists. Default: it lists. */
    watchList?: ((error: Error) => void) | undefined
  }) {
    this.client = options.client
    this.path = options.path
    this.clock = options.clock
    this.handlers = options.handlers ?? {}
    this.watchListFailed = options.watchList
    this.synced = new Promise((resolve) => {
      this.markSynced = resolve
    })
  }

  start(): this {
    this.done ??= this.run()
    return this
  }

  /** Resolves after the first list has been told to the handlers (or after stop). */
  hasSynced(): Promise<void> {
    return this.synced
  }

  /** Resolves when everything up to a revision has been told (or after stop). */
  hasSeen(revision: number): Promise<void> {
    if (this.revision >= revision || this.ending.aborted) return Promise.resolve()
    return new Promise((resolve) => this.waiting.push({ revision, resolve }))
  }

  async stop(): Promise<void> {
    this.ending.abort()
    this.markSynced()
    this.told(Number.POSITIVE_INFINITY)
    await this.done
  }

  private told(revision: number): void {
    this.revision = Math.max(this.revision, revision)
    for (const one of this.waiting) if (one.revision <= this.revision) one.resolve()
    this.waiting = this.waiting.filter((one) => one.revision > this.revision)
  }

  private async run(): Promise<void> {
    while (!this.ending.aborted) {
      try {
        if (this.reached === undefined) await this.begin()
        const query = `watch=true&allowWatchBookmarks=true&resourceVersion=${this.reached}`
        await this.client.follow(this.withQuery(query), this.ending, (line) => this.event(line))
      } catch (error) {
        if (this.ending.aborted) break
        if (error instanceof ApiError && error.code === 410) this.reached = undefined
        this.handlers.onError?.(error as Error)
        await this.pause()
      }
    }
  }

  private async begin(): Promise<void> {
    if (this.watchListFailed !== undefined) await this.watchedList(this.watchListFailed)
    this.reached ??= await this.list()
  }

  private event({ type, object }: WatchLine): void {
    if (type === 'ERROR') throw new ApiError(object as never)
    this.wait.reset()
    this.reached = object.metadata.resourceVersion!
    if (type !== 'BOOKMARK') this.take(object, type === 'DELETED')
    this.told(Number(this.reached))
  }

  /**
   * Takes everything from a watch, and what happens after it until the watch ends.
   * Upstream: client-go tools/cache/reflector.go (watchList)
   */
  private async watchedList(failed: (error: Error) => void): Promise<void> {
    const query =
      'watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion='
    const there = new Set<string>()
    try {
      await this.client.follow(this.withQuery(query), this.ending, (line) => {
        const { type, object } = line
        if (this.reached !== undefined || type === 'ERROR') this.event(line)
        else if (type === 'BOOKMARK') {
          this.forgetOthers(there)
          this.event(line)
          this.markSynced()
        } else {
          there.add(keyOf(object))
          this.takeListed(object)
        }
      })
    } catch (error) {
      if (this.reached !== undefined || !(error instanceof ApiError) || error.code !== 422) throw error
      failed(error)
    }
  }

  private takeListed(item: KubeObject): void {
    if (this.items.get(keyOf(item))?.metadata.resourceVersion !== item.metadata.resourceVersion)
      this.take(item, false)
  }

  private forgetOthers(there: ReadonlySet<string>): void {
    for (const [key, object] of [...this.items]) if (!there.has(key)) this.take(object, true)
  }

  private async list(): Promise<string> {
    const list = await this.client.get<{
      apiVersion: string
      kind: string
      metadata: { resourceVersion: string }
      items?: KubeObject[] | null
    }>(this.withQuery('resourceVersion=0'), this.ending, { shared: true })
    this.kind = list.kind.replace(/List$/, '')
    this.apiVersion = list.apiVersion
    const there = new Set<string>()
    for (const item of list.items ?? []) {
      there.add(keyOf(item))
      this.takeListed(item)
    }
    this.forgetOthers(there)
    this.told(Number(list.metadata.resourceVersion))
    this.markSynced()
    return list.metadata.resourceVersion
  }

  private take(object: KubeObject, deleted: boolean): void {
    // Objects that clients of the process share have both already.
    object.kind ??= this.kind
    object.apiVersion ??= this.apiVersion
    const key = keyOf(object)
    const old = this.items.get(key)
    if (deleted) {
      this.items.delete(key)
      this.handlers.onDelete?.(object)
    } else {
      this.items.set(key, object)
      this.handlers.onChange?.(object, old)
    }
  }

  private withQuery(query: string): string {
    return `${this.path}${this.path.includes('?') ? '&' : '?'}${query}`
  }

  /** Cut short by stop. */
  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancel()
        this.ending.removeEventListener('abort', end)
        resolve()
      }
      const cancel = this.clock.setTimeout(end, this.wait.next())
      this.ending.addEventListener('abort', end)
    })
  }
}
