// Upstream: pkg/apis/resource/validation/validation.go (validateResourceSliceSpec)
import type { Device, ResourceSliceSpec } from '../../../api/resource-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isGiven } from '../../../apimachinery/given-empty.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { validatePoolName } from './device-names.ts'
import { validateCounters, validateDevice } from './device-validation.ts'
import { deviceDialect } from './dialect.ts'
import { validateSet } from './lists.ts'
import { validateSliceNodes } from './node-choice.ts'

function validatePool({ pool }: ResourceSliceSpec, path: FieldPath, minor: number): FieldError[] {
  const { name = '', generation = 0, resourceSliceCount = 0 } = pool ?? {}
  return [
    ...validatePoolName(name, path.child('name'), minor),
    ...(resourceSliceCount > 0
      ? []
      : [field.invalid(path.child('resourceSliceCount'), resourceSliceCount, 'must be greater than zero')]),
    ...(generation >= 0
      ? []
      : [field.invalid(path.child('generation'), generation, 'must be greater than or equal to zero')]),
  ]
}

function fixedErrors(
  spec: ResourceSliceSpec,
  old: ResourceSliceSpec | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (old === undefined) return []
  // A node is one of several choices since there are such of each device: its name may be none.
  const nodeOf = ({ nodeName }: ResourceSliceSpec): string | undefined =>
    deviceDialect(minor).hasAlternatives ? nodeName : (nodeName ?? '')
  return [
    ...validateImmutableField(spec.pool?.name ?? '', old.pool?.name ?? '', path.child('pool', 'name')),
    ...validateImmutableField(spec.driver ?? '', old.driver ?? '', path.child('driver')),
    ...validateImmutableField(nodeOf(spec), nodeOf(old), path.child('nodeName')),
  ]
}

const listFields = ['bools', 'ints', 'strings', 'versions'] as const
const isAdvanced = (device: Device): boolean =>
  (device.taints ?? []).length > 0 ||
  (device.consumesCounters ?? []).length > 0 ||
  Object.values(device.attributes ?? {}).some((one) => listFields.some((name) => one[name] != null))

const [mostDevices, mostAdvanced] = [128, 64]

/** The most devices of a slice: fewer, where one has taints, counters or lists. */
const mostDevicesOf = (devices: readonly Device[], minor: number): number =>
  deviceDialect(minor).countsDevicesFirst && devices.some(isAdvanced) ? mostAdvanced : mostDevices

/** The errors of a slice. @param old as it is stored */
export function validateSlice(
  spec: ResourceSliceSpec,
  old: ResourceSliceSpec | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const { countsDevicesFirst, sliceNodeFields } = deviceDialect(minor)
  const { devices, sharedCounters } = spec
  const known = new Map((old?.devices ?? []).map((device) => [device.name ?? '', device]))
  const hasBoth = isGiven(spec, 'sharedCounters') && isGiven(spec, 'devices') && countsDevicesFirst
  return [
    ...validateCsiDriverName(spec.driver ?? '', path.child('driver'), minor),
    ...validatePool(spec, path.child('pool'), minor),
    ...fixedErrors(spec, old, path, minor),
    ...validateSliceNodes(spec, path, minor, sliceNodeFields),
    ...(hasBoth ? [field.invalid(path, '', 'only one of `sharedCounters` or `devices` is allowed')] : []),
    ...validateSet(devices, path.child('devices'), {
      max: mostDevicesOf(devices ?? [], minor),
      minor,
      key: ({ name = '' }) => name,
      keyField: 'name',
      each: (device, at) => validateDevice(device, known.get(device.name ?? ''), spec, at, minor),
    }),
    ...validateSet(sharedCounters, path.child('sharedCounters'), {
      max: countsDevicesFirst ? 8 : undefined,
      minor,
      key: ({ name = '' }) => name,
      keyField: 'name',
      each: ({ name = '', counters }, at) => validateCounters(name, counters, 'name', at, minor),
    }),
  ]
}
