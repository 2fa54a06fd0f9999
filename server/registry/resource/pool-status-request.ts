// Upstream: pkg/registry/resource/resourcepoolstatusrequest/strategy.go, the tags of staging/src/k8s.io/api/resource/v1alpha3/types.go
import { type FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import {
  each,
  immutable,
  longName,
  longNameCaseless,
  maxBytes,
  maxItems,
  maximum,
  minimum,
  type Operation,
  optional,
  optionalPointer,
  required,
  requiredPointer,
  resourcePoolName,
  struct,
  uniqueBy,
  validateDeclared,
} from '../../../apimachinery/validation/declarative.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { type AnyCondition, validateConditions } from '../core/meta-conditions.ts'
import { metaOnUpdate } from '../core/object-meta-validation.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { RequestContext, Strategy } from '../generic/strategy.ts'

const driver = [required, longNameCaseless]
const count = [optionalPointer, minimum(0)]
const pool = struct({
  driver,
  poolName: [required, resourcePoolName],
  generation: [required, minimum(0)],
  resourceSliceCount: [optionalPointer, minimum(1)],
  totalDevices: count,
  allocatedDevices: count,
  availableDevices: count,
  unavailableDevices: count,
  nodeName: [optionalPointer, longName],
  validationError: [optionalPointer, maxBytes(256)],
})

const request = struct({
  spec: [
    immutable,
    struct({
      driver,
      poolName: [optionalPointer, resourcePoolName],
      // Its default makes it one that is there.
      limit: [requiredPointer, maximum(1000), minimum(1)],
    }),
  ],
  status: [
    optionalPointer,
    struct({
      poolCount: [requiredPointer, minimum(0)],
      pools: [maxItems(1000), optional, each(pool)],
      conditions: [maxItems(10), optional, uniqueBy('type', 'meta/v1.Condition')],
    }),
  ],
})

const errorsOf = (
  { server }: RequestContext,
  object: KubeObject,
  old: KubeObject | undefined,
): FieldError[] => {
  const op: Operation = { update: old !== undefined, minor: server.release.minor, options: new Set() }
  return validateDeclared(request, object, old, FieldPath.root, op)
}

function statusErrors(object: KubeObject, old: KubeObject, minor: number): FieldError[] {
  const at = FieldPath.of('status')
  const [status, before] = [object['status'], old['status']]
  if (before !== undefined)
    return validateImmutableField(status, before, at, {
      type: '*resource.ResourcePoolStatusRequestStatus',
      minor,
    })
  const { conditions } = (status ?? {}) as { conditions?: AnyCondition[] | null }
  return validateConditions(conditions, at.child('conditions'), minor)
}

/** The strategy of ResourcePoolStatusRequests and of their status, which is written once. */
export const poolStatusRequestRules: RulesFor = (traits) => {
  const strategy = extendedStrategy(traits, {
    // A status that is there would be one that is complete.
    prepareForCreate: (_ctx, object) => void delete object['status'],
    validate: (ctx, object) => errorsOf(ctx, object, undefined),
    validateUpdate: (ctx, object, old) => errorsOf(ctx, object, old),
  })
  const status: Strategy = {
    ...defaultStatusStrategy(traits, strategy),
    validateUpdate: (ctx, object, old) => [
      ...metaOnUpdate(object),
      ...statusErrors(object, old, ctx.server.release.minor),
      ...errorsOf(ctx, object, old),
    ],
  }
  return { strategy, subresources: { status } }
}
