// Upstream: pkg/kubeapiserver/authorizer/config.go
import type { Authorizer } from '../endpoints/authorization/attributes.ts'
import { EscalationCheck } from '../endpoints/authorization/escalation-check.ts'
import { nodeAuthorizer } from '../endpoints/authorization/node-authorizer.ts'
import { RBACAuthorizer } from '../endpoints/authorization/rbac-authorizer.ts'
import type { StoredRBAC } from '../endpoints/authorization/rbac-store.ts'
import {
  alwaysAllow,
  alwaysDeny,
  privilegedGroups,
  unionAuthorizer,
} from '../endpoints/authorization/union-authorizer.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'

/** The authorizer of a server. */
export interface Authorization {
  readonly authorizer: Authorizer
  /** Keeps users from granting what they do not have. */
  readonly escalation: EscalationCheck
}

/** @param trusting everybody may do everything, whatever `--authorization-mode` says */
export function authorization(config: ApiserverConfig, rbac: StoredRBAC, trusting: boolean): Authorization {
  const rbacAuthorizer = new RBACAuthorizer(rbac)
  const authorizer = trusting ? alwaysAllow : authorizerOfModes(config, rbacAuthorizer)
  return { authorizer, escalation: new EscalationCheck(rbac, rbacAuthorizer, authorizer) }
}

function authorizerOfModes(config: ApiserverConfig, rbac: RBACAuthorizer): Authorizer {
  const modes: Readonly<Record<string, Authorizer>> = {
    AlwaysAllow: alwaysAllow,
    AlwaysDeny: alwaysDeny,
    RBAC: rbac,
    Node: nodeAuthorizer(config.gates),
  }
  return unionAuthorizer([
    privilegedGroups,
    ...config.authorizationModes.flatMap((mode) => modes[mode] ?? []),
  ])
}
