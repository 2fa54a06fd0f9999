// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go (transformResponseObject)

import type { ListMeta as APIListMeta } from '../../api/meta-v1.ts'
import { goJSONBytes } from '../../apimachinery/go-print/marshal.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { StatusError } from '../../apimachinery/status-error.ts'
import type { With } from '../../apimachinery/with.ts'
import type { View } from '../registry/generic/store.ts'
import type { ApiCall } from './api-call.ts'
import { formOf } from './api-call.ts'
import { internalType } from './body-decoder.ts'
import type { ListAnswer, ListItem } from './compressed-list.ts'
import { takesParts } from './http-message.ts'
import {
  mediaTypesOf,
  notAcceptable,
  type OutputForm,
  protobufType,
  type Restrictions,
  resourceEndpoint,
} from './negotiation.ts'
import { sendData, sendListAnswer, writeHeaders } from './respond.ts'
import { inRequestVersion, inStoredVersion, type RequestScope, type Scope, scopeVersion } from './scope.ts'
import { storedListProtobuf, storedProtobuf } from './serializers.ts'
import { includeObjectOf, partialOf, type TableOptions, tableAnswer, tableOf } from './table.ts'

/** The form that a resource's endpoint answers in. Throws 406. */
export function resourceForm(call: ApiCall, endpoint: Restrictions = resourceEndpoint): OutputForm {
  const form = formOf(call, call.untyped === true ? { ...endpoint, untyped: true } : endpoint)
  if (form === undefined) throw notAcceptable(mediaTypesOf(call.cbor))
  return form
}

/** The form of the Table that a request accepts. */
export function tableOptions(scope: RequestScope, call: ApiCall, form: OutputForm): TableOptions {
  const { context } = scope.apiserver
  return {
    release: context.release,
    now: context.clock.now(),
    version: form.as?.version ?? 'v1',
    include: includeObjectOf(call.query),
    internal: (object) => inStoredVersion(scope, object),
  }
}

/** Sends one object: its stored bytes where the form is plain JSON. */
export function sendObject(
  scope: RequestScope,
  call: ApiCall,
  code: number,
  form: OutputForm,
  stored: View,
): void {
  const { resource } = scope
  // A Scale, a review, a Status: no object of a store, and so in no other version.
  const isStored = resource.store !== undefined && stored.object.kind === resource.kind.kind
  const view = isStored ? inRequestVersion(scope, stored) : stored
  // A Status says how it went, whatever form is asked for.
  if (form.as === undefined || (!isStored && stored.object.kind === 'Status')) {
    const ready = { json: view.bytes, ...(isStored && { protobuf: () => storedProtobuf(call.scheme, view) }) }
    sendData(call, code, form, () => view.object, ready)
  } else sendData(call, code, form, () => transformed(scope, call, form, view.object))
}

function transformed(scope: RequestScope, call: ApiCall, form: OutputForm, object: KubeObject): unknown {
  const { kind, version } = form.as!
  if (kind === 'Table') {
    const metadata = { resourceVersion: object.metadata.resourceVersion }
    return tableOf(scope.resource, [object], metadata, tableOptions(scope, call, form))
  }
  if (kind === 'PartialObjectMetadata') return partialOf(object, version)
  if (scope.resource.custom !== undefined) throw new StatusError(500, '', 'content is not a list')
  const type = internalType(object.kind === scope.resource.kind.kind ? scope.resource.kind : scope.kind)
  throw unfitting(`you requested ${kind}, but the requested object is not a list (*${type})`)
}

const unfitting = (message: string): StatusError => new StatusError(406, 'NotAcceptable', message)

/** meta/v1 ListMeta of a list that has a resourceVersion. */
export type ListMeta = With<APIListMeta, 'resourceVersion'>

/** Sends a list. The bytes of items are those that are stored, without kind and apiVersion, as Go writes items. */
export function sendList(
  scope: Scope,
  call: ApiCall,
  form: OutputForm,
  stored: readonly View[],
  meta: ListMeta,
): void {
  const views = stored.map((v) => inRequestVersion(scope, v))
  const metadata = {
    resourceVersion: meta.resourceVersion,
    ...(meta.continue ? { continue: meta.continue } : {}),
    ...(meta.remainingItemCount ? { remainingItemCount: meta.remainingItemCount } : {}),
  }
  if (form.as?.kind === 'Table' && isPlain(call, form)) sendTable(scope, call, form, views, metadata)
  else if (form.as !== undefined)
    sendData(call, 200, form, () => transformedList(scope, call, form, views, metadata))
  else if (scope.resource.custom !== undefined) sendCustomList(scope, call, form, metadata, views)
  else if (isPlain(call, form)) sendPlainList(scope, call, metadata, views)
  else {
    const list = { ...listType(scope), metadata }
    if (form.mediaType === protobufType && isQuiet(call))
      sendListAnswer(call, 200, protobufType, storedListProtobuf(call.scheme, list, views))
    else sendData(call, 200, form, () => ({ ...list, items: views.map((v) => withoutType(v.object)) }))
  }
}

function sendTable(
  scope: Scope,
  call: ApiCall,
  form: OutputForm,
  views: readonly View[],
  metadata: Record<string, unknown>,
): void {
  const table = tableAnswer(scope.resource, views, metadata, tableOptions(scope, call, form))
  sendListAnswer(call, 200, form.mediaType, table)
}

/** JSON without line breaks, that is noted nowhere. */
const isPlain = (call: ApiCall, form: OutputForm): boolean =>
  form.mediaType === 'application/json' && !form.pretty && isQuiet(call)

/** Whether the answer is noted nowhere. */
const isQuiet = (call: ApiCall): boolean => call.audit?.tells('RequestResponse') !== true

/** As JSON without line breaks. Who shares the process gets what is stored, and parses an object once for all who list it. */
function sendPlainList(scope: Scope, call: ApiCall, metadata: unknown, views: readonly View[]): void {
  const type = 'application/json'
  const parts = takesParts(call.res)
  if (parts === undefined || call.res.headersSent) {
    sendListAnswer(call, 200, type, listAnswer(scope, metadata, views))
    return
  }
  writeHeaders(call, 200, type)
  call.noteAnswer(views.reduce((sum, { bytes }) => sum + bytes.length, 0))
  parts.sendList({ ...listType(scope), metadata, items: views.map(({ bytes }) => bytes) })
}

const sortedKeys = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The items of a list of custom resources say what they are, and all keys are in alphabetical order. */
function sendCustomList(
  scope: Scope,
  call: ApiCall,
  form: OutputForm,
  given: Record<string, unknown>,
  views: readonly View[],
): void {
  const { kind, apiVersion } = listType(scope)
  // @note Lists of data without types say that there is no more.
  const metadata = sortedKeys({ continue: '', ...given })
  if (form.mediaType !== 'application/json' || form.pretty) {
    sendData(call, 200, form, () => ({
      apiVersion,
      items: views.map(({ object }) => object),
      kind,
      metadata,
    }))
    return
  }
  sendListAnswer(call, 200, form.mediaType, {
    form: 'JSON',
    head: Buffer.from(`{"apiVersion":${JSON.stringify(apiVersion)},"items":[`),
    items: views.map((view) => ({ identity: view, bytes: [view.bytes] })),
    separator: comma,
    tail: Buffer.from(`],"kind":${JSON.stringify(kind)},"metadata":${JSON.stringify(metadata)}}\n`),
  })
}

const listType = (scope: Scope): { kind: string; apiVersion: string } => ({
  kind: scope.resource.custom?.listKind ?? `${scope.resource.kind.kind}List`,
  apiVersion: scopeVersion(scope),
})

function transformedList(
  scope: Scope,
  call: ApiCall,
  form: OutputForm,
  views: readonly View[],
  metadata: Record<string, unknown>,
): unknown {
  const { kind, version } = form.as!
  const objects = views.map((v) => v.object)
  if (kind === 'Table') return tableOf(scope.resource, objects, metadata, tableOptions(scope, call, form))
  if (kind === 'PartialObjectMetadata') {
    const type =
      scope.resource.custom === undefined
        ? `${internalType(scope.resource.kind)}List`
        : 'unstructured.UnstructuredList'
    throw unfitting(`you requested ${kind}, but the requested object is a list (*${type})`)
  }
  const items = objects.length === 0 ? null : objects.map((object) => partialOf(object, version))
  return { kind, apiVersion: `meta.k8s.io/${version}`, metadata, items }
}

function withoutType({ kind: _, apiVersion: __, ...rest }: KubeObject): unknown {
  return rest
}

const comma = Buffer.from(',')
const open = Buffer.from('{')

function listAnswer(scope: Scope, metadata: unknown, views: readonly View[]): ListAnswer {
  const { kind, apiVersion } = listType(scope)
  const type = Buffer.from(`{"kind":"${scope.resource.kind.kind}","apiVersion":"${apiVersion}",`)
  const itemOf = (view: View): ListItem => {
    const { bytes } = view
    const isTyped = bytes.length > type.length && type.compare(bytes, 0, type.length) === 0
    return {
      identity: view,
      bytes: isTyped ? [open, bytes.subarray(type.length)] : [goJSONBytes(withoutType(view.object))],
    }
  }
  return {
    form: 'JSON',
    head: Buffer.from(
      `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":${JSON.stringify(metadata)},"items":[`,
    ),
    items: views.map(itemOf),
    separator: comma,
    tail: listEnd,
  }
}
const listEnd = Buffer.from(']}\n')
