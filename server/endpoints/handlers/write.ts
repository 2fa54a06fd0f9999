// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/{create,update,patch}.go
import type { Preconditions } from '../../../api/meta-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { RequestAdmission } from '../../admission/request-admission.ts'
import { turns } from '../../registry/generic/pace.ts'
import type { UpdateResult } from '../../registry/generic/rest.ts'
import { type ApiCall, readBody } from '../api-call.ts'
import { resourceAttributes } from '../authorization/attributes.ts'
import { parseWriteOptions, type WriteOptions, type WriteOptionsKind } from '../options/write-options.ts'
import { methodNotAllowed } from '../respond.ts'
import { type RequestScope, requestOf } from '../scope.ts'
import { dedupOwnerReferences } from './owner-references.ts'

/** A write whose body and options have been read. */
export interface Write {
  readonly scope: RequestScope
  readonly call: ApiCall
  readonly body: Buffer
  readonly options: WriteOptions
}

/** The object that a request's body asks for. */
export interface Proposal {
  /** The name in the object, where the path has none. */
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  readonly preconditions?: Preconditions | undefined
  /** The new object in the version that is stored, with its defaults and managedFields. Throws 400, 404, 409 and 422. */
  object(current: KubeObject | undefined): KubeObject | Promise<KubeObject>
}

/** The differences of one write verb from the others. */
export interface WriteVerb {
  readonly optionsKind: WriteOptionsKind
  /** POST: the object must not be there. */
  readonly creates?: boolean
  /** Server-side apply: the object need not be there. */
  readonly applies?: boolean
  /** Decodes what does not depend on the stored object, tells or refuses unknown fields, sets defaults. Throws 400, 415 and 422. */
  decode(write: Write): Promise<Proposal>
}

/**
 * Every write of an object: POST, PUT and the four forms of PATCH, of resources, their subresources and reviews. In this order:
 *
 *   body → options → decode → unknown fields → defaults → managedFields → mutating admission, here and in the verb, then
 *   hooks of the strategy → validation → validating admission → storage, in the generic store (registry/generic/create.ts, update.ts)
 *
 * A patch decodes, and everything after that runs again, for each attempt: it is made of the object that is stored.
 */
export async function write(scope: RequestScope, call: ApiCall, verb: WriteVerb): Promise<UpdateResult> {
  const { storage, apiserver } = scope
  const { optionsKind, creates, applies = false } = verb
  const read = readBody(call)
  const body = read instanceof Promise ? await read : read
  const options = parseWriteOptions(call.query, optionsKind, apiserver.context, applies)
  const proposal = await verb.decode({ scope, call, body, options })
  const { name, namespace } = proposal
  const request = requestOf(scope, call, { name, namespace, dryRun: options.dryRun })
  const admission = new RequestAdmission(apiserver.admission, request, scope.kind, options.given)
  const updatedObject = async (current: KubeObject | undefined): Promise<KubeObject> => {
    const proposed = proposal.object(current)
    const object = proposed instanceof Promise ? await proposed : proposed
    if (call.isLarge()) await turns()
    const waits = admission.mutate(object, current)
    if (waits !== undefined) await waits
    dedupOwnerReferences(object, call, true)
    return object
  }
  if (creates === true) {
    if (storage.create === undefined) throw methodNotAllowed()
    const object = await updatedObject(undefined)
    return { view: await storage.create(request, object, admission.createValidation), created: true }
  }
  if (storage.update === undefined) throw methodNotAllowed()
  return storage.update(request, request.name, {
    updatedObject,
    createValidation: async (object) => {
      await authorizeCreate(scope, call)
      await admission.createValidation(object)
    },
    updateValidation: admission.updateValidation,
    forceAllowCreate: applies,
    preconditions: proposal.preconditions,
  })
}

/** PUT and apply that create need the right to create. Throws 403. */
function authorizeCreate(scope: RequestScope, call: ApiCall): Promise<void> | void {
  const { path, namespace, apiGroup, apiVersion, resource, subresource, name } = call.info
  return scope.apiserver.authorize(
    resourceAttributes(call.user, 'create', {
      path,
      namespace,
      apiGroup,
      apiVersion,
      resource,
      subresource,
      name,
    }),
  )
}
