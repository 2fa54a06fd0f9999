// Upstream: pkg/apis/resource/validation/validation.go (validateDeviceClaim)
import type {
  DeviceAllocationConfiguration,
  DeviceClaim,
  DeviceConstraint,
  DeviceRequest,
  DeviceSubRequest,
  ExactDeviceRequest,
  ResourceClaimSpec,
} from '../../../api/resource-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { validateDns1123Label, validateDns1123Subdomain } from '../core/names.ts'
import { validateFullDeviceKey } from './device-names.ts'
import { deviceDialect } from './dialect.ts'
import { validateSet, validateSlice } from './lists.ts'
import { type DeviceRules, validateConfiguration, validateSelectors } from './selectors.ts'
import { validateDeviceToleration } from './taints.ts'

type AnyRequest = ExactDeviceRequest | DeviceSubRequest

/** The names of a claim's requests, with those of their alternatives. */
export type RequestNames = ReadonlyMap<string, ReadonlySet<string>>

/** The names that others may refer to. */
export const requestNamesOf = (claim: DeviceClaim | null | undefined): RequestNames =>
  new Map(
    (claim?.requests ?? []).map(({ name = '', firstAvailable }) => [
      name,
      new Set((firstAvailable ?? []).map((one) => one.name ?? '')),
    ]),
  )

const mostRequests = 32
const referenceText =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"

/** The errors of a reference to a request, or to one of its alternatives after a slash. */
export function validateRequestReference(
  name: string,
  path: FieldPath,
  names: RequestNames,
  minor: number,
): FieldError[] {
  const [request = '', alternative, ...more] = name.split('/')
  if (more.length > 0) return [field.invalid(path, name, referenceText)]
  const known = names.get(request)
  const isKnown = known !== undefined && (alternative === undefined || known.has(alternative))
  return [
    ...name.split('/').flatMap((part) => validateDns1123Label(part, path, minor)),
    ...(isKnown ? [] : [field.invalid(path, name, referenceText)]),
  ]
}

/** The errors of a list of references, each to another request. */
export const validateRequestReferences = (
  references: readonly string[] | null | undefined,
  path: FieldPath,
  names: RequestNames,
  minor: number,
): FieldError[] =>
  validateSet(references, path.child('requests'), {
    max: mostRequests,
    minor,
    key: (name) => name,
    each: (name, at) => validateRequestReference(name, at, names, minor),
  })

function validateMode({ allocationMode = '', count = 0 }: AnyRequest, path: FieldPath): FieldError[] {
  switch (allocationMode) {
    case 'All':
      return count === 0
        ? []
        : [field.invalid(path.child('count'), count, `must not be specified when allocationMode is 'All'`)]
    case 'ExactCount':
      return count > 0 ? [] : [field.invalid(path.child('count'), count, 'must be greater than zero')]
    default:
      return [field.notSupported(path.child('allocationMode'), allocationMode, ['All', 'ExactCount'])]
  }
}

function validateExactly(request: AnyRequest, path: FieldPath, rules: DeviceRules): FieldError[] {
  const { deviceClassName = '', selectors, tolerations } = request
  const at = path.child('deviceClassName')
  return [
    ...(deviceClassName === '' ? [field.required(at, '')] : validateDns1123Subdomain(deviceClassName, at)),
    ...validateSelectors(selectors, path.child('selectors'), rules),
    ...validateMode(request, path),
    ...validateSlice(tolerations, path.child('tolerations'), {
      minor: rules.minor,
      each: (toleration, place) => validateDeviceToleration(toleration, place, rules.minor),
    }),
  ]
}

const validateAlternatives = (
  alternatives: readonly DeviceSubRequest[],
  path: FieldPath,
  rules: DeviceRules,
): FieldError[] =>
  validateSet(alternatives, path, {
    max: 8,
    minor: rules.minor,
    key: ({ name = '' }) => name,
    keyField: 'name',
    each: (one, at) => [
      ...validateDns1123Label(one.name ?? '', at.child('name'), rules.minor),
      ...validateExactly(one, at, rules),
    ],
  })

const unionText = 'exactly one of `exactly` or `firstAvailable` is required'

function validateRequest(request: DeviceRequest, path: FieldPath, rules: DeviceRules): FieldError[] {
  const { name = '', exactly, firstAvailable } = request
  const alternatives = firstAvailable ?? []
  const hasBoth = exactly != null && alternatives.length > 0
  const { checksOneOfRequest, hasAlternatives } = deviceDialect(rules.minor)
  const ofName = validateDns1123Label(name, path.child('name'), rules.minor)
  if (!hasAlternatives) return [...ofName, ...validateExactly(exactly ?? {}, path, rules)]
  return [
    ...ofName,
    ...(hasBoth && checksOneOfRequest
      ? []
      : validateAlternatives(alternatives, path.child('firstAvailable'), rules)),
    ...(exactly == null || (hasBoth && checksOneOfRequest)
      ? []
      : validateExactly(exactly, path.child('exactly'), rules)),
    ...(exactly == null && alternatives.length === 0 ? [field.required(path, unionText)] : []),
    ...(hasBoth ? [field.invalid(path, null, `${unionText}, but multiple fields are set`)] : []),
  ]
}

function validateConstraint(
  { requests, matchAttribute, distinctAttribute }: DeviceConstraint,
  path: FieldPath,
  names: RequestNames,
  { minor, gates }: DeviceRules,
): FieldError[] {
  const references = validateRequestReferences(requests, path, names, minor)
  if (matchAttribute != null)
    return [...references, ...validateFullDeviceKey(matchAttribute, path.child('matchAttribute'), minor)]
  if (distinctAttribute != null)
    return [
      ...references,
      ...validateFullDeviceKey(distinctAttribute, path.child('distinctAttribute'), minor),
    ]
  const text =
    'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set'
  return [
    ...references,
    gateEnabled(gates, 'DRAConsumableCapacity')
      ? field.required(path, text)
      : field.required(path.child('matchAttribute'), ''),
  ]
}

const validateClaimConfiguration = (
  config: DeviceAllocationConfiguration,
  path: FieldPath,
  names: RequestNames,
  rules: DeviceRules,
): FieldError[] => [
  ...validateRequestReferences(config.requests, path, names, rules.minor),
  ...validateConfiguration(config, path, rules),
]

/** The errors of what a claim asks for. */
export function validateDeviceClaim(
  spec: ResourceClaimSpec,
  path: FieldPath,
  rules: DeviceRules,
): FieldError[] {
  const { requests, constraints, config } = spec.devices ?? {}
  const { minor } = rules
  const names = requestNamesOf(spec.devices)
  const at = path.child('devices')
  return [
    ...validateSet(requests, at.child('requests'), {
      max: mostRequests,
      minor,
      key: ({ name = '' }) => name,
      keyField: 'name',
      each: (request, place) => validateRequest(request, place, rules),
    }),
    ...validateSlice(constraints, at.child('constraints'), {
      max: 32,
      minor,
      each: (constraint, place) => validateConstraint(constraint, place, names, rules),
    }),
    ...validateSlice(config, at.child('config'), {
      max: 32,
      minor,
      each: (one, place) => validateClaimConfiguration(one, place, names, rules),
    }),
    ...validateController(spec, path.child('controller'), minor),
  ]
}

function validateController(spec: ResourceClaimSpec, path: FieldPath, minor: number): FieldError[] {
  const { controller = '' } = spec as { controller?: string }
  return deviceDialect(minor).claimsHaveControllers && controller !== ''
    ? validateCsiDriverName(controller, path, minor)
    : []
}
