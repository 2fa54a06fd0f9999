// Upstream: pkg/registry/rbac/{role,clusterrole,rolebinding,clusterrolebinding}/strategy.go, pkg/apis/rbac/v1/defaults.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { ResourceRegistration, Strategy } from '../generic/strategy.ts'
import {
  rbacGroup,
  roleRefOf,
  subjectsOf,
  validateBinding,
  validateBindingUpdate,
  validateRBACName,
  validateRole,
} from './validation.ts'

const common = (
  namespaced: boolean,
): Pick<Strategy, 'namespaced' | 'validateName' | 'allowCreateOnUpdate' | 'allowUnconditionalUpdate'> => ({
  namespaced,
  validateName: validateRBACName,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
})

const roles = (namespaced: boolean): Strategy => ({
  ...common(namespaced),
  validate: (ctx, object) => validateRole(object, namespaced, ctx.server.minor),
  validateUpdate: (ctx, object) => validateRole(object, namespaced, ctx.server.minor),
})

function setDefaults(binding: KubeObject): void {
  if (binding['roleRef'] !== undefined) roleRefOf(binding).apiGroup ||= rbacGroup
  for (const subject of subjectsOf(binding))
    if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= rbacGroup
}

const bindings = (namespaced: boolean): Strategy => ({
  ...common(namespaced),
  setDefaults,
  validate: (_ctx, object) => validateBinding(object, namespaced),
  validateUpdate: (ctx, object, old) => validateBindingUpdate(object, old, namespaced, ctx.server.minor),
})

export const rbacRegistrations: readonly ResourceRegistration[] = [
  { group: rbacGroup, resource: 'roles', strategy: roles(true), keyPrefix: '/registry/roles' },
  { group: rbacGroup, resource: 'clusterroles', strategy: roles(false), keyPrefix: '/registry/clusterroles' },
  {
    group: rbacGroup,
    resource: 'rolebindings',
    strategy: bindings(true),
    keyPrefix: '/registry/rolebindings',
  },
  {
    group: rbacGroup,
    resource: 'clusterrolebindings',
    strategy: bindings(false),
    keyPrefix: '/registry/clusterrolebindings',
  },
]
