// Defaults of the policies and configurations of a cluster. Upstream: pkg/apis/{rbac,networking,scheduling,flowcontrol,autoscaling,core}/v1/defaults.go

import type { RoleBinding } from '../../../api/rbac-v1.ts'
import type { PriorityClass } from '../../../api/scheduling-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { flowControlRegistrations } from '../flowcontrol/strategy.ts'
import { extended } from '../generic/extended-strategy.ts'
import type { ResourceRegistration } from '../generic/strategy.ts'
import { autoscalerRegistration } from '../horizontalpodautoscaler/strategy.ts'
import { limitRangeRegistration } from '../limitrange/strategy.ts'
import { ingressRegistration } from '../networking/ingress.ts'
import { ingressClassRegistration } from '../networking/ingress-class.ts'
import { networkPolicyRegistration } from '../networking/network-policy.ts'
import { resourceQuotaRegistration } from '../resourcequota/strategy.ts'
import { runtimeClassRegistration } from '../runtimeclass/strategy.ts'
import { disruptionBudgetRegistration } from './disruption-budget.ts'
import { validatePriorityClass, validatePriorityClassUpdate } from './priority-class.ts'

const rbacGroup = 'rbac.authorization.k8s.io'

function setBindingDefaults(object: KubeObject): void {
  const binding = object as unknown as RoleBinding
  binding.roleRef ??= {}
  binding.roleRef.apiGroup ||= rbacGroup
  for (const subject of binding.subjects ?? []) {
    if (!subject.apiGroup && (subject.kind === 'User' || subject.kind === 'Group'))
      subject.apiGroup = rbacGroup
  }
}

const namespaced = { namespaced: true }

export const policyRegistrations: readonly ResourceRegistration[] = [
  extended(rbacGroup, 'rolebindings', namespaced, { setDefaults: setBindingDefaults }),
  extended(rbacGroup, 'clusterrolebindings', {}, { setDefaults: setBindingDefaults }),
  disruptionBudgetRegistration,
  networkPolicyRegistration,
  ingressRegistration,
  ingressClassRegistration,
  extended(
    'scheduling.k8s.io',
    'priorityclasses',
    {},
    {
      setDefaults(object) {
        const own = object as unknown as PriorityClass
        own.preemptionPolicy ??= 'PreemptLowerPriority'
      },
      validate: (_ctx, object) => validatePriorityClass(object as unknown as PriorityClass),
      validateUpdate: (_ctx, object, old) =>
        validatePriorityClassUpdate(object as unknown as PriorityClass, old as unknown as PriorityClass),
    },
  ),
  limitRangeRegistration,
  resourceQuotaRegistration,
  autoscalerRegistration,
  ...flowControlRegistrations,
  runtimeClassRegistration,
]
