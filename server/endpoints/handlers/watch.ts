// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go

import type { Status } from '../../../apimachinery/status-error.ts'
import { togetherMs } from '../../../component-base/clock.ts'
import type { MetricSeries } from '../../../component-base/metrics/metric-registry.ts'
import type { ListOptions } from '../../registry/generic/options.ts'
import type { SelectionPredicate } from '../../registry/generic/selection.ts'
import { parseResourceVersion, type View } from '../../registry/generic/store.ts'
import {
  type RunningWatch,
  type WatchEventType,
  type WatchSink,
  watch,
} from '../../registry/generic/watch.ts'
import type { ApiCall } from '../api-call.ts'
import { endpointsDialect } from '../dialect.ts'
import {
  cborStream,
  cborType,
  type MediaType,
  notAcceptable,
  type OutputForm,
  streamTypesOf,
} from '../negotiation.ts'
import type { Scope } from '../scope.ts'
import { type EventEncoder, eventEncoder } from './watch-encoder.ts'
import { WatchOutput } from './watch-output.ts'

/** What a watch costs at most: it ends by itself between 30 and 60 minutes, as upstream's --min-request-timeout has it. */
const minTimeout = 1800
const bookmarkEvery = 60_000

/**
 * Answers a watch, line by line, until the client goes, its timeoutSeconds or 30 to 60 minutes have passed.
 * Throws before the first line only.
 */
export async function serveWatch(
  scope: Scope,
  call: ApiCall,
  form: OutputForm,
  options: ListOptions,
  predicate: SelectionPredicate,
): Promise<void> {
  // Upstream begins to watch first: what is wrong with the revision is told whatever the client accepts.
  parseResourceVersion(options.resourceVersion)
  checkForm(form, call)
  const served = new ServedWatch(scope, call, form, options)
  // A timeout below zero has passed before the first event.
  if ((options.timeoutSeconds ?? 0) < 0) served.closed()
  served.start(await watch(scope.store, call.info.namespace, options, predicate, served), options)
}

/** A watch that is answered. One object in place of functions, for there are thousands of them. */
class ServedWatch implements WatchSink {
  private readonly scope: Scope
  private readonly sizes: ApiCall['sizes']
  private readonly encode: EventEncoder
  private readonly out: WatchOutput
  private readonly sent: SentEvents
  private readonly json: boolean
  /** No event is a list: upstream fails to write the first one, and ends. */
  private readonly asList: boolean
  private onInitialEventsEnd: (() => void) | undefined
  private running: RunningWatch | undefined
  /** Begins the answer; undefined once it has begun, for it knows all of the call. */
  private begin: (() => void) | undefined
  private isOver = false
  private cancel = (): void => {}

  constructor(scope: Scope, call: ApiCall, form: OutputForm, options: ListOptions) {
    this.scope = scope
    this.begin = () => this.out.start(call, contentType(form.mediaType), this)
    this.sizes = call.sizes
    this.encode = eventEncoder(scope, call, form, hasBlueprint(scope, options))
    this.out = new WatchOutput(call.res)
    this.sent = sentEvents(scope)
    this.json = form.mediaType === 'application/json'
    this.asList = form.as?.kind === 'PartialObjectMetadataList'
    this.onInitialEventsEnd = options.sendInitialEvents === true ? call.onInitialEventsEnd : undefined
  }

  event(type: WatchEventType, view: View): void {
    if (this.asList) this.out.end()
    else this.send(this.encode.event(type, view))
  }
  bookmark(revision: number, end: boolean): void {
    this.send(this.encode.bookmark(revision, end))
    if (!end) return
    this.onInitialEventsEnd?.()
    this.onInitialEventsEnd = undefined
  }
  error(status: Status): void {
    this.send(this.encode.error(status))
    this.out.end()
  }
  closed(): void {
    this.out.end()
  }
  /** The first events of many watches of a large list do not fit into memory: each gets them as fast as it reads. */
  room(): Promise<void> | undefined {
    if (this.out.hasRoom) return undefined
    this.open()
    return this.out.room()
  }

  start(running: RunningWatch, options: ListOptions): void {
    this.running = running
    if (this.isOver) {
      running.stop()
      return
    }
    const { random } = this.scope.apiserver.context
    const seconds = options.timeoutSeconds || minTimeout + random.int(minTimeout)
    this.wait(Math.min(seconds, maxSeconds) * 1000, options.allowWatchBookmarks)
    this.open()
  }

  private open(): void {
    this.begin?.()
    this.begin = undefined
  }

  /** Nothing more can be sent. */
  ended(): void {
    this.isOver = true
    this.running?.stop()
    this.cancel()
  }

  /** Ends when so many milliseconds are over; with bookmarks up to then. */
  private wait(left: number, bookmarks: boolean): void {
    const step = bookmarks ? Math.min(left, bookmarkEvery) : left
    const late = step < left ? togetherMs : undefined
    this.cancel = this.scope.apiserver.context.clock.setTimeout(
      () => {
        if (step >= left) {
          this.out.end()
          return
        }
        this.bookmark(this.running!.revision(), false)
        this.wait(left - step, bookmarks)
      },
      step,
      late,
    )
  }

  private send(line: Buffer): void {
    const { sent } = this
    this.sizes.answer += line.length
    sent.events.add()
    sent.sizes.observe(sent.ofObject && this.json ? line.length - wrapperBytes(line) : line.length)
    this.out.send(line)
  }
}

/** What counts the events of an endpoint, by its resource or, in older releases, its kind. */
interface SentEvents {
  readonly events: MetricSeries
  readonly sizes: MetricSeries
  /** The release measures the objects, and newer ones the events around them. */
  readonly ofObject: boolean
}
const sentBy = new WeakMap<Scope, SentEvents>()

/** The bytes of a line `{"type":"ADDED","object":…}` that are not the object's. */
const wrapperBytes = (line: Buffer): number => line.indexOf('"object":') + '"object":'.length + '}'.length

function sentEvents(scope: Scope): SentEvents {
  const there = sentBy.get(scope)
  if (there !== undefined) return there
  const { group, version, facts, kind } = scope.resource
  const labels = { group, version, resource: facts.name, kind: kind.kind }
  const { metrics } = scope.apiserver.context
  const sizes = metrics.family('apiserver_watch_events_sizes')
  const made = {
    events: metrics.family('apiserver_watch_events_total').with(labels),
    sizes: sizes.with(labels),
    ofObject: sizes.definition.labels?.includes('kind') === true,
  }
  sentBy.set(scope, made)
  return made
}

/** What timers can wait (2^31 ms); a longer timeout is as good as none. */
const maxSeconds = 2_147_483

function checkForm(form: OutputForm, { cbor }: ApiCall): void {
  if (form.mediaType === 'application/yaml') throw notAcceptable(streamTypesOf(cbor))
}

function contentType(mediaType: MediaType): string {
  if (mediaType === 'application/json') return mediaType
  return mediaType === cborType ? cborStream : `${mediaType};stream=watch`
}

/** Streaming lists of some releases bring an empty list along, and so cannot be tables. */
export function hasBlueprint(scope: Scope, options: ListOptions): boolean {
  const { context, watchList } = scope.apiserver
  return (
    endpointsDialect(context.release.minor).beginsStreamsWithList &&
    watchList &&
    options.sendInitialEvents === true &&
    options.allowWatchBookmarks
  )
}
