// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Status } from '../../apimachinery/status-error.ts'
import { newBadRequest } from '../../apimachinery/status-error.ts'
import type { ListOptions } from '../../registry/generic/options.ts'
import type { SelectionPredicate } from '../../registry/generic/selection.ts'
import type { View } from '../../registry/generic/store.ts'
import { type RunningWatch, type WatchEventType, watch } from '../../registry/generic/watch.ts'
import type { ApiCall } from '../api-call.ts'
import { notAcceptable, type OutputForm } from '../negotiation.ts'
import { tableOptions } from '../objects-out.ts'
import { writeHeaders } from '../respond.ts'
import { inRequestVersion, type Scope, scopeVersion } from '../scope.ts'
import { encodeProtobuf, protobufOf } from '../serializers.ts'
import { partialOf, tableOf } from '../table.ts'

/** What a watch costs at most: it ends by itself between 30 and 60 minutes, as upstream's --min-request-timeout has it. */
const minTimeout = 1800
const bookmarkEvery = 60_000

export async function serveWatch(
  scope: Scope,
  call: ApiCall,
  form: OutputForm,
  options: ListOptions,
  predicate: SelectionPredicate,
): Promise<void> {
  if (form.mediaType === 'application/yaml')
    throw notAcceptable(['application/json;stream=watch', 'application/vnd.kubernetes.protobuf;stream=watch'])
  if (form.as?.kind === 'PartialObjectMetadataList') throw newBadRequest('requested object is not a list')
  const { clock, random } = scope.machinery.server
  const encode = encoderOf(scope, call, form)
  const out = new WatchOutput(
    call,
    form.mediaType === 'application/json' ? form.mediaType : `${form.mediaType};stream=watch`,
  )
  const running = await watch(scope.store, call.info.namespace, options, predicate, {
    event: (type, view) => out.send(encode.event(type, view)),
    bookmark: (revision, end) => out.send(encode.bookmark(revision, end)),
    error(status) {
      out.send(encode.error(status))
      out.end()
    },
    closed: () => out.end(),
  })
  const seconds = options.timeoutSeconds || minTimeout + random.int(minTimeout)
  const stops = [clock.setTimeout(() => out.end(), seconds * 1000)]
  if (options.allowWatchBookmarks) stops.push(repeatBookmarks(scope, running, out, encode))
  out.start(() => {
    running.stop()
    for (const stop of stops) stop()
  })
}

function repeatBookmarks(
  scope: Scope,
  running: RunningWatch,
  out: WatchOutput,
  encode: EventEncoder,
): () => void {
  let cancel = (): void => {}
  const next = (): void => {
    cancel = scope.machinery.server.clock.setTimeout(() => {
      out.send(encode.bookmark(running.revision(), false))
      next()
    }, bookmarkEvery)
  }
  next()
  return () => cancel()
}

/** Lines go out once the headers are written; a client that went away stops the watch. */
class WatchOutput {
  private readonly call: ApiCall
  private readonly type: string
  private readonly early: Buffer[] = []
  private started = false
  private ended = false
  constructor(call: ApiCall, type: string) {
    this.call = call
    this.type = type
  }
  send(line: Buffer): void {
    if (this.ended) return
    if (this.started) this.call.res.write(line)
    else this.early.push(line)
  }
  start(onEnd: () => void): void {
    const { res } = this.call
    res.on('close', () => {
      this.ended = true
      onEnd()
    })
    writeHeaders(this.call, 200, this.type)
    res.setHeader('Transfer-Encoding', 'chunked')
    res.flushHeaders()
    this.started = true
    if (this.early.length > 0) res.write(Buffer.concat(this.early))
    if (this.ended) res.end()
  }
  end(): void {
    if (this.ended) return
    this.ended = true
    if (this.started) this.call.res.end()
  }
}

interface EventEncoder {
  event(type: WatchEventType, view: View): Buffer
  bookmark(revision: number, initialEventsEnd: boolean): Buffer
  error(status: Status): Buffer
}

const errorLine = (status: Status): Buffer =>
  Buffer.from(`${JSON.stringify({ type: 'ERROR', object: status })}\n`)
const tail = Buffer.from('}\n')
/** Lines of events in the stored version, which most watchers share: encoded once for all of them. */
const lines: Record<WatchEventType, WeakMap<View, Buffer>> = {
  ADDED: new WeakMap(),
  MODIFIED: new WeakMap(),
  DELETED: new WeakMap(),
}

function plainLine(type: WatchEventType, view: View): Buffer {
  let line = lines[type].get(view)
  if (line === undefined) {
    line = Buffer.concat([Buffer.from(`{"type":"${type}","object":`), view.bytes, tail])
    lines[type].set(view, line)
  }
  return line
}

function encoderOf(scope: Scope, call: ApiCall, form: OutputForm): EventEncoder {
  const bookmarkObject = (revision: number, end: boolean): KubeObject => ({
    kind: scope.resource.kind.kind,
    apiVersion: scopeVersion(scope),
    metadata: {
      resourceVersion: String(revision),
      ...(end ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}),
    },
  })
  const { as } = form
  if (form.mediaType !== 'application/json') {
    const serializer = protobufOf(scope.machinery.scheme)
    const frame = (type: string, object: unknown): Buffer =>
      serializer.watchFrame(type, encodeProtobuf(scope.machinery.scheme, object))
    const shown = (object: KubeObject): unknown => (as === undefined ? object : partialOf(object, as.version))
    return {
      event: (type, view) => frame(type, shown(inRequestVersion(scope, view).object)),
      bookmark: (revision, end) =>
        frame('BOOKMARK', shown(scope.machinery.scheme.normalize(bookmarkObject(revision, end)))),
      error: (status) => frame('ERROR', status),
    }
  }
  if (as === undefined) {
    return {
      error: errorLine,
      event: (type, view) => plainLine(type, inRequestVersion(scope, view)),
      bookmark: (revision, end) =>
        Buffer.from(
          `${JSON.stringify({ type: 'BOOKMARK', object: scope.machinery.scheme.normalize(bookmarkObject(revision, end)) })}\n`,
        ),
    }
  }
  const line = (type: string, object: unknown): Buffer => Buffer.from(`${JSON.stringify({ type, object })}\n`)
  if (as.kind !== 'Table') {
    return {
      error: errorLine,
      event: (type, view) => line(type, partialOf(view.object, as.version)),
      bookmark: (revision, end) => line('BOOKMARK', partialOf(bookmarkObject(revision, end), as.version)),
    }
  }
  return tableEncoder(scope, call, form, line, bookmarkObject)
}

/** Tables: the first event brings the columns, later ones leave them out. */
function tableEncoder(
  scope: Scope,
  call: ApiCall,
  form: OutputForm,
  line: (type: string, object: unknown) => Buffer,
  bookmarkObject: (revision: number, end: boolean) => KubeObject,
): EventEncoder {
  const options = tableOptions(scope, call, form)
  let first = true
  const table = (object: KubeObject): unknown => {
    const shown = tableOf(
      scope.resource,
      [object],
      { resourceVersion: object.metadata.resourceVersion },
      { ...options, now: scope.machinery.server.clock.now() },
      first,
    )
    first = false
    return shown
  }
  return {
    error: errorLine,
    event: (type, view) => line(type, table(inRequestVersion(scope, view).object)),
    bookmark: (revision, end) => line('BOOKMARK', table(bookmarkObject(revision, end))),
  }
}
