// Upstream: pkg/apis/core/v1/helper/helpers.go (ScopedResourceSelectorRequirementsAsSelector), quota/v1/generic/evaluator.go
import type { KubeObject } from '../json.ts'
import type { ResourceList } from './usage.ts'

/** A scope that objects must be in for a quota to count them: v1 ScopedResourceSelectorRequirement. */
export interface ScopeRequirement {
  readonly scopeName?: string
  readonly operator?: string
  readonly values?: readonly string[]
}

/** The parts of a ResourceQuota that its usage depends on. */
export interface QuotaObject extends KubeObject {
  spec?: {
    hard?: ResourceList
    scopes?: string[]
    scopeSelector?: { matchExpressions?: ScopeRequirement[] } | null
  }
  status?: { hard?: ResourceList; used?: ResourceList }
}

/** All requirements of a quota; `spec.scopes` are those with the operator Exists. */
export const scopesOf = ({ spec }: QuotaObject): ScopeRequirement[] => [
  ...(spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' })),
  ...(spec?.scopeSelector?.matchExpressions ?? []),
]

/** Whether a requirement selects a name; undefined stands for an object without one. */
export function selects({ operator, values = [] }: ScopeRequirement, name: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return name !== undefined && values.includes(name)
    case 'NotIn':
      return name === undefined || !values.includes(name)
    case 'Exists':
      return name !== undefined
    case 'DoesNotExist':
      return name === undefined
    default:
      return false
  }
}
