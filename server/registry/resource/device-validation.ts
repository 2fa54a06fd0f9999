// Upstream: pkg/apis/resource/validation/validation.go (validateDevice)
import type { CounterSet, Device, DeviceAttribute, ResourceSliceSpec } from '../../../api/resource-v1.ts'
import { eachFinding, type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { semanticEqual } from '../../../apimachinery/json.ts'
import { Quantity } from '../../../apimachinery/quantity.ts'
import { isNativeResource } from '../../../apimachinery/resource-names.ts'
import { byteLength, tooLong } from '../../../apimachinery/validation/messages.ts'
import { validateDns1123Label } from '../core/names.ts'
import { validateBindingConditions } from './binding-conditions.ts'
import { validateDeviceKey } from './device-names.ts'
import { deviceDialect } from './dialect.ts'
import { validateMap, validateSet, validateSlice } from './lists.ts'
import { validateDeviceNodes } from './node-choice.ts'
import { validateCapacity } from './request-policy.ts'
import { validateDeviceTaint } from './taints.ts'

const [mostKeys, mostValues, mostValueLength, mostKeyLength, mostCounters] = [32, 48, 64, 96, 32]

/** The errors of a set of counters, or of what a device consumes of one. @param nameField the field with the set's name */
export function validateCounters(
  name: string,
  counters: CounterSet['counters'] | null,
  nameField: string,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const at = path.child('counters')
  const isEmpty = Object.keys(counters ?? {}).length === 0
  return [
    ...(name === ''
      ? [field.required(path.child(nameField), '')]
      : validateDns1123Label(name, path.child(nameField), minor)),
    ...(isEmpty
      ? [field.required(at, '')]
      : validateMap(counters, at, {
          max: deviceDialect(minor).countsDevicesFirst ? mostCounters : undefined,
          shownKey: 63,
          minor,
          key: (key, place) => validateDns1123Label(key, place, minor),
          each: () => [],
        })),
  ]
}

const semver =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$/

const textErrors = (value: string, path: FieldPath, minor: number): FieldError[] =>
  byteLength(value) > mostValueLength ? [tooLong(path, mostValueLength, minor)] : []

const versionErrors = (value: string, path: FieldPath, minor: number): FieldError[] => [
  ...(semver.test(value)
    ? []
    : [field.invalid(path, value, 'must be a string compatible with semver.org spec 2.0.0')]),
  ...textErrors(value, path, minor),
]

const listTypes = { bools: '[]bool', ints: '[]int64', strings: '[]string', versions: '[]string' } as const
const emptyListErrors = (
  name: keyof typeof listTypes,
  attribute: DeviceAttribute,
  path: FieldPath,
  minor: number,
): FieldError[] =>
  attribute[name]?.length === 0
    ? [
        field.invalid(
          path.child(name),
          badValue(attribute[name], listTypes[name], minor),
          'must not be empty if specified',
        ),
      ]
    : []

const attributeFields = ['bool', 'int', 'string', 'version', 'bools', 'ints', 'strings', 'versions'] as const
const oneValue = 'exactly one value must be specified'

function unionErrors(attribute: DeviceAttribute, path: FieldPath, minor: number): FieldError[] {
  const count = attributeFields.filter((name) => attribute[name] != null).length
  if (count === 1) return []
  if (count > 1)
    return [field.invalid(path, badValue(attribute, 'resource.DeviceAttribute', minor), oneValue)]
  return [
    deviceDialect(minor).countsDevicesFirst
      ? field.invalid(path, '', oneValue)
      : field.required(path, oneValue),
  ]
}

function validateAttribute(attribute: DeviceAttribute, path: FieldPath, minor: number): FieldError[] {
  const { string, version, strings, versions } = attribute
  const empty = (name: keyof typeof listTypes) => emptyListErrors(name, attribute, path, minor)
  return [
    ...(string == null ? [] : textErrors(string, path.child('string'), minor)),
    ...(version == null ? [] : versionErrors(version, path.child('version'), minor)),
    ...empty('bools'),
    ...empty('ints'),
    ...empty('strings'),
    ...eachFinding(strings ?? [], (one, i) => textErrors(one, path.child('strings').index(i), minor)),
    ...empty('versions'),
    ...eachFinding(versions ?? [], (one, i) => versionErrors(one, path.child('versions').index(i), minor)),
    ...unionErrors(attribute, path, minor),
  ]
}

/** How many values an attribute has: those of its lists, or itself. */
const valuesOf = ({ bools, ints, strings, versions }: DeviceAttribute): number =>
  (bools?.length ?? 0) + (ints?.length ?? 0) + (strings?.length ?? 0) + (versions?.length ?? 0) || 1

function sizeErrors({ attributes, capacity }: Device, path: FieldPath, minor: number): FieldError[] {
  const keys = Object.keys(attributes ?? {}).length + Object.keys(capacity ?? {}).length
  const values = Object.values(attributes ?? {}).reduce((sum, one) => sum + valuesOf(one), 0)
  return [
    ...(keys > mostKeys
      ? [
          field.invalid(
            path,
            keys,
            `the total number of attributes and capacities must not exceed ${mostKeys}`,
          ),
        ]
      : []),
    ...(values > mostValues && deviceDialect(minor).keepsKeysOutOfPaths
      ? [field.invalid(path, values, `the total number of attribute values must not exceed ${mostValues}`)]
      : []),
  ]
}

type Mapping = NonNullable<Device['nodeAllocatableResourceMappings']>[string]

function mappingErrors(
  { allocationMultiplier, capacityKey }: Mapping,
  capacity: Device['capacity'],
  path: FieldPath,
): FieldError[] {
  if (allocationMultiplier == null && capacityKey == null)
    return [field.invalid(path, '', 'at least one of allocationMultiplier or capacityKey must be set')]
  const at = path.child('capacityKey')
  const times = allocationMultiplier == null ? undefined : Quantity.parse(allocationMultiplier)
  return [
    ...(times !== undefined && times.sign <= 0
      ? [field.invalid(path.child('allocationMultiplier'), `${times}`, 'must be positive')]
      : []),
    ...(capacityKey === ''
      ? [field.invalid(at, '', 'capacityKey must not be an empty string')]
      : capacityKey != null && !Object.hasOwn(capacity ?? {}, capacityKey)
        ? [field.notFound(at, capacityKey)]
        : []),
  ]
}

const validateMappings = (
  { nodeAllocatableResourceMappings, capacity }: Device,
  path: FieldPath,
): FieldError[] =>
  eachFinding(Object.entries(nodeAllocatableResourceMappings ?? {}), ([name, mapping]) => [
    ...(isNativeResource(name)
      ? []
      : [field.invalid(path.key(name), name, 'must be a node allocatable resource name')]),
    ...mappingErrors(mapping, capacity, path.key(name)),
  ])

function validateTaints(
  device: Device,
  old: Device | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (old !== undefined && deviceDialect(minor).keepsTaintEffects && semanticEqual(old.taints, device.taints))
    return []
  return validateSlice(device.taints, path, {
    max: deviceDialect(minor).mostDeviceTaints,
    minor,
    each: (taint, at) => validateDeviceTaint(taint, undefined, at, minor),
  })
}

/** The errors of a device. @param old the device of that name as it is stored */
export function validateDevice(
  device: Device,
  old: Device | undefined,
  { perDeviceNodeSelection }: ResourceSliceSpec,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const keys = { shownKey: mostKeyLength, minor, key: keyRules(minor) }
  const isShared = device.allowMultipleAllocations === true
  return [
    ...validateDns1123Label(device.name ?? '', path.child('name'), minor),
    ...sizeErrors(device, path, minor),
    ...validateMap(device.attributes, path.child('attributes'), {
      ...keys,
      each: (one, at) => validateAttribute(one, at, minor),
    }),
    ...validateMap(device.capacity, path.child('capacity'), {
      ...keys,
      each: (one, at) => validateCapacity(one, isShared, at, minor),
    }),
    ...validateTaints(device, old, path.child('taints'), minor),
    ...validateSet(device.consumesCounters, path.child('consumesCounters'), {
      max: deviceDialect(minor).countsDevicesFirst ? 2 : undefined,
      minor,
      key: ({ counterSet = '' }) => counterSet,
      keyField: 'counterSet',
      each: ({ counterSet = '', counters }, at) =>
        validateCounters(counterSet, counters, 'counterSet', at, minor),
    }),
    ...validateDeviceNodes(device, perDeviceNodeSelection === true, path, minor),
    ...validateBindingConditions(device, path, minor),
    ...validateMappings(device, path.child('nodeAllocatableResourceMappings')),
  ]
}

const keyRules =
  (minor: number) =>
  (key: string, at: FieldPath): FieldError[] =>
    validateDeviceKey(key, at, minor)
