// Upstream: pkg/controller/clusterroleaggregation/clusterroleaggregation_controller.go

import type { ClusterRole as APIClusterRole, PolicyRule } from '../api/rbac-v1.ts'
import { type KubeObject, semanticEqual } from '../apimachinery/json.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from './controller.ts'
import { matchesLabelSelector } from './label-selector.ts'

type ClusterRole = KubeObject & APIClusterRole

const clusterRoles = '/apis/rbac.authorization.k8s.io/v1/clusterroles'
const manager = 'clusterrole-aggregation-controller'

/** The rules of the roles that are selected: in the order of the selectors, then of names, each once. */
export function aggregatedRules(role: ClusterRole, all: readonly ClusterRole[]): PolicyRule[] {
  const rules: PolicyRule[] = []
  const sorted = [...all].sort((a, b) => (a.metadata.name! < b.metadata.name! ? -1 : 1))
  for (const selector of role.aggregationRule?.clusterRoleSelectors ?? [])
    for (const other of sorted) {
      if (other.metadata.name === role.metadata.name) continue
      if (!matchesLabelSelector(selector, other.metadata.labels)) continue
      for (const rule of other.rules ?? [])
        if (!rules.some((known) => semanticEqual(known, rule))) rules.push(rule)
    }
  return rules
}

/** Gives cluster roles with an aggregationRule (`admin`, `edit`, `view` are such) the rules of the roles that they select. */
export function startClusterRoleAggregation(context: ControllerContext): Controller {
  const addAll = (): void => {
    for (const [name, role] of roles.items as Map<string, ClusterRole>)
      if (role.aggregationRule !== undefined) queue.add(name)
  }
  const roles = context.informers.on(clusterRoles, { onChange: addAll, onDelete: addAll })
  const queue = new ReconcileQueue(context, manager, async (name) => {
    const role = roles.items.get(name) as ClusterRole | undefined
    if (role?.aggregationRule === undefined) return
    const rules = aggregatedRules(role, [...(roles.items.values() as Iterable<ClusterRole>)])
    if (semanticEqual(rules, role.rules)) return
    await context.client.patch(
      `${clusterRoles}/${name}?fieldManager=${manager}&force=true`,
      { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name }, rules },
      'application/apply-patch+yaml',
    )
  })
  return queue
}
