// Upstream: pkg/apis/core/validation/validation.go (ValidatePersistentVolumeClaimStatusUpdate)
import type { PersistentVolumeClaim } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isQualifiedName } from '../../../apimachinery/validation/label-names.ts'
import { isNativeResource } from '../core/resource-list.ts'
import {
  resourceNameValue,
  validateBasicQuantity,
  validateResourceQuantity,
} from '../core/resource-validation.ts'
import { registryDialect } from '../dialect.ts'

const statusPath = FieldPath.of('status')
const resizeStatuses = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
].sort()

/** The errors of a claim's status: capacity, and how far an expansion is. @param recovers expansions that failed are told of */
export function validateClaimStatus(
  { spec, status = {} }: PersistentVolumeClaim,
  recovers: boolean,
  minor: number,
): FieldError[] {
  return [
    ...(spec?.accessModes?.length ? [] : [field.required(FieldPath.of('Spec', 'accessModes'), '')]),
    ...Object.entries(status.capacity ?? {}).flatMap(([name, amount]) =>
      validateBasicQuantity(amount, statusPath.child('capacity').key(name)),
    ),
    ...(recovers ? validateExpansion(status, minor) : []),
  ]
}

type ClaimStatus = NonNullable<PersistentVolumeClaim['status']>

function validateExpansion(status: ClaimStatus, minor: number): FieldError[] {
  const statuses = statusPath.child(registryDialect(minor).resizeStatusField)
  const allocated = statusPath.child('allocatedResources')
  return [
    ...Object.entries(status.allocatedResourceStatuses ?? {}).flatMap(([name, value]) => [
      ...validateResourceKey(name, statuses, minor),
      ...(resizeStatuses.includes(value)
        ? []
        : [field.notSupported(statuses, resourceNameValue(name, minor), resizeStatuses)]),
    ]),
    ...Object.entries(status.allocatedResources ?? {}).flatMap(([name, amount]) => {
      const errors = validateResourceKey(name, allocated, minor)
      if (errors.length > 0) return errors
      const at = allocated.key(name)
      const invalid = validateBasicQuantity(amount, at)
      return invalid.length > 0
        ? invalid
        : validateResourceQuantity('storage', { storage: amount }, at, minor)
    }),
  ]
}

/** Of the resources that Kubernetes knows itself, a volume has storage only. */
function validateResourceKey(name: string, at: FieldPath, minor: number): FieldError[] {
  const errors = isQualifiedName(name, minor).map((text) => field.invalid(at, name, text))
  if (errors.length > 0 || !isNativeResource(name) || name === 'storage') return errors
  return [field.notSupported(at, name, ['storage'])]
}
