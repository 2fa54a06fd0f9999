// Upstream: pkg/registry/rbac/{role,clusterrole,rolebinding,clusterrolebinding}/strategy.go, pkg/apis/rbac/v1/defaults.go
import { type FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import { validateKubeFinalizers } from '../core/kube-finalizers.ts'
import { registryDialect } from '../dialect.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { RequestContext, Strategy } from '../generic/strategy.ts'
import {
  rbacGroup,
  roleRefOf,
  subjectsOf,
  validateBinding,
  validateRBACName,
  validateRole,
  validateRoleRefChange,
} from './validation.ts'

const common: Pick<Strategy, 'validateName' | 'allowCreateOnUpdate' | 'allowUnconditionalUpdate'> = {
  validateName: validateRBACName,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
}

/** What is wrong with an object; `old` is the stored one of an update. */
type Validate = (ctx: RequestContext, object: KubeObject, old?: KubeObject) => FieldError[]

/** Upstream checks an update as a new object, metadata and all, and in older releases does so twice. */
function checkedAsNew(
  namespaced: boolean,
  own: Validate,
): Required<Pick<Strategy, 'validate' | 'validateUpdate'>> {
  const validate: Validate = (ctx, object, old) => [
    ...validateKubeFinalizers(object.metadata),
    ...own(ctx, object, old),
  ]
  const path = FieldPath.of('metadata')
  return {
    validate: (ctx, object) => validate(ctx, object),
    validateUpdate(ctx, object, old) {
      const { minor } = ctx.server.release
      const meta = validateObjectMeta(object.metadata, namespaced, validateRBACName, path, minor)
      const once = [...meta, ...validate(ctx, object, old)]
      const again = registryDialect(minor).checksRolesTwice ? once : []
      return [...once, ...again, ...validateKubeFinalizers(object.metadata)]
    },
  }
}

const roles = (namespaced: boolean): Strategy => ({
  ...common,
  ...checkedAsNew(namespaced, (ctx, object, old) =>
    validateRole(object, namespaced, ctx.server.release.minor, old),
  ),
})

function setDefaults(binding: KubeObject): void {
  if (binding['roleRef'] !== undefined) roleRefOf(binding).apiGroup ||= rbacGroup
  for (const subject of subjectsOf(binding))
    if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= rbacGroup
}

function bindings(namespaced: boolean): Strategy {
  const checks = checkedAsNew(namespaced, (_ctx, object) => validateBinding(object, namespaced))
  return {
    ...common,
    setDefaults,
    ...checks,
    validateUpdate: (ctx, object, old) => [
      ...checks.validateUpdate(ctx, object, old),
      ...validateRoleRefChange(object, old, ctx.server.release.minor),
    ],
  }
}

/** The strategy of Roles. */
export const roleRules: ResourceRules = { strategy: roles(true) }
/** The strategy of ClusterRoles. */
export const clusterRoleRules: ResourceRules = { strategy: roles(false) }
/** The strategy of RoleBindings. */
export const roleBindingRules: ResourceRules = { strategy: bindings(true) }
/** The strategy of ClusterRoleBindings. */
export const clusterRoleBindingRules: ResourceRules = { strategy: bindings(false) }
