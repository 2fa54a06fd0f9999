// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/resource_access.go (UpdateQuotaStatus)
import { copyObject } from '../../../apimachinery/json.ts'
import { usageList } from '../../../apimachinery/quota/usage.ts'
import { trackFields } from '../../endpoints/field-manager.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { loopbackRequest, type Scope, scopeOf } from '../../endpoints/scope.ts'
import { RequestAdmission } from '../request-admission.ts'
import type { Charge } from './check-request.ts'

function statusScope(apiserver: GenericAPIServer): Scope {
  const resource = apiserver.registry.resource('', 'v1', 'resourcequotas')!
  return scopeOf(apiserver, resource, resource.subresources.get('status'))!
}

/** Writes what is used, as the server's own client does. Throws 409 where the quota is not what it was any more. */
export async function writeStatus(apiserver: GenericAPIServer, { quota, used }: Charge): Promise<void> {
  const scope = statusScope(apiserver)
  const { name = '', namespace = '', resourceVersion } = quota.metadata
  const request = loopbackRequest(scope, namespace, name)
  const admission = new RequestAdmission(apiserver.admission, request, scope.kind)
  await scope.storage.update(request, name, {
    async updatedObject(current) {
      const status = { ...quota.status, used: usageList(used) }
      const { metadata, ...own } = copyObject(current!)
      const next = { ...own, metadata: { ...metadata, resourceVersion }, status }
      const tracked = await trackFields(scope, current, next as typeof current & object, 'kube-apiserver')
      await admission.mutate(tracked, current)
      return tracked
    },
    createValidation: admission.createValidation,
    updateValidation: admission.updateValidation,
    forceAllowCreate: false,
  })
}
