// Upstream: pkg/apis/resource/validation/validation.go of releases before 1.31 (ValidateClaimStatusUpdate)
import type { NodeSelector } from '../../../api/core-v1.ts'
import { eachFinding, type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { tooLongMaxLength } from '../../../apimachinery/validation/messages.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { requireFields } from '../core/names.ts'
import { validateNodeSelector } from '../pod/affinity.ts'
import { deviceDialect } from './dialect.ts'

interface Consumer {
  resource?: string
  name?: string
  uid?: string
}

interface Allocation {
  resourceHandle?: string
  resourceHandles?: { driverName?: string; data?: string }[] | null
  availableOnNodes?: NodeSelector | null
  shareable?: boolean
}

/** resource.k8s.io ResourceClaimStatus. */
export interface ClaimStatus {
  driverName?: string
  allocation?: Allocation | null
  reservedFor?: Consumer[] | null
  deallocationRequested?: boolean
}

const path = FieldPath.of('status')
const reservedPath = path.child('reservedFor')
const [mostConsumers, mostHandles, mostData] = [32, 32, 16 * 1024]

function validateConsumers(consumers: readonly Consumer[], minor: number): FieldError[] {
  const isRepeated = repeats()
  const errors = eachFinding(consumers, (one, i) =>
    isRepeated(one.uid ?? '')
      ? [field.duplicate(reservedPath.index(i).child('uid'), one.uid)]
      : requireFields(one, reservedPath.index(i), 'resource', 'name', 'uid'),
  )
  return consumers.length > mostConsumers
    ? [...errors, tooLongMaxLength(reservedPath, mostConsumers, minor)]
    : errors
}

function validateAllocation(allocation: Allocation, minor: number): FieldError[] {
  const at = path.child('allocation')
  const { resourceHandle = '', resourceHandles, availableOnNodes } = allocation
  const handles = resourceHandles ?? []
  const handlesPath = at.child('resourceHandles')
  return [
    ...(resourceHandle.length > mostData
      ? [tooLongMaxLength(at.child('resourceHandle'), mostData, minor)]
      : []),
    ...eachFinding(handles, ({ driverName = '', data = '' }, i) => [
      ...validateCsiDriverName(driverName, handlesPath.index(i).child('driverName'), minor),
      ...(data.length > mostData
        ? [tooLongMaxLength(handlesPath.index(i).child('data'), mostData, minor)]
        : []),
    ]),
    ...(handles.length > mostHandles ? [tooLongMaxLength(handlesPath, mostHandles, minor)] : []),
    ...(availableOnNodes
      ? validateNodeSelector(availableOnNodes, false, at.child('availableOnNodes'), minor)
      : []),
  ]
}

/** Whether a claim is reserved as its allocation allows. */
function validateReserved(status: ClaimStatus, old: ClaimStatus, isDeleted: boolean): FieldError[] {
  const reserved = status.reservedFor ?? []
  if (reserved.length === 0) return []
  if (!status.allocation)
    return [field.forbidden(reservedPath, 'may not be specified when `allocated` is not set')]
  const before = new Set((old.reservedFor ?? []).map((one) => JSON.stringify(one)))
  const isNew = reserved.some((one) => !before.has(JSON.stringify(one)))
  return [
    ...(!status.allocation.shareable && reserved.length > 1
      ? [field.forbidden(reservedPath, 'may not be reserved more than once')]
      : []),
    ...((isDeleted || status.deallocationRequested) && isNew
      ? [
          field.forbidden(
            reservedPath,
            'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set',
          ),
        ]
      : []),
  ]
}

/** Whether deallocation is requested in its time, and not taken back. */
function validateDeallocation(status: ClaimStatus, old: ClaimStatus): FieldError[] {
  const at = path.child('deallocationRequested')
  const requested = status.deallocationRequested === true
  const wasRequested = old.deallocationRequested === true
  return [
    ...(requested && !wasRequested && (status.reservedFor ?? []).length > 0
      ? [field.forbidden(at, 'deallocation cannot be requested while `reservedFor` is set')]
      : []),
    ...(requested && !status.allocation
      ? [field.forbidden(path, '`allocation` must be set when `deallocationRequested` is set')]
      : []),
    ...(wasRequested && !requested && status.allocation
      ? [field.forbidden(at, 'may not be cleared when `allocation` is set')]
      : []),
  ]
}

/** The errors of a written status. @param isDeleted the claim has a time of deletion */
export function validateClaimStatus(
  status: ClaimStatus,
  old: ClaimStatus,
  isDeleted: boolean,
  minor: number,
): FieldError[] {
  const { driverName = '', allocation } = status
  const driverPath = path.child('driverName')
  const driver =
    driverName !== ''
      ? validateCsiDriverName(driverName, driverPath, minor)
      : allocation
        ? [field.required(driverPath, 'must be specified when `allocation` is set')]
        : []
  const fixed = deviceDialect(minor).fixesAllocations && allocation && old.allocation
  const print = { type: '*resource.AllocationResult', minor }
  return [
    ...driver,
    ...(allocation ? validateAllocation(allocation, minor) : []),
    ...validateConsumers(status.reservedFor ?? [], minor),
    ...validateReserved(status, old, isDeleted),
    ...(fixed ? validateImmutableField(allocation, old.allocation, path.child('allocation'), print) : []),
    ...validateDeallocation(status, old),
  ]
}
