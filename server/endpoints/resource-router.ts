// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (routes) and go-restful's choice of a route (404, 405, 415, 406)
import { gateEnabled } from '../../featuregates/reader.ts'
import type { RegisteredResource, RegisteredSubresource } from '../registry/generic/registry.ts'
import type { ApiCall } from './api-call.ts'
import { deprecationWarnings } from './deprecation.ts'
import { acceptsRoute, notAcceptableText } from './discovery/endpoint-answer.ts'
import type { GenericAPIServer } from './generic-apiserver.ts'
import { handleCreate } from './handlers/create.ts'
import { handleDelete, handleDeleteCollection } from './handlers/delete.ts'
import { handlePatch } from './handlers/patch.ts'
import { patchTypes, patchTypesOf } from './handlers/patch-forms.ts'
import { handleGet, handleList } from './handlers/read.ts'
import { handleUpdate } from './handlers/update.ts'
import { mediaTypesOf, streamTypesOf } from './negotiation.ts'
import { genericError, methodNotAllowed, notFoundResource } from './respond.ts'
import { type Scope, scopeOf } from './scope.ts'

/** Answers what is no plain resource: reviews, bindings, evictions, scale, logs… */
export type SpecialHandler = (
  apiserver: GenericAPIServer,
  resource: RegisteredResource,
  subresource: RegisteredSubresource | undefined,
  call: ApiCall,
) => Promise<void>
/** `group/resource` or `group/resource/subresource` → handler. */
export type SpecialHandlers = ReadonlyMap<string, SpecialHandler>

/** Answers a request below /api or /apis. Throws StatusErrors. */
export async function routeResource(
  apiserver: GenericAPIServer,
  special: SpecialHandlers,
  call: ApiCall,
): Promise<void> {
  const { info } = call
  const resource = apiserver.registry.resource(info.apiGroup, info.apiVersion, info.resource)
  if (
    resource === undefined ||
    info.verb === 'proxy' ||
    (info.parts.length > 3 && info.subresource !== 'proxy')
  )
    throw notFoundResource()
  checkScope(resource, call)
  const subresource = info.subresource === '' ? undefined : resource.subresources.get(info.subresource)
  if (info.subresource !== '' && subresource === undefined) throw notFoundResource()
  const handler = special.get(
    [resource.group, resource.facts.name, ...(subresource === undefined ? [] : [subresource.name])].join('/'),
  )
  if (handler !== undefined) {
    if (subresource === undefined && resource.facts.verbs.includes('list')) checkRead(apiserver, call)
    warnDeprecated(apiserver, call)
    call.cbor = hasCbor(apiserver)
    return handler(apiserver, resource, subresource, call)
  }
  if (resource.store === undefined) throw methodNotAllowed()
  const scope = scopeOf(apiserver, resource, subresource)
  if (scope === undefined) throw notFoundResource()
  await dispatch(scope, call)
}

/** Component statuses are only read. */
function checkRead(apiserver: GenericAPIServer, call: ApiCall): void {
  if (call.req.method !== 'GET') throw methodNotAllowed()
  checkAccept({ apiserver }, call, call.info.parts.length === 1)
}

/** Whether resources are read and written as CBOR. */
const hasCbor = ({ context }: GenericAPIServer): boolean =>
  gateEnabled(context.gates, 'CBORServingAndStorage')

/** Only a route warns: a verb or subresource that is not there does not. */
function warnDeprecated(apiserver: GenericAPIServer, call: ApiCall): void {
  for (const text of deprecationWarnings(apiserver, call.info)) call.warn(text)
}

/** A namespaced resource is named with its namespace; without one it can only be listed. */
function checkScope(resource: RegisteredResource, call: ApiCall): void {
  const { info } = call
  const inNamespace =
    /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/(?:watch\/|proxy\/)?namespaces\/[^/]*\/./.test(info.path) &&
    info.parts[0] !== 'namespaces'
  if (!resource.namespaced && inNamespace) throw notFoundResource()
  if (resource.namespaced && !inNamespace) {
    // What is not listed in all namespaces has no path without one.
    if ((info.name !== '' && info.parts.length > 1) || !resource.facts.verbs.includes('list'))
      throw notFoundResource()
    if (!['list', 'watch'].includes(info.verb)) throw methodNotAllowed()
  }
}

async function dispatch(scope: Scope, call: ApiCall): Promise<void> {
  const { info, req } = call
  const method = req.method ?? 'GET'
  const verbs = scope.subresource?.verbs ?? scope.resource.facts.verbs
  const named = info.parts.length > 1
  if (info.verbFromPath && info.verb === 'watch') {
    if (method !== 'GET') throw methodNotAllowed()
    checkAccept(scope, call, true)
    call.cbor = hasCbor(scope.apiserver)
    warnDeprecated(scope.apiserver, call)
    return handleList(scope, call, true)
  }
  const verb = verbOf(method, named)
  if (verb === undefined || !verbs.includes(verb)) throw methodNotAllowed()
  if (verb === 'patch') checkPatchType(scope, call)
  checkAccept(scope, call, verb === 'list')
  call.cbor = hasCbor(scope.apiserver)
  warnDeprecated(scope.apiserver, call)
  switch (verb) {
    case 'get':
      return handleGet(scope, call)
    case 'list':
      return handleList(scope, call)
    case 'create':
      return handleCreate(scope, call)
    case 'update':
      return handleUpdate(scope, call)
    case 'patch':
      return handlePatch(scope, call)
    case 'delete':
      return handleDelete(scope, call)
    default:
      return handleDeleteCollection(scope, call)
  }
}

function verbOf(method: string, named: boolean): string | undefined {
  switch (method) {
    case 'GET':
      return named ? 'get' : 'list'
    case 'POST':
      return named ? undefined : 'create'
    case 'PUT':
      return named ? 'update' : undefined
    case 'PATCH':
      return named ? 'patch' : undefined
    case 'DELETE':
      return named ? 'delete' : 'deletecollection'
    default:
      return undefined
  }
}

/** Throws 415 where no route takes the type of the body. */
export function checkPatchType({ apiserver }: Pick<Scope, 'apiserver'>, call: ApiCall): void {
  const types = (call.req.headers['content-type'] ?? 'application/octet-stream')
    .split(',')
    .map((t) => t.split(';')[0]!.trim())
  const taken = patchTypesOf(hasCbor(apiserver), patchTypes)
  if (!types.some((t) => t === '*/*' || taken.includes(t)))
    throw genericError(415, '415: Unsupported Media Type')
}

/** Throws 406 where no route produces what the client accepts. @param own what the route has beside what all have, first */
export function checkAccept(
  { apiserver }: Pick<Scope, 'apiserver'>,
  call: ApiCall,
  streams: boolean,
  ...own: string[]
): void {
  // All routes of resources produce it, and most clients accept nothing else.
  if (call.req.headers.accept === 'application/json') return
  const cbor = hasCbor(apiserver)
  const types = [...own, ...mediaTypesOf(cbor), ...(streams ? streamTypesOf(cbor) : [])]
  // Only the media type of a stream of CBOR is one by itself, without a parameter.
  if (acceptsRoute(call.req.headers.accept, types)) return
  throw genericError(406, notAcceptableText(types, apiserver.context.release.minor))
}
