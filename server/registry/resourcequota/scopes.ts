// Upstream: pkg/apis/core/validation/validation.go (validateResourceQuotaScopes, validateScopedResourceSelectorRequirement), pkg/apis/core/helper/helpers.go

import type { ResourceQuotaSpec, ScopedResourceSelectorRequirement } from '../../../api/core-v1.ts'
import { apimachineryDialect } from '../../../apimachinery/dialect.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { valueOrEmpty } from '../../../apimachinery/given-empty.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { isStandardQuotaResource } from '../core/resource-list.ts'
import { registryDialect } from '../dialect.ts'

/** Scopes that select by themselves, and take no operator but Exists. */
const plainScopes = [
  'BestEffort',
  'NotBestEffort',
  'Terminating',
  'NotTerminating',
  'CrossNamespacePodAffinity',
]
const isScope = (scope: string, minor: number): boolean =>
  plainScopes.includes(scope) ||
  scope === 'PriorityClass' ||
  (scope === 'VolumeAttributesClass' && apimachineryDialect(minor).hasVolumeAttributesClassScope)

const ofPods = ['pods', 'cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory']
const ofClaims = ['persistentvolumeclaims', 'requests.storage']

function isValidForResource(scope: string, resource: string, minor: number): boolean {
  if (!isScope(scope, minor)) return true
  if (scope === 'BestEffort') return resource === 'pods'
  return (scope === 'VolumeAttributesClass' ? ofClaims : ofPods).includes(resource)
}

/** Go's type of a quota's scopes. */
export const goScopes = '[]core.ResourceQuotaScope'

/** The errors of a quota's scopes: unknown ones, and those that exclude each other or a resource. */
export function validateScopes(spec: ResourceQuotaSpec, path: FieldPath, minor: number): FieldError[] {
  const scopes = spec.scopes ?? []
  const shown = badValue(valueOrEmpty(spec, 'scopes'), goScopes, minor)
  const invalid = (text: string): FieldError => field.invalid(path, shown, text)
  return [
    ...scopes.flatMap((scope) => [
      ...(isScope(scope, minor) ? [] : [invalid('unsupported scope')]),
      ...unscoped(spec, scope, minor).map(() => invalid('unsupported scope applied to resource')),
    ]),
    ...conflicts(scopes).map(() => invalid('conflicting scopes')),
  ]
}

/** The limited resources that the scope has nothing to do with. */
const unscoped = (spec: ResourceQuotaSpec, scope: string, minor: number): string[] =>
  Object.keys(spec.hard ?? {}).filter(
    (name) => isStandardQuotaResource(name) && !isValidForResource(scope, name, minor),
  )

const conflicts = (scopes: readonly string[]): (readonly string[])[] =>
  [
    ['BestEffort', 'NotBestEffort'],
    ['Terminating', 'NotTerminating'],
  ].filter((pair) => pair.every((scope) => scopes.includes(scope)))

/** The errors of a quota's scopeSelector. */
export function validateScopeSelector(spec: ResourceQuotaSpec, path: FieldPath, minor: number): FieldError[] {
  const requirements = spec.scopeSelector?.matchExpressions ?? []
  const selector = badValue(spec.scopeSelector, '*core.ScopeSelector', minor)
  // @note The conflict is told with the list that is not the selector's.
  const scopes = badValue(valueOrEmpty(spec, 'scopes'), goScopes, minor)
  return [
    ...requirements.flatMap((requirement) => {
      const scope = requirement.scopeName ?? ''
      return [
        ...(isScope(scope, minor)
          ? []
          : [field.invalid(path.child('scopeName'), scope, 'unsupported scope')]),
        ...unscoped(spec, scope, minor).map(() =>
          field.invalid(path, selector, 'unsupported scope applied to resource'),
        ),
        ...validateOperator(requirement, path, minor),
      ]
    }),
    ...conflicts(requirements.map(({ scopeName = '' }) => scopeName)).map(() =>
      field.invalid(path, scopes, 'conflicting scopes'),
    ),
  ]
}

function validateOperator(
  { scopeName = '', operator = '', values }: ScopedResourceSelectorRequirement,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors: FieldError[] = []
  const at = path.child('operator')
  const given = (values ?? []).length > 0
  if (plainScopes.includes(scopeName) && operator !== 'Exists')
    errors.push(
      field.invalid(
        at,
        operator,
        `must be '${registryDialect(minor).existsOperatorText}' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity`,
      ),
    )
  if (operator === 'In' || operator === 'NotIn') {
    if (!given)
      errors.push(
        field.required(
          path.child('values'),
          "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
        ),
      )
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (given)
      errors.push(
        field.invalid(
          path.child('values'),
          badValue(values, '[]string', minor),
          "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
        ),
      )
  } else errors.push(field.invalid(at, operator, 'not a valid selector operator'))
  return errors
}
