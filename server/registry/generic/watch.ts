// Upstream: apiserver/pkg/storage/cacher/{cacher,cache_watcher}.go, storage/etcd3/watcher.go

import { goJSONBytes } from '../../../apimachinery/go-print/marshal.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import {
  newInternalError,
  newResourceExpired,
  type Status,
  StatusError,
} from '../../../apimachinery/status-error.ts'
import { type EventIndex, StorageError, type StorageEvent } from '../../storage/interface.ts'
import { isUnreadable } from '../../storage/readable-object.ts'
import type { ListOptions } from './options.ts'
import { Pace, turns } from './pace.ts'
import type { SelectionPredicate } from './selection.ts'
import { isUncached, notOlderThan, parseResourceVersion, type ResourceStore, type View } from './store.ts'

/** The type of a watch event about an object. */
export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED'

/** Where events go. Called in order, synchronously. */
export interface WatchSink {
  event(type: WatchEventType, view: View): void
  bookmark(revision: number, initialEventsEnd: boolean): void
  error(status: Status): void
  /** Resolves when the client has read most of what it was sent; undefined where it has. Without it all is sent at once. */
  room?(): Promise<void> | undefined
  /** The storage ended the watch. */
  closed(): void
}
/** A watch that sends events until it is stopped. */
export interface RunningWatch {
  /** The newest revision that the client has seen or can be told of. */
  revision(): number
  stop(): void
}

/** Starts a watch. Throws (before any event) for options that cannot be met; what is too old is told as an event, as upstream does. */
export async function watch(
  store: ResourceStore,
  namespace: string,
  options: ListOptions,
  predicate: SelectionPredicate,
  sink: WatchSink,
): Promise<RunningWatch> {
  const { storage } = store.parts.server
  const prefix = store.prefixOf(namespace)
  const wanted = parseResourceVersion(options.resourceVersion)
  const fromNothing = wanted === 0
  const initial = options.sendInitialEvents ?? fromNothing
  const text = options.resourceVersion || '0'
  const refused = initial ? await refusal(store, wanted, text) : undefined
  if (refused !== undefined) {
    sink.error(refused)
    return new Following(store, wanted, predicate, sink)
  }
  let start = fromNothing ? storage.revision() : wanted
  if (initial) start = await sendInitial(store, prefix, options, predicate, sink)
  const running = new Following(store, start, predicate, sink)
  running.begin(namespace)
  return running
}

/** What a watch of etcd itself is told of a revision to come, as an event. Rejects with it where the watch cache is asked. */
async function refusal(store: ResourceStore, revision: number, text: string): Promise<Status | undefined> {
  try {
    await notOlderThan(store.parts.server.storage, { revision, text })
    return undefined
  } catch (error) {
    if (isUncached(store) && error instanceof StatusError) return error.status
    throw error
  }
}

async function sendInitial(
  store: ResourceStore,
  prefix: string,
  options: ListOptions,
  predicate: SelectionPredicate,
  sink: WatchSink,
): Promise<number> {
  const page = await store.parts.server.storage.list(prefix, { cached: options.resourceVersion !== '' })
  const prepared = store.prepare(page.records)
  if (prepared !== undefined) await prepared
  const pace = new Pace()
  store.metrics.initialEvents(page.records.length)
  for (const record of page.records) {
    const view = store.view(record)
    if (pace.isDue(view.bytes.length)) await turns()
    if (!predicate.matches(view.object)) continue
    sink.event('ADDED', view)
    const room = sink.room?.()
    if (room !== undefined) await room
  }
  if (options.sendInitialEvents === true && options.allowWatchBookmarks) sink.bookmark(page.revision, true)
  return page.revision
}

/** Tells a watcher the changes after a revision. */
class Following implements RunningWatch {
  private readonly store: ResourceStore
  private readonly start: number
  private readonly predicate: SelectionPredicate
  private readonly sink: WatchSink
  private readonly send: typeof deliver
  /** The last revision of which the watch could be told, where the next cannot be read. */
  private stands: number | undefined
  private watcher: { stop(): void } | undefined
  /** Where the store ends its watches itself. */
  private close: (() => void) | undefined

  constructor(store: ResourceStore, start: number, predicate: SelectionPredicate, sink: WatchSink) {
    this.store = store
    this.start = start
    this.predicate = predicate
    this.sink = sink
    this.send = store.facts.form?.prepare === undefined ? deliver : deliverInTurn()
  }

  begin(namespace: string): void {
    const { store, start, predicate, sink } = this
    const { storage } = store.parts.server
    try {
      const from = Math.min(start, storage.revision())
      const index = indexOf(store, namespace, predicate)
      const prefix = store.prefixOf(namespace)
      const onClose = (): void => this.sink.closed()
      this.watcher = storage.watch(prefix, from, (event) => this.tell(event), onClose, index)
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== 'compacted') throw error
      sink.error(expired(store, start).status)
    }
    const { watches } = store.facts
    if (watches === undefined) return
    this.close = () => {
      this.watcher?.stop()
      sink.closed()
    }
    watches.add(this.close)
  }

  revision(): number {
    return this.stands ?? Math.max(this.start, this.store.parts.server.storage.revision())
  }

  stop(): void {
    if (this.close !== undefined) this.store.facts.watches?.delete(this.close)
    this.watcher?.stop()
  }

  private tell(event: StorageEvent): void {
    const { store, sink } = this
    // A revision of the future waits until it is passed.
    if (event.revision <= this.start) return
    try {
      this.send(store, event, this.predicate, sink)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      this.stands = event.revision - 1
      // An object that can be read and not be told, in the version that was asked for, ends the watch.
      if (store.readable(event.record) !== undefined) sink.closed()
      // What has no cache is told by the store's own watch, which ends.
      else if (!store.facts.watchCache) sink.error(newInternalError((error as Error).message).status)
      throw error
    }
  }
}

const ownKey = ({ record }: StorageEvent): readonly string[] => [record.key]

/** A name finds its key, where there is one. */
const indexOf = (
  store: ResourceStore,
  namespace: string,
  { name, index }: SelectionPredicate,
): EventIndex | undefined =>
  name !== undefined && store.keyIsWhole(namespace)
    ? { keysOf: ownKey, key: store.prefixOf(namespace) + name }
    : index

function expired(store: ResourceStore, start: number): StatusError {
  if (!store.facts.watchCache)
    return newResourceExpired('The resourceVersion for the provided watch is too old.')
  return newResourceExpired(
    `too old resource version: ${start} (${store.parts.server.storage.compactedRevision()})`,
  )
}

/** As {@link deliver}, where others have to convert the objects first: in the order of the events, until one cannot be converted. */
function deliverInTurn(): typeof deliver {
  let last = Promise.resolve()
  let ended = false
  return (store, event, predicate, sink) => {
    const { record, previous } = event
    last = last.then(async () => {
      if (ended) return
      try {
        await store.prepare(previous === undefined ? [record] : [record, previous])
        deliver(store, event, predicate, sink)
      } catch (error) {
        ended = true
        if (error instanceof StatusError) sink.error(error.status)
        else sink.closed()
      }
    })
  }
}

/** What a change is for this watcher: an object may come into its selection or leave it. */
function deliver(
  store: ResourceStore,
  event: StorageEvent,
  predicate: SelectionPredicate,
  sink: WatchSink,
): void {
  const view = store.view(event.record)
  if (predicate.everything) {
    sink.event(
      event.type === 'delete' ? 'DELETED' : event.previous === undefined ? 'ADDED' : 'MODIFIED',
      view,
    )
    return
  }
  // One that could not be read was told to nobody.
  const isKnown = event.previous !== undefined && store.readable(event.previous) !== undefined
  const previous = isKnown ? store.view(event.previous!) : undefined
  const before = previous !== undefined && predicate.matches(previous.object)
  if (event.type === 'delete') {
    if (before) sink.event('DELETED', view)
    return
  }
  const now = predicate.matches(view.object)
  if (now) sink.event(before ? 'MODIFIED' : 'ADDED', view)
  else if (before) sink.event('DELETED', atRevision(previous!, event.revision))
}

/** The object as it was before, with the revision of the change that took it out of the selection. */
function atRevision(view: View, revision: number): View {
  const object: KubeObject = {
    ...view.object,
    metadata: { ...view.object.metadata, resourceVersion: String(revision) },
  }
  return { object, bytes: goJSONBytes(object) }
}
