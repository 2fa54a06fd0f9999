// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/resource_access.go (UpdateQuotaStatus)
import { usageList } from '../../../apimachinery/quota/usage.ts'
import { trackFields } from '../../endpoints/handlers/update.ts'
import type { Machinery, Scope } from '../../endpoints/scope.ts'
import type { ApiRequest } from '../../registry/generic/request.ts'
import { update } from '../../registry/generic/update.ts'
import type { Charge } from './check-request.ts'

function statusScope(machinery: Machinery): Scope {
  const resource = machinery.registry.resource('', 'v1', 'resourcequotas')!
  const subresource = resource.subresources.get('status')!
  const store = resource.store!
  return { machinery, resource, subresource, store, strategy: subresource.strategy!, kind: resource.kind }
}

/** Writes what is used, as the server's own client does. Throws 409 where the quota is not what it was any more. */
export async function writeStatus(machinery: Machinery, { quota, used }: Charge): Promise<void> {
  const scope = statusScope(machinery)
  const { name = '', namespace = '', resourceVersion } = quota.metadata
  const request: ApiRequest = {
    server: machinery.server,
    user: { name: 'system:apiserver', groups: ['system:masters'] },
    group: '',
    version: 'v1',
    resource: 'resourcequotas',
    subresource: 'status',
    namespace,
    name,
    dryRun: false,
    warn: () => {},
  }
  await update(scope.store, request, name, {
    strategy: scope.strategy,
    forceAllowCreate: false,
    async updated(current) {
      const status = { ...quota.status, used: usageList(used) }
      const next = { ...current!, metadata: { ...current!.metadata, resourceVersion }, status }
      return trackFields(scope, current, next as typeof current & object, 'kube-apiserver')
    },
    validateCreate: async () => {},
    validateUpdate: async () => {},
  })
}
