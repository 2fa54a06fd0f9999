// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/update.go

import { goQuote } from '../../../apimachinery/field-error.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import { ensureNamespace } from '../../registry/generic/object-meta.ts'
import { update } from '../../registry/generic/update.ts'
import { type ApiCall, managerOf, readBody } from '../api-call.ts'
import { decodeBody } from '../body-decoder.ts'
import { inputMediaType } from '../negotiation.ts'
import { resourceForm, sendObject } from '../objects-out.ts'
import { parseWriteOptions } from '../options/write-options.ts'
import { fieldManagerOf, requestOf, type Scope, scopeVersion } from '../scope.ts'
import { admit, authorizeCreate, dedupOwnerReferences, reportStrict, validate } from './write-admission.ts'

export async function handleUpdate(scope: Scope, call: ApiCall): Promise<void> {
  const { machinery, store } = scope
  const { name } = call.info
  const form = resourceForm(call)
  const mediaType = inputMediaType(call.req.headers['content-type'])
  const body = await readBody(call)
  const options = parseWriteOptions(call.query, 'UpdateOptions', machinery.server.minor)
  const { object, strictErrors } = await decodeBody(machinery.scheme, body, mediaType, scope.kind)
  await call.breathe()
  reportStrict(call, strictErrors, options.fieldValidation, (text) =>
    newBadRequest(
      `${scope.kind.kind} in version ${goQuote(scope.kind.version)} cannot be handled as a ${scope.kind.kind}: ${text}`,
    ),
  )
  ensureNamespace(object.metadata, scope.resource.namespaced ? call.info.namespace : '')
  checkName(object, name)
  dedupOwnerReferences(object, call, false)
  const request = requestOf(scope, call, { dryRun: options.dryRun })
  const run = { scope, request, options: { ...options } }
  const next = store.toStorage(object)
  const result = await update(store, request, name, {
    strategy: scope.strategy,
    forceAllowCreate: false,
    ...(object.metadata.uid === undefined || object.metadata.uid === ''
      ? {}
      : { preconditions: { uid: object.metadata.uid } }),
    async updated(current) {
      const tracked = await trackFields(
        scope,
        current,
        deepCopy(next),
        managerOf(call, options.fieldManager),
        () => call.breathe(),
      )
      await call.breathe()
      await admit(run, current === undefined ? 'CREATE' : 'UPDATE', tracked, current)
      dedupOwnerReferences(tracked, call, true)
      return tracked
    },
    validateCreate: async (final) => {
      authorizeCreate(scope, call)
      await validate(run, 'CREATE', final, undefined)
    },
    validateUpdate: (final, old) => validate(run, 'UPDATE', final, old),
  })
  sendObject(scope, call, result.created ? 201 : 200, form, result.view)
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

/** `next` (in the stored version) with managedFields as of this write of a manager. @param breathe lets others have their turn */
export async function trackFields(
  scope: Scope,
  current: KubeObject | undefined,
  next: KubeObject,
  manager: string,
  breathe: () => Promise<void> = async () => {},
): Promise<KubeObject> {
  const { convert, server } = scope.machinery
  const version = scopeVersion(scope)
  const inVersion = (object: KubeObject): KubeObject =>
    object.apiVersion === version ? object : convert(object, version)
  const managed = await fieldManagerOf(scope).updatePaced(
    current === undefined ? undefined : inVersion(current),
    inVersion(next),
    manager,
    toTime(server.clock.now()),
    breathe,
  )
  const { managedFields: _, ...metadata } = next.metadata
  const { managedFields } = managed.metadata
  return { ...next, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } }
}
