// Deletions that are to go on where the stored object cannot be read, behind the gate AllowUnsafeMalformedObjectDeletion.
// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go, pkg/registry/generic/registry/corrupt_obj_deleter.go
import type { DeleteOptions } from '../../../api/meta-v1.ts'
import { field } from '../../../apimachinery/field-error.ts'
import { newForbidden, newInternalError, newInvalid } from '../../../apimachinery/status-error.ts'
import { readableObject } from '../../storage/readable-object.ts'
import type { ApiCall } from '../api-call.ts'
import { resourceAttributes } from '../authorization/attributes.ts'
import { resourceForm } from '../objects-out.ts'
import { unsafeOption as option } from '../options/write-options.ts'
import { sendData } from '../respond.ts'
import type { Scope } from '../scope.ts'

const verb = 'unsafe-delete-ignore-read-errors'

/** Groups and resources whose storage hides upstream's store, and with it the one that deletes what cannot be read. */
const wrapped = new Set([
  '/namespaces',
  ...['clusterrolebindings', 'clusterroles', 'rolebindings', 'roles'].map(
    (name) => `rbac.authorization.k8s.io/${name}`,
  ),
])

/**
 * Deletes an object that the store cannot read, where the options ask for that; true where it did, and the request is answered.
 * Rejects where there is an object that can be read, or none: 403 without the right to, else 422.
 */
export async function deleteUnsafely(scope: Scope, call: ApiCall, options: DeleteOptions): Promise<boolean> {
  if (options[option] !== true) return false
  const { group, facts } = scope.resource
  const { path, namespace, apiGroup, apiVersion, resource, subresource, name } = call.info
  call.audit?.annotate('apiserver.k8s.io/unsafe-delete-ignore-read-error', '')
  if (wrapped.has(`${group}/${facts.name}`))
    throw newInternalError(`no unsafe deleter provided, can not honor ${option}`)
  const attributes = { path, namespace, apiGroup, apiVersion, resource, subresource, name }
  await scope.apiserver.authorize(resourceAttributes(call.user, verb, attributes), (reason) =>
    newForbidden({ group, resource: facts.name }, name, `not permitted to do "${verb}", reason: ${reason}`),
  )
  if (await deleteUnreadable(scope, namespace, name)) {
    const details = { name, ...(group === '' ? {} : { group }), kind: scope.kind.kind }
    const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details, code: 200 }
    sendData(call, 200, resourceForm(call), () => status)
    return true
  }
  throw newInvalid({ group, kind: facts.name }, name, [
    field.invalid(
      option,
      true,
      'is exclusively used to delete corrupt object(s), try again by removing this option',
    ),
  ])
}

/** Whether there was an object that cannot be read. Neither finalizers nor graceful deletion are known of it. */
async function deleteUnreadable({ store }: Scope, namespace: string, name: string): Promise<boolean> {
  const { storage } = store.parts.server
  const record = await storage.get(store.keyOf(namespace, name))
  if (record === undefined || readableObject(record) !== undefined) return false
  await storage.delete(record.key, record.modRevision)
  return true
}

/** Throws 422 where a collection is to be deleted so. */
export function refuseUnsafeCollection(options: DeleteOptions): void {
  if (options[option] !== true) return
  throw newInvalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', [
    field.invalid(option, true, 'is not allowed with DELETECOLLECTION, try again after removing the option'),
  ])
}
