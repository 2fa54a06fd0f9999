// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go (transformResponseObject)
import type { KubeObject } from '../apimachinery/json.ts'
import { StatusError } from '../apimachinery/status-error.ts'
import { internalType } from './body-decoder.ts'
import type { View } from '../registry/generic/store.ts'
import type { ApiCall } from './api-call.ts'
import { formOf } from './api-call.ts'
import { notAcceptable, type OutputForm, resourceEndpoint } from './negotiation.ts'
import { sendBytes, sendData } from './respond.ts'
import { inRequestVersion, type Scope, scopeVersion } from './scope.ts'
import { includeObjectOf, partialOf, type TableOptions, tableOf } from './table.ts'

/** The form that a resource's endpoint answers in. Throws 406. */
export function resourceForm(call: ApiCall): OutputForm {
  const form = formOf(call, resourceEndpoint)
  if (form === undefined) throw notAcceptable()
  return form
}

export function tableOptions(scope: Scope, call: ApiCall, form: OutputForm): TableOptions {
  const { server } = scope.machinery
  return {
    minor: server.minor,
    now: server.clock.now(),
    version: form.as?.version ?? 'v1',
    include: includeObjectOf(call.query),
  }
}

/** Sends one object: its stored bytes where the form is plain JSON. */
export function sendObject(scope: Scope, call: ApiCall, code: number, form: OutputForm, stored: View): void {
  const view = inRequestVersion(scope, stored)
  const { as } = form
  if (as === undefined) return sendData(call, code, form, () => view.object, view.bytes)
  if (as.kind === 'Table') {
    const metadata = { resourceVersion: view.object.metadata.resourceVersion }
    return sendData(call, code, form, () =>
      tableOf(scope.resource, [view.object], metadata, tableOptions(scope, call, form)),
    )
  }
  if (as.kind === 'PartialObjectMetadataList') throw new StatusError(406, 'NotAcceptable', `you requested PartialObjectMetadataList, but the requested object is not a list (*${internalType(scope.resource.kind)})`)
  sendData(call, code, form, () => partialOf(view.object, as.version))
}

export interface ListMeta {
  resourceVersion: string
  continue?: string
  remainingItemCount?: number
}

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
  const { as } = form
  if (as?.kind === 'Table')
    return sendData(call, 200, form, () =>
      tableOf(
        scope.resource,
        views.map((v) => v.object),
        metadata,
        tableOptions(scope, call, form),
      ),
    )
  if (as?.kind === 'PartialObjectMetadata') {
    throw new StatusError(406, 'NotAcceptable', `you requested PartialObjectMetadata, but the requested object is a list (*${internalType(scope.resource.kind)}List)`)
  }
  if (as !== undefined) {
    const items = views.length === 0 ? null : views.map((v) => partialOf(v.object, as.version))
    return sendData(call, 200, form, () => ({
      kind: 'PartialObjectMetadataList',
      apiVersion: `meta.k8s.io/${as.version}`,
      metadata,
      items,
    }))
  }
  const kind = `${scope.resource.kind.kind}List`
  const apiVersion = scopeVersion(scope)
  if (form.mediaType !== 'application/json' || form.pretty) {
    return sendData(call, 200, form, () => ({
      kind,
      apiVersion,
      metadata,
      items: views.map((v) => withoutType(v.object)),
    }))
  }
  sendBytes(call, 200, form.mediaType, ...listBytes(kind, apiVersion, metadata, views))
}

function withoutType({ kind: _, apiVersion: __, ...rest }: KubeObject): unknown {
  return rest
}

const [comma, end] = [Buffer.from(','), Buffer.from(']}\n')]

function listBytes(kind: string, apiVersion: string, metadata: unknown, views: readonly View[]): Buffer[] {
  const parts: Buffer[] = [
    Buffer.from(
      `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":${JSON.stringify(metadata)},"items":[`,
    ),
  ]
  const open = Buffer.from('{')
  for (const [i, view] of views.entries()) {
    if (i > 0) parts.push(comma)
    const head = Buffer.byteLength(`{"kind":"${view.object.kind}","apiVersion":"${view.object.apiVersion}",`)
    if (view.bytes.toString('latin1', 0, 8) === '{"kind":' && view.bytes[head - 1] === 0x2c)
      parts.push(open, view.bytes.subarray(head))
    else parts.push(Buffer.from(JSON.stringify(withoutType(view.object))))
  }
  parts.push(end)
  return parts
}
