// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go

import type { MetricSeries } from '../../../component-base/metrics/metric-registry.ts'
import type { ListOptions } from '../../registry/generic/options.ts'
import type { SelectionPredicate } from '../../registry/generic/selection.ts'
import { parseResourceVersion } from '../../registry/generic/store.ts'
import { type RunningWatch, watch } from '../../registry/generic/watch.ts'
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
import { initialEventsEnd, WatchOutput } from './watch-output.ts'

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
  const { clock, random } = scope.apiserver.context
  const encode = eventEncoder(scope, call, form, hasBlueprint(scope, options))
  const json = form.mediaType === 'application/json'
  const out = new WatchOutput(call, contentType(form.mediaType))
  const sent = sentEvents(scope)
  const send = (line: Buffer): void => {
    call.sizes.answer += line.length
    sent.events.add()
    sent.sizes.observe(sent.ofObject && json ? line.length - wrapperBytes(line) : line.length)
    out.send(line)
  }
  // A timeout below zero has passed before the first event.
  if ((options.timeoutSeconds ?? 0) < 0) out.end()
  const running = await watch(scope.store, call.info.namespace, options, predicate, {
    // No event is a list: upstream fails to write the first one, and ends.
    event: (type, view) =>
      form.as?.kind === 'PartialObjectMetadataList' ? out.end() : send(encode.event(type, view)),
    bookmark(revision, end) {
      send(encode.bookmark(revision, end))
      if (end) call.res.emit(initialEventsEnd)
    },
    error(status) {
      send(encode.error(status))
      out.end()
    },
    closed: () => out.end(),
  })
  const seconds = options.timeoutSeconds || minTimeout + random.int(minTimeout)
  const stops = [clock.setTimeout(() => out.end(), Math.min(seconds, maxSeconds) * 1000)]
  if (options.allowWatchBookmarks) stops.push(repeatBookmarks(scope, running, send, encode))
  out.start(() => {
    running.stop()
    for (const stop of stops) stop()
  })
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

function repeatBookmarks(
  scope: Scope,
  running: RunningWatch,
  send: (line: Buffer) => void,
  encode: EventEncoder,
): () => void {
  let cancel = (): void => {}
  const next = (): void => {
    cancel = scope.apiserver.context.clock.setTimeout(() => {
      send(encode.bookmark(running.revision(), false))
      next()
    }, bookmarkEvery)
  }
  next()
  return () => cancel()
}
