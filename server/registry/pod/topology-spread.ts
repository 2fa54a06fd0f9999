// Upstream: pkg/apis/core/validation/validation.go (validateTopologySpreadConstraints)

import type { TopologySpreadConstraint } from '../../../api/core-v1.ts'
import { eachFinding, type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import { podDialect } from './dialect.ts'
import { validateMatchLabelKeys, validateSeparateMatchLabelKeys } from './match-label-keys.ts'
import type { PodValidationOptions } from './validation-options.ts'

const actions = ['DoNotSchedule', 'ScheduleAnyway']
const inclusion = ['Honor', 'Ignore']

/** The errors of topology spread constraints. */
export function validateTopologySpread(
  constraints: readonly TopologySpreadConstraint[],
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const last = new Map(constraints.map((constraint, i) => [pairOf(constraint), i]))
  return eachFinding(constraints, (constraint, i) =>
    validateConstraint(constraint, last.get(pairOf(constraint))! > i, path.index(i), options),
  )
}

const pairOf = ({ topologyKey = '', whenUnsatisfiable = '' }: TopologySpreadConstraint): string =>
  `{${topologyKey}, ${whenUnsatisfiable}}`

function validateConstraint(
  constraint: TopologySpreadConstraint,
  comesAgain: boolean,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  const { maxSkew = 0, topologyKey = '', whenUnsatisfiable = '', minDomains } = constraint
  if (maxSkew <= 0) errors.push(field.invalid(path.child('maxSkew'), maxSkew, 'must be greater than zero'))
  if (topologyKey === '') errors.push(field.required(path.child('topologyKey'), 'can not be empty'))
  if (!actions.includes(whenUnsatisfiable))
    errors.push(field.notSupported(path.child('whenUnsatisfiable'), whenUnsatisfiable, actions))
  if (comesAgain)
    errors.push(field.duplicate(path.child('{topologyKey, whenUnsatisfiable}'), pairOf(constraint)))
  if (minDomains != null) {
    const at = path.child('minDomains')
    if (minDomains <= 0) errors.push(field.invalid(at, minDomains, 'must be greater than zero'))
    if (whenUnsatisfiable !== 'DoNotSchedule') {
      errors.push(
        field.invalid(
          at,
          minDomains,
          `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`,
        ),
      )
    }
  }
  for (const name of ['nodeAffinityPolicy', 'nodeTaintsPolicy'] as const) {
    const policy = constraint[name]
    if (policy != null && !inclusion.includes(policy))
      errors.push(field.notSupported(path.child(name), policy, inclusion))
  }
  errors.push(...validateKeys(constraint, path, options))
  if (
    options.allowInvalidTopologySpreadConstraintLabelSelector ||
    !podDialect(options.minor).checksSpreadSelectors
  )
    return errors
  return [
    ...errors,
    ...validateLabelSelector(constraint.labelSelector, {}, path.child('labelSelector'), options.minor),
  ]
}

function validateKeys(
  constraint: TopologySpreadConstraint,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const keys = constraint.matchLabelKeys ?? []
  const merged = options.mergeMatchLabelKeysInTopologySpread
    ? !options.oldPodViolatesMatchLabelKeys
    : options.oldPodViolatesLegacyMatchLabelKeys
  if (merged) return validateMatchLabelKeys(path, keys, [], constraint.labelSelector, options.minor)
  return validateSeparateMatchLabelKeys(
    path.child('matchLabelKeys'),
    keys,
    constraint.labelSelector,
    options.minor,
  )
}
