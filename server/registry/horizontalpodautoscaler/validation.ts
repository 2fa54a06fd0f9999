// Upstream: pkg/apis/autoscaling/validation/validation.go (validateHorizontalPodAutoscalerSpec)

import type {
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
  HPAScalingPolicy,
  HPAScalingRules,
} from '../../../api/autoscaling-v2.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'
import { validateNonnegativeQuantity } from '../core/resource-validation.ts'
import { registryDialect } from '../dialect.ts'
import { validateMetrics } from './metrics-validation.ts'
import { type ReferenceOptions, validateReference } from './reference.ts'

/** The release and limits that an autoscaler's spec is validated by. `minReplicasLowerBound`: 0 where scaling to zero is on. */
export interface AutoscalerOptions {
  readonly minor: number
  readonly minReplicasLowerBound: number
  readonly scaleTargetRef: ReferenceOptions
  /** Of the objects that metrics describe. */
  readonly describedObject: ReferenceOptions
  readonly containerMetricsOff?: boolean
}

const specPath = FieldPath.of('spec')
const maxPeriodSeconds = 1800
const maxStabilizationWindowSeconds = 3600

/** The errors of a HorizontalPodAutoscaler's spec. */
export function validateAutoscalerSpec(
  spec: HorizontalPodAutoscalerSpec,
  options: AutoscalerOptions,
): FieldError[] {
  const { behavior } = spec
  const path = specPath.child('behavior')
  return [
    ...validateReplicas(spec, options),
    ...validateReference(spec.scaleTargetRef ?? {}, specPath.child('scaleTargetRef'), options.scaleTargetRef),
    ...validateMetrics(spec.metrics ?? [], spec.minReplicas ?? undefined, specPath.child('metrics'), options),
    ...validateRules(behavior?.scaleUp, path.child('scaleUp')),
    ...validateRules(behavior?.scaleDown, path.child('scaleDown')),
  ]
}

function validateReplicas(spec: HorizontalPodAutoscalerSpec, options: AutoscalerOptions): FieldError[] {
  const { minReplicas, maxReplicas = 0 } = spec
  const least = options.minReplicasLowerBound
  const max = specPath.child('maxReplicas')
  const errors: FieldError[] = []
  if (minReplicas != null && minReplicas < least)
    errors.push(
      field.invalid(specPath.child('minReplicas'), minReplicas, `must be greater than or equal to ${least}`),
    )
  const { requiresMaxReplicas } = registryDialect(options.minor)
  if (requiresMaxReplicas && maxReplicas === 0)
    errors.push(field.required(max, 'must be set and greater than 0'))
  else if (maxReplicas < 1) {
    const text = requiresMaxReplicas ? 'must be greater than or equal to 1' : 'must be greater than 0'
    errors.push(field.invalid(max, maxReplicas, text))
  }
  if (minReplicas != null && maxReplicas < minReplicas)
    errors.push(field.invalid(max, maxReplicas, 'must be greater than or equal to `minReplicas`'))
  return errors
}

function validateRules(rules: HPAScalingRules | undefined, path: FieldPath): FieldError[] {
  if (rules == null) return []
  const { stabilizationWindowSeconds: window, selectPolicy, policies = [], tolerance } = rules
  const errors: FieldError[] = []
  const windowPath = path.child('stabilizationWindowSeconds')
  if (window != null && window < 0)
    errors.push(field.invalid(windowPath, window, 'must be greater than or equal to zero'))
  if (window != null && window > maxStabilizationWindowSeconds)
    errors.push(
      field.invalid(windowPath, window, `must be less than or equal to ${maxStabilizationWindowSeconds}`),
    )
  if (selectPolicy != null && !['Disabled', 'Max', 'Min'].includes(selectPolicy))
    errors.push(field.notSupported(path.child('selectPolicy'), selectPolicy, ['Disabled', 'Max', 'Min']))
  if (policies.length === 0)
    errors.push(field.required(path.child('policies'), 'must specify at least one Policy'))
  return [
    ...errors,
    ...policies.flatMap((policy, i) => validatePolicy(policy, path.child('policies').index(i))),
    ...(tolerance == null ? [] : validateNonnegativeQuantity(tolerance, path.child('tolerance'))),
  ]
}

function validatePolicy(policy: HPAScalingPolicy, path: FieldPath): FieldError[] {
  const { type = '', value = 0, periodSeconds = 0 } = policy
  const errors: FieldError[] = []
  if (type !== 'Pods' && type !== 'Percent')
    errors.push(field.notSupported(path.child('type'), type, ['Percent', 'Pods']))
  if (value <= 0) errors.push(field.invalid(path.child('value'), value, 'must be greater than zero'))
  const period = path.child('periodSeconds')
  if (periodSeconds <= 0) errors.push(field.invalid(period, periodSeconds, 'must be greater than zero'))
  if (periodSeconds > maxPeriodSeconds)
    errors.push(field.invalid(period, periodSeconds, `must be less than or equal to ${maxPeriodSeconds}`))
  return errors
}

/** The errors of a HorizontalPodAutoscaler's status: numbers below 0. */
export function validateAutoscalerStatus(status: HorizontalPodAutoscalerStatus): FieldError[] {
  return (['currentReplicas', 'desiredReplicas'] as const).flatMap((name) =>
    validateNonnegativeField(status[name] ?? 0, FieldPath.of('status', name)),
  )
}
