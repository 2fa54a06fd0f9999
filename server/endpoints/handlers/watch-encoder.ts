// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go (watchEncoder, watchListTransformer)
import { goJSON } from '../../../apimachinery/go-print/marshal.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Status } from '../../../apimachinery/status-error.ts'
import { madeOf } from '../../../component-base/direct-line.ts'
import { noteObject } from '../../../component-base/shared-objects.ts'
import type { View } from '../../registry/generic/store.ts'
import type { WatchEventType } from '../../registry/generic/watch.ts'
import type { ApiCall } from '../api-call.ts'
import type { OutputForm } from '../negotiation.ts'
import { tableOptions } from '../objects-out.ts'
import { inRequestVersion, type Scope, scopeVersion } from '../scope.ts'
import { encodeBinary, storedWatchFrame, watchFrame } from '../serializers.ts'
import { partialOf, tableOf } from '../table.ts'

/** Events as the bytes that a client gets. */
export interface EventEncoder {
  event(type: WatchEventType, view: View): Buffer
  bookmark(revision: number, initialEventsEnd: boolean): Buffer
  error(status: Status): Buffer
}

const tail = Buffer.from('}\n')
/** The lines of this turn, which most watchers of an event share: encoded once for all of them, and not kept. */
const lines: Record<WatchEventType, Map<View, Buffer>> = {
  ADDED: new Map(),
  MODIFIED: new Map(),
  DELETED: new Map(),
}
let forgets = false

function plainLine(type: WatchEventType, view: View, typed: boolean): Buffer {
  let line = lines[type].get(view)
  if (line === undefined) {
    line = Buffer.concat([Buffer.from(`{"type":"${type}","object":`), view.bytes, tail])
    lines[type].set(view, line)
    madeOf(line, { type, object: view.bytes })
    // Who watches in this process need not parse it. What has no type may hold what its JSON does not, as members that are undefined.
    if (typed) noteObject(view.bytes, view.object)
    if (!forgets) setImmediate(forget)
    forgets = true
  }
  return line
}

function forget(): void {
  forgets = false
  for (const each of Object.values(lines)) each.clear()
}

const jsonLine = (type: string, object: unknown): Buffer => Buffer.from(`${goJSON({ type, object })}\n`)
const errorLine = (status: Status): Buffer => jsonLine('ERROR', status)

const plainEncoders = new WeakMap<Scope, EventEncoder>()

/** @param blueprint the bookmark that ends the initial events carries an empty list of the kind (1.32 and 1.33). */
export function eventEncoder(
  scope: Scope,
  call: ApiCall,
  form: OutputForm,
  blueprint: boolean,
): EventEncoder {
  if (form.mediaType !== 'application/json' || form.as !== undefined || blueprint)
    return newEncoder(scope, call, form, blueprint)
  // That of most watches, of which it knows nothing.
  let plain = plainEncoders.get(scope)
  if (plain === undefined) {
    plain = newEncoder(scope, call, form, false)
    plainEncoders.set(scope, plain)
  }
  return plain
}

function newEncoder(scope: Scope, call: ApiCall, form: OutputForm, blueprint: boolean): EventEncoder {
  const { scheme } = scope.apiserver
  const bookmarkOf = (revision: number, end: boolean): KubeObject => {
    const annotations: Record<string, string> = { 'k8s.io/initial-events-end': 'true' }
    if (blueprint) annotations['kubernetes.io/initial-events-list-blueprint'] = listBlueprint(scope, form)
    return scheme.normalize({
      kind: scope.resource.kind.kind,
      apiVersion: scopeVersion(scope),
      metadata: { resourceVersion: String(revision), ...(end ? { annotations } : {}) },
    })
  }
  const { as } = form
  const shown = (object: KubeObject): unknown => (as === undefined ? object : partialOf(object, as.version))
  if (form.mediaType !== 'application/json') {
    const frame = (type: string, object: unknown): Buffer => watchFrame(scheme, form.mediaType, type, object)
    return {
      event(type, view) {
        const own = inRequestVersion(scope, view)
        return as === undefined
          ? storedWatchFrame(scheme, form.mediaType, type, own)
          : frame(type, partialOf(own.object, as.version))
      },
      bookmark: (revision, end) => frame('BOOKMARK', shown(bookmarkOf(revision, end))),
      error: (status) => frame('ERROR', status),
    }
  }
  if (as?.kind === 'Table') return tableEncoder(scope, call, form, bookmarkOf)
  const line = (revision: number, end: boolean): Buffer =>
    jsonLine('BOOKMARK', shown(bookmarkOf(revision, end)))
  const typed = scope.resource.custom === undefined
  let plain: ((revision: number) => Buffer) | undefined
  return {
    error: errorLine,
    event: (type, view) =>
      as === undefined
        ? plainLine(type, inRequestVersion(scope, view), typed)
        : jsonLine(type, shown(view.object)),
    bookmark(revision, end) {
      if (end) return line(revision, end)
      plain ??= byRevision((one) => line(one, false))
      return plain(revision)
    },
  }
}

/** Lines that only their revision tells apart: thousands of watches have one each minute. */
function byRevision(line: (revision: number) => Buffer): (revision: number) => Buffer {
  const sample = 1234567890
  const [before, after, more] = line(sample).toString('utf8').split(String(sample))
  if (after === undefined || more !== undefined) return line
  const made = (revision: number): Buffer => Buffer.from(`${before}${revision}${after}`)
  let newest = { revision: sample, line: made(sample) }
  return (revision) => {
    // Those whose minute is over together are told the same line, which their readers parse once.
    if (newest.revision !== revision) newest = { revision, line: made(revision) }
    return newest.line
  }
}

/** An empty list of what is watched, in the form of the answer. */
function listBlueprint(scope: Scope, form: OutputForm): string {
  const list =
    form.as === undefined
      ? { kind: `${scope.resource.kind.kind}List`, apiVersion: scopeVersion(scope) }
      : { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${form.as.version}` }
  const data = { ...list, metadata: {}, items: null }
  const bytes =
    form.mediaType === 'application/json'
      ? Buffer.from(`${goJSON(data)}\n`)
      : encodeBinary(scope.apiserver.scheme, form.mediaType, data)
  return bytes.toString('base64')
}

/** Tables: the first event brings the columns, later ones leave them out. */
function tableEncoder(
  scope: Scope,
  call: ApiCall,
  form: OutputForm,
  bookmarkOf: (revision: number, end: boolean) => KubeObject,
): EventEncoder {
  const options = tableOptions(scope, call, form)
  let first = true
  const table = (object: KubeObject): unknown => {
    const shown = tableOf(
      scope.resource,
      [object],
      { resourceVersion: object.metadata.resourceVersion },
      { ...options, now: scope.apiserver.context.clock.now() },
      first,
    )
    first = false
    return shown
  }
  return {
    error: errorLine,
    event: (type, view) => jsonLine(type, table(inRequestVersion(scope, view).object)),
    bookmark: (revision, end) => jsonLine('BOOKMARK', table(bookmarkOf(revision, end))),
  }
}
