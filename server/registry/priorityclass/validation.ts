// Upstream: pkg/apis/scheduling/validation/validation.go, pkg/apis/scheduling/v1/helpers.go

import type { PriorityClass } from '../../../api/scheduling-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { registryDialect } from '../dialect.ts'

const highestOfUsers = 1000000000
const systemClasses: Readonly<Record<string, number>> = {
  'system-node-critical': 2000001000,
  'system-cluster-critical': 2000000000,
}
/** Whether a PriorityClass is one of those that every cluster has for its own components. */
export const isSystemPriorityClass = (name: string): boolean => Object.hasOwn(systemClasses, name)

const valuePath = FieldPath.of('value')
const policyPath = FieldPath.of('preemptionPolicy')
const policies = ['PreemptLowerPriority', 'Never']

/** Why a class with the prefix of the system is none of its own. */
function notOfSystem(name: string, { value = 0, globalDefault = false }: PriorityClass): string | undefined {
  const known = isSystemPriorityClass(name) ? systemClasses[name] : undefined
  if (known === undefined) return `${name} is not a known system priority class`
  if (known !== value) return `value of ${name} PriorityClass must be ${known}`
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined
}

/** The errors of a PriorityClass; names with `system-` and values above one billion are the system's. */
export function validatePriorityClass(own: PriorityClass): FieldError[] {
  const errors: FieldError[] = []
  const name = own.metadata?.name ?? ''
  if (name.startsWith('system-')) {
    const why = notOfSystem(name, own)
    if (why !== undefined)
      errors.push(
        field.forbidden(
          FieldPath.of('metadata', 'name'),
          `priority class names with 'system-' prefix are reserved for system use only. error: ${why}`,
        ),
      )
  } else if ((own.value ?? 0) > highestOfUsers)
    errors.push(
      field.forbidden(valuePath, `maximum allowed value of a user defined priority is ${highestOfUsers}`),
    )
  const policy = own.preemptionPolicy
  if (policy === '') errors.push(field.required(policyPath, ''))
  else if (policy != null && !policies.includes(policy))
    errors.push(field.notSupported(policyPath, policy, policies))
  return errors
}

/** The errors of a change to the value or preemptionPolicy. */
export function validatePriorityClassUpdate(
  own: PriorityClass,
  old: PriorityClass,
  minor: number,
): FieldError[] {
  return [
    ...((own.value ?? 0) === (old.value ?? 0)
      ? []
      : [
          field.forbidden(
            FieldPath.of(registryDialect(minor).valueField),
            'may not be changed in an update.',
          ),
        ]),
    ...validateImmutableField(own.preemptionPolicy, old.preemptionPolicy, policyPath),
  ]
}
