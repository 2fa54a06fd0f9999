// Upstream: pkg/apis/core/validation/validation.go (ValidateResourceQuota)

import type { ResourceQuotaSpec, ResourceQuotaStatus } from '../../../api/core-v1.ts'
import { eachFinding, type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { valueOrEmpty } from '../../../apimachinery/given-empty.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { isStandardQuotaResource, type ResourceList } from '../core/resource-list.ts'
import {
  resourceNameValue,
  validateResourceName,
  validateResourceQuantity,
} from '../core/resource-validation.ts'
import { goScopes, validateScopeSelector, validateScopes } from './scopes.ts'

const specPath = FieldPath.of('spec')
const statusPath = FieldPath.of('status')

/** The errors of a ResourceQuota's spec. */
export function validateQuotaSpec(spec: ResourceQuotaSpec, minor: number): FieldError[] {
  return [
    ...validateList(spec.hard, specPath.child('hard'), minor),
    ...validateScopes(spec, specPath.child('scopes'), minor),
    ...validateScopeSelector(spec, specPath.child('scopeSelector', 'matchExpressions'), minor),
  ]
}

/** The errors of a ResourceQuota's status. */
export const validateQuotaStatus = (status: ResourceQuotaStatus, minor: number): FieldError[] =>
  (['hard', 'used'] as const).flatMap((name) => validateList(status[name], statusPath.child(name), minor))

function validateList(list: ResourceList = {}, path: FieldPath, minor: number): FieldError[] {
  return eachFinding(Object.keys(list), (name) => {
    const at = path.key(name)
    const errors = validateResourceName(name, at, minor)
    if (!name.includes('/') && !isStandardQuotaResource(name))
      errors.push(field.invalid(at, resourceNameValue(name, minor), 'must be a standard resource for quota'))
    return [...errors, ...validateResourceQuantity(name, list, at, minor)]
  })
}

/** The scopes of a quota stay what they are, in any order. */
export function validateSameScopes(
  spec: ResourceQuotaSpec,
  old: ResourceQuotaSpec,
  minor: number,
): FieldError[] {
  const [now, before] = [new Set(spec.scopes), new Set(old.scopes)]
  if (now.size === before.size && [...now].every((scope) => before.has(scope))) return []
  return [
    field.invalid(
      specPath.child('scopes'),
      badValue(valueOrEmpty(spec, 'scopes'), goScopes, minor),
      'field is immutable',
    ),
  ]
}
