// Upstream: pkg/registry/rbac/*/policybased (checks before the store is reached)
import type { EscalationCheck } from '../endpoints/authorization/escalation-check.ts'
import type { AdmissionPlugin } from './chain.ts'

/** Refuses roles and bindings that would give more than their writer has. Always on, last of what changes objects. */
export function escalationPlugin(check: EscalationCheck): AdmissionPlugin {
  return {
    name: 'RoleEscalation',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    admit({ request, object, oldObject }) {
      if (request.group !== 'rbac.authorization.k8s.io' || object === undefined) return undefined
      return check.check(
        {
          user: request.user,
          resource: request.resource,
          namespace: request.namespace,
          name: oldObject === undefined ? '' : request.name,
        },
        object,
        oldObject,
      )
    },
  }
}
