// Upstream: pkg/registry/coordination/lease/strategy.go, pkg/apis/coordination/validation/validation.go

import type { LeaseSpec } from '../../../api/coordination-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { isQualifiedName } from '../../../apimachinery/validation/label-names.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { subObject } from '../core/sub-object.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'

const specOf = (object: KubeObject): LeaseSpec => subObject(object, 'spec')
const path = FieldPath.of('spec')

function dropDisabledFields(object: KubeObject, old: KubeObject | undefined, server: ServerContext): void {
  if (gateEnabled(server.gates, 'CoordinatedLeaderElection')) return
  for (const key of ['strategy', 'preferredHolder'] as const)
    if (old === undefined || (specOf(old)[key] ?? null) === null) delete specOf(object)[key]
}

function validateLeaseSpec(spec: LeaseSpec, minor: number): FieldError[] {
  const errors: FieldError[] = []
  const { leaseDurationSeconds: seconds, leaseTransitions: transitions } = spec
  if (typeof seconds === 'number' && seconds <= 0)
    errors.push(field.invalid(path.child('leaseDurationSeconds'), seconds, 'must be greater than 0'))
  if (typeof transitions === 'number' && transitions < 0)
    errors.push(
      field.invalid(path.child('leaseTransitions'), transitions, 'must be greater than or equal to 0'),
    )
  if ((spec.strategy ?? null) !== null)
    errors.push(...validateLeaseStrategy(spec.strategy!, path.child('strategy'), minor))
  if (spec.preferredHolder && !spec.strategy)
    errors.push(
      field.forbidden(path.child('preferredHolder'), 'may only be specified if `strategy` is defined'),
    )
  return errors
}

/**
 * The errors of the strategy of a Lease or LeaseCandidate.
 * @note The path names the field once more.
 */
export function validateLeaseStrategy(strategy: string, of: FieldPath, minor: number): FieldError[] {
  const at = of.child('strategy')
  const value = badValue(strategy, 'string', minor)
  if (strategy.includes('/'))
    return isQualifiedName(strategy, minor).map((text) => field.invalid(at, value, text))
  return strategy === 'OldestEmulationVersion'
    ? []
    : [field.notSupported(at, value, ['OldestEmulationVersion'])]
}

const strategy: Strategy = {
  validateName: nameIsDNSSubdomain,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  prepareForCreate: (ctx, object) => dropDisabledFields(object, undefined, ctx.server),
  prepareForUpdate: (ctx, object, old) => dropDisabledFields(object, old, ctx.server),
  validate: (ctx, object) => validateLeaseSpec(specOf(object), ctx.server.release.minor),
  validateUpdate: (ctx, object) => validateLeaseSpec(specOf(object), ctx.server.release.minor),
}

/** The strategy of Leases. */
export const leaseRules: ResourceRules = {
  strategy,
}
