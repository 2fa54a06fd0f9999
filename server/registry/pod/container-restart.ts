// Upstream: pkg/apis/core/validation/validation.go (validateContainerRestartPolicy, validateInitContainerRestartPolicy)

import type { Container, ContainerRestartRule } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { tooMany } from '../../../apimachinery/validation/messages.ts'
import { podDialect } from './dialect.ts'
import type { PodValidationOptions } from './validation-options.ts'

const policies = ['Always', 'Never', 'OnFailure']
const operators = ['In', 'NotIn']

/** The errors of an init container's restartPolicy and restart rules. */
export function validateInitContainerRestartPolicy(
  container: Container,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const { restartPolicy, restartPolicyRules: rules = [] } = container
  if (restartPolicy == null)
    return rules.length > 0 && podDialect(options.minor).wantsPolicyOfRules
      ? [
          field.required(
            path.child('restartPolicy'),
            'must specify restartPolicy when restart rules are used',
          ),
        ]
      : []
  if (!options.allowContainerRestartPolicyRules) {
    return restartPolicy === 'Always'
      ? []
      : [field.notSupported(path.child('restartPolicy'), restartPolicy, ['Always'])]
  }
  if (restartPolicy !== 'Always' || options.allowRestartAllContainers)
    return validateContainerRestartPolicy(container, path, options)
  if (rules.length === 0) return []
  return [
    field.forbidden(
      path.child('restartPolicyRules'),
      'restartPolicyRules are not allowed for init containers with restart policy Always',
    ),
  ]
}

/** The errors of a container's restartPolicy and restart rules. */
export function validateContainerRestartPolicy(
  container: Container,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const { restartPolicy, restartPolicyRules: rules = [] } = container
  const errors: FieldError[] = []
  if (restartPolicy == null) {
    if (rules.length === 0) return errors
    errors.push(
      field.required(path.child('restartPolicy'), 'must specify restartPolicy when restart rules are used'),
    )
  } else if (!policies.includes(restartPolicy))
    errors.push(field.notSupported(path.child('restartPolicy'), restartPolicy, policies))
  if (rules.length > 20)
    errors.push(tooMany(path.child('restartPolicyRules'), rules.length, 20, options.minor))
  rules.forEach((rule, i) => {
    errors.push(...validateRule(rule, path.child('restartPolicyRules').index(i), options))
  })
  return errors
}

function validateRule(
  { action = '', exitCodes }: ContainerRestartRule,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const actions = options.allowRestartAllContainers ? ['Restart', 'RestartAllContainers'] : ['Restart']
  const errors = actions.includes(action) ? [] : [field.notSupported(path.child('action'), action, actions)]
  const at = path.child('exitCodes')
  if (exitCodes == null) return [...errors, field.required(at, 'must be specified')]
  const { operator = '', values = [] } = exitCodes
  if (!operators.includes(operator))
    errors.push(field.notSupported(at.child('operator'), operator, operators))
  if (values.length > 255) errors.push(tooMany(at.child('values'), values.length, 255, options.minor))
  return errors
}
