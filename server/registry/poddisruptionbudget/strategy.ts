// Upstream: pkg/registry/policy/poddisruptionbudget/strategy.go, pkg/apis/policy/validation/validation.go

import type {
  PodDisruptionBudget,
  PodDisruptionBudgetSpec,
  PodDisruptionBudgetStatus,
} from '../../../api/policy-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { validateAtMost100Percent, validatePositiveIntOrPercent } from '../apps/int-or-percent.ts'
import { validateConditions } from '../core/meta-conditions.ts'
import { defaultStatusStrategy, defaultStrategy } from '../generic/default-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'

const specOf = (object: KubeObject): PodDisruptionBudgetSpec =>
  (object as unknown as PodDisruptionBudget).spec ?? {}
const specPath = FieldPath.of('spec')

/** The errors of a PodDisruptionBudget's spec; `old` is the stored spec of an update. */
export function validateBudget(
  spec: PodDisruptionBudgetSpec,
  minor: number,
  old?: PodDisruptionBudgetSpec,
): FieldError[] {
  const errors: FieldError[] = []
  if (spec.minAvailable != null && spec.maxUnavailable != null)
    errors.push(
      field.invalid(
        specPath,
        badValue(spec, 'policy.PodDisruptionBudgetSpec', minor),
        'minAvailable and maxUnavailable cannot be both set',
      ),
    )
  for (const name of ['minAvailable', 'maxUnavailable'] as const) {
    const amount = spec[name]
    if (amount == null) continue
    errors.push(...validatePositiveIntOrPercent(amount, specPath.child(name), minor))
    errors.push(...validateAtMost100Percent(amount, specPath.child(name), minor))
  }
  const allowInvalidLabelValueInSelector =
    old !== undefined && validateLabelSelector(old.selector, {}, specPath, minor).length > 0
  errors.push(
    ...validateLabelSelector(
      spec.selector,
      { allowInvalidLabelValueInSelector },
      specPath.child('selector'),
      minor,
    ),
  )
  const policy = spec.unhealthyPodEvictionPolicy
  const policies = ['AlwaysAllow', 'IfHealthyBudget']
  if (policy != null && !policies.includes(policy))
    errors.push(field.notSupported(specPath.child('unhealthyPodEvictionPolicy'), policy, policies))
  return errors
}

const statusCounts = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const

/** The errors of a PodDisruptionBudget's status. @param version of the request: the counts of the first one are not checked */
export function validateBudgetStatus(
  status: PodDisruptionBudgetStatus,
  version: string,
  minor: number,
): FieldError[] {
  const path = FieldPath.of('status')
  return [
    ...validateConditions(status.conditions, path.child('conditions'), minor),
    ...(version === 'v1beta1'
      ? []
      : statusCounts.flatMap((name) => validateNonnegativeField(status[name] ?? 0, path.child(name)))),
  ]
}

/** Drops the policy on unhealthy pods where its gate is off and the stored budget has none. */
function dropDisabledFields({ gates }: ServerContext, object: KubeObject, old?: KubeObject): void {
  if (gateEnabled(gates, 'PDBUnhealthyPodEvictionPolicy')) return
  if (old === undefined || specOf(old).unhealthyPodEvictionPolicy == null)
    delete specOf(object).unhealthyPodEvictionPolicy
}

/** Without the check of finalizers that most kinds have. */
export const disruptionBudgetRules: RulesFor = (traits) => {
  const base = defaultStrategy(traits)
  const strategy: Strategy = {
    ...base,
    prepareForCreate(ctx, object) {
      base.prepareForCreate?.(ctx, object)
      dropDisabledFields(ctx.server, object)
    },
    prepareForUpdate(ctx, object, old) {
      base.prepareForUpdate?.(ctx, object, old)
      dropDisabledFields(ctx.server, object, old)
    },
    validate: (ctx, object) => validateBudget(specOf(object), ctx.server.release.minor),
    validateUpdate: (ctx, object, old) =>
      validateBudget(specOf(object), ctx.server.release.minor, specOf(old)),
    validatesMeta: false,
    repeatsMetaValidation: false,
  }
  const status: Strategy = {
    ...defaultStatusStrategy(traits, strategy),
    validateUpdate: ({ server, version }, object) =>
      validateBudgetStatus(
        (object as unknown as PodDisruptionBudget).status ?? {},
        version,
        server.release.minor,
      ),
    repeatsMetaValidation: false,
  }
  return { strategy, subresources: { status } }
}
