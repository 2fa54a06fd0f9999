// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go

import { goQuote } from '../../../apimachinery/field-error.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import { create } from '../../registry/generic/create.ts'
import { ensureNamespace, wipeSystemFields } from '../../registry/generic/object-meta.ts'
import { type ApiCall, managerOf, readBody } from '../api-call.ts'
import { decodeBody } from '../body-decoder.ts'
import { inputMediaType } from '../negotiation.ts'
import { resourceForm, sendObject } from '../objects-out.ts'
import { parseWriteOptions } from '../options/write-options.ts'
import { fieldManagerOf, requestOf, type Scope } from '../scope.ts'
import { admit, dedupOwnerReferences, reportStrict, validate } from './write-admission.ts'

export async function handleCreate(scope: Scope, call: ApiCall): Promise<void> {
  const { machinery, store } = scope
  const form = resourceForm(call)
  const mediaType = inputMediaType(call.req.headers['content-type'])
  const body = await readBody(call)
  const options = parseWriteOptions(call.query, 'CreateOptions', machinery.server.minor)
  const { object, strictErrors } = await decodeBody(machinery.scheme, body, mediaType, scope.kind)
  await call.breathe()
  reportStrict(call, strictErrors, options.fieldValidation, (text) =>
    newBadRequest(
      `${scope.kind.kind} in version ${goQuote(scope.kind.version)} cannot be handled as a ${scope.kind.kind}: ${text}`,
    ),
  )
  const isNamespaces = scope.resource.group === '' && scope.resource.facts.name === 'namespaces'
  const name = call.info.name || object.metadata.name || ''
  const namespace = call.info.namespace || (isNamespaces ? name : '')
  const request = requestOf(scope, call, { name, namespace, dryRun: options.dryRun })
  wipeSystemFields(object.metadata)
  ensureNamespace(object.metadata, scope.resource.namespaced ? namespace : '')
  dedupOwnerReferences(object, call, false)
  const stored = store.toStorage(object)
  const tracked = stored === object ? object : machinery.convert(stored, object.apiVersion)
  const managed = await fieldManagerOf(scope).updatePaced(
    undefined,
    tracked,
    managerOf(call, options.fieldManager),
    toTime(machinery.server.clock.now()),
    () => call.breathe(),
  )
  await call.breathe()
  stored.metadata = {
    ...stored.metadata,
    ...(managed.metadata.managedFields === undefined
      ? {}
      : { managedFields: managed.metadata.managedFields }),
  }
  if (managed.metadata.managedFields === undefined) delete stored.metadata.managedFields
  const run = { scope, request, options: { ...options } }
  await admit(run, 'CREATE', stored, undefined)
  dedupOwnerReferences(stored, call, true)
  const view = await create(store, request, stored, (final) => validate(run, 'CREATE', final, undefined))
  sendObject(scope, call, 201, form, view)
}
