import type { KubeObject } from '../apimachinery/json.ts'
import { Informer, type InformerHandlers } from '../client/informer.ts'
import { isAlreadyExists, isConflict, isNotFound, type RestClient } from '../client/rest-client.ts'
import type { Clock } from '../component-base/clock.ts'
import type { Logger } from '../component-base/klog.ts'
import type { Random } from '../component-base/random.ts'
import type { FeatureGateReader } from '../featuregates/reader.ts'
import type { EventRecorders } from './event-recorder.ts'

/** The server, clock, log and informers that all controllers of a process share. */
export interface ControllerContext {
  client: RestClient
  clock: Clock
  random: Random
  logger: Logger
  informers: SharedInformers
  /** The recorders of the Events by which controllers report. */
  events: EventRecorders
  gates: FeatureGateReader
  /** The minor release of the components. */
  minor: number
}

/** The informers of the collections that controllers watch, one for each and shared by them. */
export class SharedInformers {
  private readonly client: RestClient
  private readonly clock: Clock
  private readonly watchList: ((error: Error) => void) | undefined
  private byPath = new Map<string, { informer: Informer; handlers: InformerHandlers[] }>()
  /** The informers that this controller has asked for. */
  private readonly used = new Set<Informer>()

  /** @param watchList asks for collections by one watch, and is told where a server does not do that */
  constructor(client: RestClient, clock: Clock, watchList?: (error: Error) => void) {
    this.client = client
    this.clock = clock
    this.watchList = watchList
  }

  /** These informers for one controller, which waits for none but its own: the server may not have what another watches. */
  forController(): SharedInformers {
    const own = new SharedInformers(this.client, this.clock, this.watchList)
    own.byPath = this.byPath
    return own
  }

  /** Adds handlers to the informer of a collection. Call before {@link start}. */
  on(path: string, handlers: InformerHandlers = {}): Informer {
    let shared = this.byPath.get(path)
    if (shared === undefined) {
      const all: InformerHandlers[] = []
      const informer = new Informer({
        client: this.client,
        clock: this.clock,
        path,
        watchList: this.watchList,
        handlers: {
          onChange: (object, old) => {
            for (const h of all) h.onChange?.(object, old)
          },
          onDelete: (object) => {
            for (const h of all) h.onDelete?.(object)
          },
        },
      })
      shared = { informer, handlers: all }
      this.byPath.set(path, shared)
    }
    shared.handlers.push(handlers)
    this.used.add(shared.informer)
    return shared.informer
  }

  start(): void {
    for (const { informer } of this.byPath.values()) informer.start()
  }

  /** Resolves when every collection that is used here has been listed once: who acts before sees things as missing. */
  async hasSynced(): Promise<void> {
    await Promise.all([...this.used].map((informer) => informer.hasSynced()))
  }

  async stop(): Promise<void> {
    await Promise.all([...this.byPath.values()].map(({ informer }) => informer.stop()))
  }
}

/** A running controller. `stop` resolves when its last sync has ended. */
export interface Controller {
  stop(): Promise<void>
}

const longestTimerMs = 2 ** 31 - 1

/** Keys that a worker takes in one turn of the event loop, where they ask nobody. */
const keysOfTurn = 16

/**
 * Keys to reconcile, each once at a time however often it is added; a failed one comes again after a growing pause. Where reconciling
 * a key waits for many answers, several `workers` take keys, so that none waits for all that came before.
 * Upstream: client-go/util/workqueue.
 */
export class ReconcileQueue implements Controller {
  private readonly waiting = new Set<string>()
  private readonly failures = new Map<string, number>()
  /** Keys to come again later, each once: as soon as any asked for. */
  private readonly delayed = new Map<string, { at: number; cancel: () => void }>()
  private readonly context: ControllerContext
  private readonly name: string
  private readonly reconcile: (key: string) => Promise<void>
  private readonly running = new Set<Promise<void>>()
  private idle: number
  /** Keys that a worker has. */
  private readonly taken = new Set<string>()
  private stopped = false

  constructor(
    context: ControllerContext,
    name: string,
    reconcile: (key: string) => Promise<void>,
    workers = 1,
  ) {
    this.context = context
    this.name = name
    this.reconcile = reconcile
    this.idle = workers
  }

  add(key: string): void {
    if (this.stopped) return
    this.waiting.add(key)
    if (this.idle > 0) this.start()
  }

  /**
   * Looks at a key later, or some time before where that is weeks away: timers do not reach further.
   * @param late as in {@link Clock}
   */
  addAfter(key: string, delayMs: number, late?: number): void {
    if (this.stopped) return
    const { clock } = this.context
    const ms = Math.min(delayMs, longestTimerMs)
    const at = clock.now() + ms
    const before = this.delayed.get(key)
    if (before !== undefined && before.at <= at) return
    before?.cancel()
    const cancel = clock.setTimeout(
      () => {
        this.delayed.delete(key)
        this.add(key)
      },
      ms,
      late,
    )
    this.delayed.set(key, { at, cancel })
  }

  async stop(): Promise<void> {
    this.stopped = true
    this.waiting.clear()
    for (const { cancel } of this.delayed.values()) cancel()
    await Promise.all(this.running)
  }

  private start(): void {
    this.idle--
    const run = this.drain()
    this.running.add(run)
    void run.then(() => this.running.delete(run))
  }

  private async drain(): Promise<void> {
    await this.context.informers.hasSynced()
    for (let done = 0; ; done++) {
      // Changes that come in one batch are one reconciliation. And what finds nothing to do asks nobody: it would keep the process from
      // all others until the last key.
      if (done % keysOfTurn === 0) await new Promise(setImmediate)
      const key = this.next()
      if (key === undefined) break
      this.taken.add(key)
      await this.work(key)
      this.taken.delete(key)
    }
    this.idle++
  }

  /** A waiting key that no worker has taken; a taken key waits until its worker is done. Undefined: there is none. */
  private next(): string | undefined {
    for (const key of this.waiting) {
      if (this.taken.has(key)) continue
      this.waiting.delete(key)
      return key
    }
    return undefined
  }

  private async work(key: string): Promise<void> {
    try {
      await this.reconcile(key)
      this.failures.delete(key)
    } catch (error) {
      if (this.stopped) return
      const failures = this.failures.get(key) ?? 0
      this.failures.set(key, failures + 1)
      // A conflict, a missing object or one too many means that the informer is behind: the next look is likely to be right.
      if (!isConflict(error) && !isNotFound(error) && !isAlreadyExists(error))
        this.context.logger.logS('E', `${this.name}: sync failed, will retry`, {
          key,
          err: (error as Error).message,
        })
      this.addAfter(key, Math.min(20 * 2 ** failures, 10_000))
    }
  }
}

/**
 * `namespace/name`, or `name` of a cluster-scoped object: the key of a work queue.
 * Upstream: client-go/tools/cache MetaNamespaceKeyFunc
 */
export const keyOf = (object: KubeObject): string =>
  object.metadata.namespace === undefined
    ? object.metadata.name!
    : `${object.metadata.namespace}/${object.metadata.name}`

/** The namespace and name in a key of a namespaced object. */
export function splitKey(key: string): [string, string] {
  const slash = key.indexOf('/')
  return [key.slice(0, slash), key.slice(slash + 1)]
}
