// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (ServeHTTP, serveResource, serveStatus, serveScale)
import {
  type GroupResource,
  newBadRequest,
  newForbidden,
  newInternalError,
  newNotFound,
} from '../../../apimachinery/status-error.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { AdmissionChain, type AdmissionPlugin } from '../../admission/chain.ts'
import type { ApiCall } from '../../endpoints/api-call.ts'
import { byVersionPriority } from '../../endpoints/discovery/version-priority.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { handleCreate } from '../../endpoints/handlers/create.ts'
import { handleDelete, handleDeleteCollection } from '../../endpoints/handlers/delete.ts'
import { handlePatch } from '../../endpoints/handlers/patch.ts'
import { handleGet, handleList } from '../../endpoints/handlers/read.ts'
import { handleUpdate } from '../../endpoints/handlers/update.ts'
import { type Scope, scopeOf } from '../../endpoints/scope.ts'
import type { RegisteredResource } from '../../registry/generic/registry.ts'
import { type Definition, isNamespaced, isServed, isTerminating } from '../definition/definition.ts'
import { type CustomResources, servedVersion, serves } from './custom-resources.ts'
import { servingDialect } from './dialect.ts'
import { notSupported } from './not-supported.ts'
import { customPatchTypes } from './patch-types.ts'
import { handleCustomScale } from './scale.ts'
import type { ServedDefinition } from './served-definition.ts'

/** Verbs that a namespaced resource has without a namespace. */
const acrossNamespaces = new Set(['list', 'watch'])

/** Answers requests for custom resources; false: the path is of none that is served. */
export class CustomResourceHandler {
  private readonly resources: CustomResources

  constructor(resources: CustomResources) {
    this.resources = resources
  }

  async handle(call: ApiCall): Promise<boolean> {
    const found = this.find(call)
    if (found === undefined) return false
    const { definition, resource, server } = found
    call.untyped = true
    call.cbor = gateEnabled(server.context.gates, 'CBORServingAndStorage')
    for (const text of deprecationWarnings(definition, resource.version)) call.warn(text)
    await answer(resource, this.admitting(server, definition), call, isTerminating(definition))
    return true
  }

  private find({
    info,
  }: ApiCall):
    | { definition: Definition; resource: RegisteredResource; server: GenericAPIServer }
    | undefined {
    const definition = this.resources.definition(info.apiGroup, info.resource)
    if (definition === undefined || !isServed(definition) || !serves(definition, info.apiVersion))
      return undefined
    const inNamespace = info.namespace !== ''
    if (isNamespaced(definition) !== inNamespace && (inNamespace || !acrossNamespaces.has(info.verb)))
      return undefined
    const served = this.served(definition)
    const resource = served.resource(info.apiVersion)
    return resource === undefined ? undefined : { definition, resource, server: served.server }
  }

  private served(definition: Definition): ServedDefinition {
    try {
      return this.resources.of(definition)
    } catch {
      throw newInternalError('error resolving resource')
    }
  }

  /** The server with the admission of a definition that is being deleted. */
  private admitting(server: GenericAPIServer, definition: Definition): GenericAPIServer {
    const { minor } = server.context.release
    if (!isTerminating(definition) || !servingDialect(minor).forbidsCreateInAdmission) return server
    return { ...server, admission: new AdmissionChain([forbidCreate, delegating(server.admission)]) }
  }
}

const terminating = 'create not allowed while custom resource definition is terminating'

const forbidCreate: AdmissionPlugin = {
  name: 'forbidCreate',
  handles: (operation) => operation === 'CREATE',
  admit({ request, object }) {
    const { group, resource, name } = request
    throw newForbidden({ group, resource }, name || object?.metadata.name || '', terminating)
  },
}

const delegating = (chain: AdmissionChain): AdmissionPlugin => ({
  name: 'others',
  handles: () => true,
  admit: (attributes) => chain.admit(attributes),
  validate: (attributes) => chain.validate(attributes),
})

async function answer(
  resource: RegisteredResource,
  server: GenericAPIServer,
  call: ApiCall,
  ends: boolean,
): Promise<void> {
  const { subresource } = call.info
  const of = groupResource(resource)
  if (subresource === '') return main(scope(server, resource, ''), call, ends)
  if (!resource.subresources.has(subresource)) throw newNotFound(of, call.info.name)
  if (subresource === 'scale') return handleCustomScale(server, resource, call)
  return status(scope(server, resource, subresource), call)
}

const groupResource = ({ group, facts }: RegisteredResource): GroupResource => ({
  group,
  resource: facts.name,
})

/** Scopes are kept by resource; that of a server which forbids creation is one request's. */
function scope(server: GenericAPIServer, resource: RegisteredResource, subresource: string): Scope {
  const found = scopeOf(
    server,
    resource,
    subresource === '' ? undefined : resource.subresources.get(subresource),
  )!
  return found.apiserver === server ? found : { ...found, apiserver: server }
}

function main(scope: Scope, call: ApiCall, ends: boolean): Promise<void> {
  const { minor } = scope.apiserver.context.release
  switch (call.info.verb) {
    case 'get':
      return handleGet(scope, call)
    case 'list':
      return handleList(scope, call)
    case 'watch':
      return handleList(scope, call, true)
    case 'create':
      if (ends && !servingDialect(minor).forbidsCreateInAdmission)
        throw notSupported(scope.resource, 'create', terminating)
      return handleCreate(scope, call)
    case 'update':
      return handleUpdate(scope, named(call))
    case 'patch':
      return handlePatch(scope, named(call), customPatchTypes)
    case 'delete':
      return handleDelete(scope, call)
    case 'deletecollection':
      return handleDeleteCollection(scope, call)
    default:
      throw notSupported(scope.resource, call.info.verb)
  }
}

function status(scope: Scope, call: ApiCall): Promise<void> {
  switch (call.info.verb) {
    case 'get':
      return handleGet(scope, call)
    case 'update':
      return handleUpdate(scope, named(call))
    case 'patch':
      return handlePatch(scope, named(call), customPatchTypes)
    default:
      throw notSupported(scope.resource, call.info.verb)
  }
}

function named(call: ApiCall): ApiCall {
  if (call.info.name === '') throw newBadRequest('name must be provided')
  return call
}

function deprecationWarnings({ spec }: Definition, version: string): string[] {
  const { group, names, versions = [] } = spec
  const own = servedVersion({ spec } as Definition, version)
  if (own?.deprecated !== true) return []
  if (own.deprecationWarning !== undefined) return [own.deprecationWarning]
  const newer = versions
    .filter(
      (one) =>
        one.served === true && one.deprecated !== true && byVersionPriority(version, one.name ?? '') > 0,
    )
    .map(({ name = '' }) => name)
    .sort(byVersionPriority)
  const plain = `${group}/${version} ${names?.kind} is deprecated`
  return [newer.length === 0 ? plain : `${plain}; use ${group}/${newer[0]} ${names?.kind}`]
}
