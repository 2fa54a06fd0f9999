// Upstream: pkg/registry/rbac/{role,clusterrole,rolebinding,clusterrolebinding}/strategy.go, pkg/apis/rbac/v1/defaults.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { Strategy } from '../generic/strategy.ts'
import {
  rbacGroup,
  roleRefOf,
  subjectsOf,
  validateBinding,
  validateBindingUpdate,
  validateRBACName,
  validateRole,
} from './validation.ts'

const common: Pick<Strategy, 'validateName' | 'allowCreateOnUpdate' | 'allowUnconditionalUpdate'> = {
  validateName: validateRBACName,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
}

const roles = (namespaced: boolean): Strategy => ({
  ...common,
  validate: (ctx, object) => validateRole(object, namespaced, ctx.server.release.minor),
  validateUpdate: (ctx, object) => validateRole(object, namespaced, ctx.server.release.minor),
})

function setDefaults(binding: KubeObject): void {
  if (binding['roleRef'] !== undefined) roleRefOf(binding).apiGroup ||= rbacGroup
  for (const subject of subjectsOf(binding))
    if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= rbacGroup
}

const bindings = (namespaced: boolean): Strategy => ({
  ...common,
  setDefaults,
  validate: (_ctx, object) => validateBinding(object, namespaced),
  validateUpdate: (ctx, object, old) =>
    validateBindingUpdate(object, old, namespaced, ctx.server.release.minor),
})

/** The strategy of Roles. */
export const roleRules: ResourceRules = { strategy: roles(true) }
/** The strategy of ClusterRoles. */
export const clusterRoleRules: ResourceRules = { strategy: roles(false) }
/** The strategy of RoleBindings. */
export const roleBindingRules: ResourceRules = { strategy: bindings(true) }
/** The strategy of ClusterRoleBindings. */
export const clusterRoleBindingRules: ResourceRules = { strategy: bindings(false) }
