// Deletions that are to go on where the stored object cannot be read, behind the gate AllowUnsafeMalformedObjectDeletion.
// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go, pkg/registry/generic/registry/corrupt_obj_deleter.go
import type { DeleteOptions } from '../../../api/meta-v1.ts'
import { field } from '../../../apimachinery/field-error.ts'
import { newForbidden, newInternalError, newInvalid } from '../../../apimachinery/status-error.ts'
import type { ApiCall } from '../api-call.ts'
import { resourceAttributes } from '../authorization/attributes.ts'
import { unsafeOption as option } from '../options/write-options.ts'
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
 * Rejects where an object that the store can read is to be deleted as one that it cannot: 403 without the right to, else 422, whether
 * there is an object or not. Every object in a store here can be read.
 */
export async function refuseUnsafeDelete(scope: Scope, call: ApiCall, options: DeleteOptions): Promise<void> {
  if (options[option] !== true) return
  const { group, facts } = scope.resource
  const { path, namespace, apiGroup, apiVersion, resource, subresource, name } = call.info
  call.audit?.annotate('apiserver.k8s.io/unsafe-delete-ignore-read-error', '')
  if (wrapped.has(`${group}/${facts.name}`))
    throw newInternalError(`no unsafe deleter provided, can not honor ${option}`)
  const attributes = { path, namespace, apiGroup, apiVersion, resource, subresource, name }
  await scope.apiserver.authorize(resourceAttributes(call.user, verb, attributes), (reason) =>
    newForbidden({ group, resource: facts.name }, name, `not permitted to do "${verb}", reason: ${reason}`),
  )
  throw newInvalid({ group, kind: facts.name }, name, [
    field.invalid(
      option,
      true,
      'is exclusively used to delete corrupt object(s), try again by removing this option',
    ),
  ])
}

/** Throws 422 where a collection is to be deleted so. */
export function refuseUnsafeCollection(options: DeleteOptions): void {
  if (options[option] !== true) return
  throw newInvalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', [
    field.invalid(option, true, 'is not allowed with DELETECOLLECTION, try again after removing the option'),
  ])
}
