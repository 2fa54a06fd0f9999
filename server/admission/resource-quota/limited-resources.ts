// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go (what is limited by default)
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { QuotaEvaluator, QuotaRules } from '../../../apimachinery/quota/evaluator.ts'
import type { ScopeRequirement } from '../../../apimachinery/quota/scopes.ts'

/** A resource that may be used only where a ResourceQuota covers it (`limitedResources` of the plugin's configuration). */
export interface LimitedResource {
  readonly apiGroup?: string
  readonly resource?: string
  readonly matchContains?: readonly string[]
  readonly matchScopes?: readonly ScopeRequirement[]
}

/** The names that a quota must cover for this object to be allowed. */
export function limitedNames(
  limited: readonly LimitedResource[],
  evaluator: QuotaEvaluator,
  object: KubeObject,
  rules: QuotaRules,
): string[] {
  const parts = limited
    .filter((l) => (l.apiGroup ?? '') === evaluator.group && l.resource === evaluator.resource)
    .flatMap((l) => l.matchContains ?? [])
  const used = [...evaluator.usage(object, rules)].filter(([, amount]) => amount.sign > 0)
  return used.flatMap(([name]) => (parts.some((part) => name.includes(part)) ? [name] : []))
}

/** The scopes among these that the object is in. */
export const scopesOfObject = (
  scopes: readonly ScopeRequirement[],
  evaluator: QuotaEvaluator,
  object: KubeObject,
  rules: QuotaRules,
): ScopeRequirement[] => scopes.filter((scope) => evaluator.inScope?.(object, scope, rules) ?? false)

/** Limited scopes that no quota is about. */
export const uncoveredScopes = (
  limited: readonly ScopeRequirement[],
  covered: readonly ScopeRequirement[],
): ScopeRequirement[] =>
  limited.filter(({ scopeName }) => !covered.some((scope) => scope.scopeName === scopeName))

/** Scope requirements in Go's %v form: `[{PriorityClass In [high]}]`. */
export const scopesText = (scopes: readonly ScopeRequirement[]): string =>
  `[${scopes.map((s) => `{${s.scopeName ?? ''} ${s.operator ?? ''} [${(s.values ?? []).join(' ')}]}`).join(' ')}]`
