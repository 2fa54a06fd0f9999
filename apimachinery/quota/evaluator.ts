// Upstream: staging/src/k8s.io/apiserver/pkg/quota/v1/interfaces.go
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import type { KubeObject } from '../json.ts'
import type { ScopeRequirement } from './scopes.ts'
import type { Usage } from './usage.ts'

/** The release and gates that amounts depend on beside the object. */
export interface QuotaRules {
  readonly minor: number
  readonly gates: FeatureGateReader
  /** Milliseconds since the epoch. */
  now(): number
}

/** Computes the ResourceQuota usage of objects of one resource. Pure. */
export interface QuotaEvaluator {
  /** Group and plural of the objects. */
  readonly group: string
  readonly resource: string
  /** Those of the resource names that objects of this resource are counted for. */
  matching(names: readonly string[], rules: QuotaRules): string[]
  usage(object: KubeObject, rules: QuotaRules): Usage
  /** Whether the object is one that the scope is about; not there: no scope is about such objects. */
  inScope?(object: KubeObject, scope: ScopeRequirement, rules: QuotaRules): boolean
  /** The text of what the object must specify, as a quota limits it, and does not; undefined: nothing. */
  missing?(object: KubeObject, names: readonly string[], rules: QuotaRules): string | undefined
}

/** The name under which the objects of a resource are counted: `count/deployments.apps`. */
export const countName = (group: string, resource: string): string =>
  group === '' ? `count/${resource}` : `count/${resource}.${group}`

/** Whether a quota with these scopes counts the object. */
export const inScopes = (
  evaluator: QuotaEvaluator,
  object: KubeObject,
  scopes: readonly ScopeRequirement[],
  rules: QuotaRules,
): boolean => scopes.every((scope) => evaluator.inScope?.(object, scope, rules) ?? false)
