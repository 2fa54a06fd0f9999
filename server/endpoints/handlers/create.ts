// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go

import type { KubeObject } from '../../../apimachinery/json.ts'
import { ensureNamespace, wipeSystemFields } from '../../registry/generic/meta.ts'
import { type ApiCall, managerOf } from '../api-call.ts'
import { endpointsDialect } from '../dialect.ts'
import { trackFields } from '../field-manager.ts'
import { inputMediaType, type MediaType, mediaTypesOf, type Restrictions } from '../negotiation.ts'
import { resourceForm, sendObject } from '../objects-out.ts'
import type { RequestScope } from '../scope.ts'
import { decodeObject } from './field-validation.ts'
import { dedupOwnerReferences } from './owner-references.ts'
import { type Proposal, type Write, write } from './write.ts'

/** Answers a POST of an object (201). @param endpoint which forms the answer may have */
export async function handleCreate(
  scope: RequestScope,
  call: ApiCall,
  endpoint?: Restrictions,
): Promise<void> {
  const form = resourceForm(call, endpoint)
  const mediaType = inputMediaType(call.req.headers['content-type'], mediaTypesOf(call.cbor))
  const decode = (one: Write): Promise<Proposal> => newObject(one, mediaType)
  const { view } = await write(scope, call, { optionsKind: 'CreateOptions', creates: true, decode })
  sendObject(scope, call, 201, form, view)
}

/** The object of the body, without what only the server sets. */
async function newObject(one: Write, mediaType: MediaType): Promise<Proposal> {
  const { scope, call, options } = one
  const { resource, storage } = scope
  const object = await decodeObject(one, mediaType)
  const isNamespace = resource.group === '' && resource.facts.name === 'namespaces'
  const name = call.info.name || object.metadata.name || ''
  const namespace = call.info.namespace || (isNamespace ? name : '')
  const { tracksSystemFields } = endpointsDialect(scope.apiserver.context.release.minor)
  const wipe = (of: KubeObject): void => {
    if (storage.preservesSystemFields !== true) wipeSystemFields(of)
  }
  const wiped = (tracked: KubeObject): KubeObject => {
    if (tracksSystemFields) wipe(tracked)
    return tracked
  }
  if (!tracksSystemFields) wipe(object)
  ensureNamespace(object.metadata, resource.namespaced ? namespace : '')
  dedupOwnerReferences(object, call, false)
  const next = storage.toStorage(object)
  const manager = managerOf(call, options.fieldManager)
  return {
    name,
    namespace,
    object: () => {
      const tracked = trackFields(scope, undefined, next, manager, call.isLarge())
      return tracked instanceof Promise ? tracked.then(wiped) : wiped(tracked)
    },
  }
}
