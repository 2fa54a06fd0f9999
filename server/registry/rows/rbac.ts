import { clusterRoleBindingRules, clusterRoleRules, roleBindingRules, roleRules } from '../rbac/strategy.ts'
import { printRoleBinding } from '../tables/rbac.ts'
import { group } from './group.ts'

/** The rows of rbac.authorization.k8s.io. */
export const rbacRows = group('rbac.authorization.k8s.io', {
  clusterrolebindings: { rules: clusterRoleBindingRules, table: printRoleBinding },
  clusterroles: { rules: clusterRoleRules },
  rolebindings: { rules: roleBindingRules, table: printRoleBinding },
  roles: { rules: roleRules },
})
