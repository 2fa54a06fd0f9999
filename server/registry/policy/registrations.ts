// Defaults of the policies and configurations of a cluster. Upstream: pkg/apis/{rbac,networking,scheduling,flowcontrol,autoscaling,core}/v1/defaults.go
import { getOwn, type KubeObject, setOwn } from '../../apimachinery/json.ts'
import type {
  LimitRangeItem,
  LimitRangeSpec,
  ResourceQuotaSpec,
  ResourceQuotaStatus,
} from '../api-types/core-v1.ts'
import type { FlowSchemaSpec, PriorityLevelConfigurationSpec } from '../api-types/flowcontrol-v1.ts'
import type { RoleBinding } from '../api-types/rbac-v1.ts'
import type { PriorityClass } from '../api-types/scheduling-v1.ts'
import { roundUpResourceList } from '../core/resource-list.ts'
import { subObject } from '../core/sub-object.ts'
import { extended } from '../generic/extended-strategy.ts'
import type { ResourceRegistration } from '../generic/strategy.ts'
import { autoscalerRegistration } from '../horizontalpodautoscaler/strategy.ts'
import { ingressRegistration } from '../networking/ingress.ts'
import { ingressClassRegistration } from '../networking/ingress-class.ts'
import { networkPolicyRegistration } from '../networking/network-policy.ts'
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

function setLimitDefaults(item: LimitRangeItem): void {
  for (const list of [item.max, item.min, item.default, item.defaultRequest, item.maxLimitRequestRatio])
    roundUpResourceList(list)
  if (item.type !== 'Container') return
  const fill = (to: Record<string, string>, from: Record<string, string> | undefined): void => {
    for (const name of Object.keys(from ?? {}))
      if (getOwn(to, name) === undefined) setOwn(to, name, from![name]!)
  }
  item.default ??= {}
  item.defaultRequest ??= {}
  fill(item.default, item.max)
  fill(item.defaultRequest, item.default)
  fill(item.defaultRequest, item.min)
}

function setPriorityLevelDefaults(object: KubeObject): void {
  const spec = subObject<PriorityLevelConfigurationSpec>(object, 'spec')
  if (spec.exempt) {
    spec.exempt.nominalConcurrencyShares ??= 0
    spec.exempt.lendablePercent ??= 0
  }
  if (spec.limited == null) return
  spec.limited.nominalConcurrencyShares ??= 30
  spec.limited.lendablePercent ??= 0
  const queuing = spec.limited.limitResponse?.queuing
  if (queuing == null) return
  queuing.handSize ||= 8
  queuing.queues ||= 64
  queuing.queueLengthLimit ||= 50
}

const namespaced = { namespaced: true }
const withStatus = { hasStatus: true }

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
  extended('', 'limitranges', namespaced, {
    setDefaults(object) {
      for (const item of subObject<LimitRangeSpec>(object, 'spec').limits ?? []) setLimitDefaults(item)
    },
  }),
  extended(
    '',
    'resourcequotas',
    { namespaced: true, hasStatus: true },
    {
      setDefaults(object) {
        roundUpResourceList(subObject<ResourceQuotaSpec>(object, 'spec').hard)
        const status = subObject<ResourceQuotaStatus>(object, 'status')
        roundUpResourceList(status.hard)
        roundUpResourceList(status.used)
      },
    },
  ),
  autoscalerRegistration,
  extended('flowcontrol.apiserver.k8s.io', 'flowschemas', withStatus, {
    setDefaults(object) {
      const spec = subObject<FlowSchemaSpec>(object, 'spec')
      spec.matchingPrecedence ||= 1000
    },
  }),
  extended('flowcontrol.apiserver.k8s.io', 'prioritylevelconfigurations', withStatus, {
    setDefaults: setPriorityLevelDefaults,
  }),
]
