// Upstream: staging/src/k8s.io/apiserver/pkg/quota/v1/resources.go (CalculateUsage)
import type { KubeObject } from '../json.ts'
import type { Quantity } from '../quantity.ts'
import { inScopes, type QuotaEvaluator, type QuotaRules } from './evaluator.ts'
import { type QuotaObject, scopesOf } from './scopes.ts'
import { addTo, masked, zero } from './usage.ts'

/** The objects of a resource in the quota's namespace, with the resource's evaluator. */
export interface Counted {
  readonly evaluator: QuotaEvaluator
  readonly objects: Iterable<KubeObject>
}

/** The usage of a quota's resources. Resources that no evaluator knows are left out. */
export function quotaUsage(
  quota: QuotaObject,
  counted: readonly Counted[],
  rules: QuotaRules,
): Map<string, Quantity> {
  const names = Object.keys(quota.spec?.hard ?? {})
  const scopes = scopesOf(quota)
  const total = new Map<string, Quantity>()
  for (const { evaluator, objects } of counted) {
    const own = evaluator.matching(names, rules)
    if (own.length === 0) continue
    for (const name of own) if (!total.has(name)) total.set(name, zero)
    for (const object of objects)
      if (inScopes(evaluator, object, scopes, rules))
        addTo(total, masked(evaluator.usage(object, rules), own))
  }
  return total
}
