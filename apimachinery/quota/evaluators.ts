// Upstream: pkg/quota/v1/evaluator/core/registry.go, pkg/quota/v1/install/registry.go

import { gateEnabled } from '../../featuregates/reader.ts'
import { apimachineryDialect } from '../dialect.ts'
import { claimEvaluator } from './claims.ts'
import { countName, type QuotaEvaluator, type QuotaRules } from './evaluator.ts'
import { podEvaluator } from './pods.ts'
import { resourceClaimEvaluator } from './resource-claims.ts'
import { serviceEvaluator } from './services.ts'
import { one } from './usage.ts'

/** Resources that were counted by their plural before all were as `count/…`. */
const legacyCounts = ['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets']

/** Resources that no quota is about: they are not stored, or come by themselves. */
const ignored = new Set([
  '/bindings',
  '/componentstatuses',
  '/events',
  'events.k8s.io/events',
  'authentication.k8s.io/tokenreviews',
  'authentication.k8s.io/selfsubjectreviews',
  'authorization.k8s.io/subjectaccessreviews',
  'authorization.k8s.io/selfsubjectaccessreviews',
  'authorization.k8s.io/localsubjectaccessreviews',
  'authorization.k8s.io/selfsubjectrulesreviews',
])

/** The evaluators of resources that are counted by more than their number. */
export const staticEvaluators = ({ gates, minor }: QuotaRules): QuotaEvaluator[] => [
  podEvaluator,
  serviceEvaluator,
  claimEvaluator,
  ...(apimachineryDialect(minor).countsResourceClaims && gateEnabled(gates, 'DynamicResourceAllocation')
    ? [resourceClaimEvaluator]
    : []),
]

function objectCount(group: string, resource: string): QuotaEvaluator {
  const names = [countName(group, resource)]
  if (group === '' && legacyCounts.includes(resource)) names.push(resource)
  return {
    group,
    resource,
    matching: (all) => all.filter((name) => names.includes(name)),
    usage: () => new Map(names.map((name) => [name, one])),
  }
}

/** The evaluator of a resource; undefined where quotas do not count it. */
export function evaluatorFor(group: string, resource: string, rules: QuotaRules): QuotaEvaluator | undefined {
  if (ignored.has(`${group}/${resource}`)) return undefined
  const known = staticEvaluators(rules).find((e) => e.group === group && e.resource === resource)
  return known ?? objectCount(group, resource)
}

/** Group and plural that a name of a quota counts: `count/deployments.apps`, `secrets`; undefined: something else. */
export function countedResource(name: string): { group: string; resource: string } | undefined {
  const text = name.startsWith('count/') ? name.slice(6) : legacyCounts.includes(name) ? name : undefined
  if (text === undefined) return undefined
  const [resource = '', ...group] = text.split('.')
  return { group: group.join('.'), resource }
}
