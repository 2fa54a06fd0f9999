// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/update.go

import { copyObject, type KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { ensureNamespace } from '../../registry/generic/meta.ts'
import { type ApiCall, managerOf } from '../api-call.ts'
import { trackFields } from '../field-manager.ts'
import { inputMediaType, mediaTypesOf } from '../negotiation.ts'
import { resourceForm, sendObject } from '../objects-out.ts'
import type { RequestScope } from '../scope.ts'
import { decodeObject } from './field-validation.ts'
import { dedupOwnerReferences } from './owner-references.ts'
import { type Proposal, type Write, write } from './write.ts'

/** Answers a PUT: 200, or 201 where it created the object. */
export async function handleUpdate(scope: RequestScope, call: ApiCall): Promise<void> {
  const form = resourceForm(call)
  const { view, created } = await write(scope, call, { optionsKind: 'UpdateOptions', decode: wholeObject })
  sendObject(scope, call, created ? 201 : 200, form, view)
}

/** The object of the body, whatever is stored. */
async function wholeObject(one: Write): Promise<Proposal> {
  const { scope, call, options } = one
  const mediaType = inputMediaType(call.req.headers['content-type'], mediaTypesOf(call.cbor))
  const object = await decodeObject(one, mediaType)
  ensureNamespace(object.metadata, scope.resource.namespaced ? call.info.namespace : '')
  checkName(object, call.info.name)
  dedupOwnerReferences(object, call, false)
  const next = scope.storage.toStorage(object)
  const { uid = '' } = object.metadata
  const manager = managerOf(call, options.fieldManager)
  return {
    preconditions: uid === '' ? undefined : { uid },
    object: (current) => trackFields(scope, current, copyObject(next), manager, call.isLarge()),
  }
}

/** Throws 400 where the body names another object than the path. */
export function checkName(object: KubeObject, name: string): void {
  const own = object.metadata.name ?? ''
  if (own === '')
    throw newBadRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    )
  if (own !== name)
    throw newBadRequest(`the name of the object (${own}) does not match the name on the URL (${name})`)
}
