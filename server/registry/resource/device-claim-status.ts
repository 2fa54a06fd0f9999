// Upstream: pkg/apis/resource/validation/validation.go (validateResourceClaimStatusUpdate) of releases from 1.31 on
import type {
  AllocatedDeviceStatus,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
  ResourceClaimConsumerReference,
  ResourceClaimStatus,
} from '../../../api/resource-v1.ts'
import { type FieldError, FieldPath, field, Literal } from '../../../apimachinery/field-error.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { byteLength, tooLong, tooMany } from '../../../apimachinery/validation/messages.ts'
import { isValidInterfaceAddress } from '../../../apimachinery/validation/strict-ip.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { validateConditions } from '../core/meta-conditions.ts'
import { requireFields, validateDns1123Label } from '../core/names.ts'
import { validateNodeSelector } from '../pod/affinity.ts'
import { validateBindingConditions } from './binding-conditions.ts'
import { type RequestNames, validateRequestReference, validateRequestReferences } from './claim-validation.ts'
import { validatePoolName, validateRawObject, validateUid } from './device-names.ts'
import { deviceDialect } from './dialect.ts'
import { validateSet, validateSlice } from './lists.ts'
import { type DeviceRules, validateConfiguration } from './selectors.ts'

const path = FieldPath.of('status')

type Allocation = NonNullable<ResourceClaimStatus['allocation']>

/** What tells one allocated device from another, as upstream prints it. */
export const sharedDeviceId = ({
  driver = '',
  pool = '',
  device = '',
  shareID,
}: AllocatedDeviceStatus): string => `${driver}/${pool}/${device}${shareID == null ? '' : `/${shareID}`}`

const validateConsumers = (consumers: ResourceClaimStatus['reservedFor'], minor: number): FieldError[] =>
  validateSet(consumers, path.child('reservedFor'), {
    max: deviceDialect(minor).mostConsumers,
    minor,
    key: ({ uid = '' }) => uid,
    keyField: 'uid',
    each: (one, at) => requireFields(one, at, 'resource', 'name', 'uid'),
  })

function validateNetwork({ networkData }: AllocatedDeviceStatus, at: FieldPath, minor: number): FieldError[] {
  if (networkData == null) return []
  const { interfaceName = '', hardwareAddress = '', ips } = networkData
  return [
    ...(byteLength(interfaceName) > 256 ? [tooLong(at.child('interfaceName'), 256, minor)] : []),
    ...(byteLength(hardwareAddress) > 128 ? [tooLong(at.child('hardwareAddress'), 128, minor)] : []),
    ...validateSet(ips, at.child('ips'), {
      max: 16,
      minor,
      key: (ip) => ip,
      each: (ip, place) => isValidInterfaceAddress(place, ip),
    }),
  ]
}

const mostConditions = 8

function validateDevice(
  device: AllocatedDeviceStatus,
  at: FieldPath,
  allocated: ReadonlySet<string>,
  { minor }: DeviceRules,
): FieldError[] {
  const { driver = '', pool = '', device: name = '', shareID, conditions, data } = device
  const count = conditions?.length ?? 0
  return [
    ...validateCsiDriverName(driver, at.child('driver'), minor),
    ...validatePoolName(pool, at.child('pool'), minor),
    ...validateDns1123Label(name, at.child('device'), minor),
    ...(shareID == null ? [] : validateUid(shareID, at.child('shareID'))),
    ...(allocated.has(sharedDeviceId(device))
      ? []
      : [field.invalid(at, shownDevice(minor)(device), 'must be an allocated device in the claim')]),
    ...(count > mostConditions ? [tooMany(at.child('conditions'), count, mostConditions, minor)] : []),
    ...validateConditions(conditions, at.child('conditions'), minor),
    ...(data == null ? [] : validateRawObject(data, at.child('data'), false, minor)),
    ...validateNetwork(device, at.child('networkData'), minor),
  ]
}

/** A device as errors of a release print it: upstream's texts that are there once had no JSON for some time. */
const shownDevice =
  (minor: number) =>
  ({ driver = '', pool = '', device = '', shareID }: AllocatedDeviceStatus): unknown => {
    if (!validationDialect(minor).printsValuesAsJSON) return new Literal(`${driver}/${pool}/${device}`)
    const shown = (text: string): unknown => (deviceDialect(minor).hidesDeviceIds ? {} : text)
    return {
      Driver: shown(driver),
      Pool: shown(pool),
      Device: shown(device),
      ShareID: shown(shareID ?? ''),
    }
  }

const validateDevices = ({ devices, allocation }: ResourceClaimStatus, rules: DeviceRules): FieldError[] => {
  const allocated = new Set((allocation?.devices?.results ?? []).map((one) => sharedDeviceId(one)))
  return validateSet(devices, path.child('devices'), {
    minor: rules.minor,
    key: sharedDeviceId,
    keyField: 'deviceID',
    shown: shownDevice(rules.minor),
    each: (one, at) => validateDevice(one, at, allocated, rules),
  })
}

const consumerKey = ({
  apiGroup = '',
  resource = '',
  name = '',
  uid = '',
}: ResourceClaimConsumerReference): string => JSON.stringify([apiGroup, resource, name, uid])

function validateReserved(
  status: ResourceClaimStatus,
  old: ResourceClaimStatus,
  isDeleted: boolean,
): FieldError[] {
  const at = path.child('reservedFor')
  const reserved = status.reservedFor ?? []
  if (reserved.length === 0) return []
  if (status.allocation == null)
    return [field.forbidden(at, 'may not be specified when `allocated` is not set')]
  const before = new Set((old.reservedFor ?? []).map(consumerKey))
  return isDeleted && reserved.some((one) => !before.has(consumerKey(one)))
    ? [
        field.forbidden(
          at,
          'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set',
        ),
      ]
    : []
}

function validateResult(
  result: DeviceRequestAllocationResult,
  at: FieldPath,
  names: RequestNames,
  minor: number,
): FieldError[] {
  const { request = '', driver = '', pool = '', device = '', shareID } = result
  return [
    ...validateRequestReference(request, at.child('request'), names, minor),
    ...validateCsiDriverName(driver, at.child('driver'), minor),
    ...validatePoolName(pool, at.child('pool'), minor),
    ...validateDns1123Label(device, at.child('device'), minor),
    ...validateBindingConditions(result, at, minor),
    ...(shareID == null ? [] : validateUid(shareID, at.child('shareID'))),
  ]
}

const sources = ['FromClaim', 'FromClass']

function validateAllocatedConfig(
  config: DeviceAllocationConfiguration,
  at: FieldPath,
  names: RequestNames,
  rules: DeviceRules,
): FieldError[] {
  const { source = '', requests } = config
  const place = at.child('source')
  const wrong = sources.includes(source)
    ? []
    : [source === '' ? field.required(place, '') : field.notSupported(place, source, sources)]
  return [
    ...wrong,
    ...validateRequestReferences(requests, at, names, rules.minor),
    ...validateConfiguration(config, at, rules),
  ]
}

function validateAllocation(allocation: Allocation, names: RequestNames, rules: DeviceRules): FieldError[] {
  const at = path.child('allocation')
  const { devices, nodeSelector } = allocation
  const { minor } = rules
  return [
    ...validateSlice(devices?.results, at.child('devices', 'results'), {
      max: 32,
      minor,
      each: (one, place) => validateResult(one, place, names, minor),
    }),
    ...validateSlice(devices?.config, at.child('devices', 'config'), {
      max: 64,
      minor,
      each: (one, place) => validateAllocatedConfig(one, place, names, rules),
    }),
    ...(nodeSelector == null
      ? []
      : validateNodeSelector(nodeSelector, false, at.child('nodeSelector'), minor)),
  ]
}

/** The errors of a written status. @param isDeleted the claim has a time of deletion */
export function validateDeviceClaimStatus(
  status: ResourceClaimStatus,
  old: ResourceClaimStatus,
  isDeleted: boolean,
  names: RequestNames,
  rules: DeviceRules,
): FieldError[] {
  const print = { type: '*resource.AllocationResult', minor: rules.minor }
  const { allocation } = status
  const errors = [
    ...validateConsumers(status.reservedFor, rules.minor),
    ...validateDevices(status, rules),
    ...validateReserved(status, old, isDeleted),
  ]
  if (allocation == null) return errors
  return [
    ...errors,
    ...(old.allocation == null
      ? validateAllocation(allocation, names, rules)
      : validateImmutableField(allocation, old.allocation, path.child('allocation'), print)),
  ]
}
