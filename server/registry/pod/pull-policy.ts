import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'

const pullPolicies = ['Always', 'IfNotPresent', 'Never']

/** Upstream: pkg/apis/core/validation/validation.go (validatePullPolicy) */
export function validatePullPolicy(policy: string, path: FieldPath): FieldError[] {
  if (policy === '') return [field.required(path, '')]
  return pullPolicies.includes(policy) ? [] : [field.notSupported(path, policy, pullPolicies)]
}
