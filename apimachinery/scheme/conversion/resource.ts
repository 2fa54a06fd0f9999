// Upstream: pkg/apis/resource/{v1alpha3,v1beta1}/conversion.go; the form of v1 is the hub
import { dropField, givenEmpties, givenEmpty, noteEmpty } from '../../given-empty.ts'
import type { Fields } from './conversion.ts'

/** A conversion that needs nothing but the object and its version. */
type FormChange = (object: Fields, apiVersion: string) => void

/** v1alpha3 and v1beta1 have the fields of `exactly` and of a device beside the name; v1alpha3 capacities are bare quantities. */
const isOld = (apiVersion: string): boolean => /\/v1(alpha3|beta1)$/.test(apiVersion)
const hasBareCapacity = (apiVersion: string): boolean => apiVersion.endsWith('/v1alpha3')

const list = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : [])
const within = (object: unknown, key: string): Fields | undefined =>
  (object as Fields | undefined)?.[key] as Fields | undefined

const requestFields = [
  'deviceClassName',
  'selectors',
  'allocationMode',
  'count',
  'adminAccess',
  'tolerations',
  'capacity',
]

function requestToHub(request: Fields): void {
  const exactly: Fields = {}
  for (const field of requestFields) {
    const [value, empty] = [request[field], givenEmpty(request, field)]
    if (value !== undefined && value !== null && value !== '' && value !== 0) exactly[field] = value
    else if (empty !== undefined) noteEmpty(exactly, field, empty)
    dropField(request, field)
  }
  if (Object.keys(exactly).length > 0 || givenEmpties(exactly).size > 0) request['exactly'] = exactly
}

function requestFromHub(request: Fields): void {
  Object.assign(request, request['exactly'])
  delete request['exactly']
}

const requestsOf = (spec: Fields | undefined): Fields[] => list(within(spec, 'devices')?.['requests'])

/** ResourceClaims of v1alpha3 and v1beta1 to v1: a device request's fields move into `exactly`. */
export const claimToHub: FormChange = (object, apiVersion) => {
  if (isOld(apiVersion)) requestsOf(within(object, 'spec')).forEach(requestToHub)
}
/** ResourceClaims of v1 to v1alpha3 and v1beta1: a device request's fields leave `exactly`. */
export const claimFromHub: FormChange = (object, apiVersion) => {
  if (isOld(apiVersion)) requestsOf(within(object, 'spec')).forEach(requestFromHub)
}
/** ResourceClaimTemplates of v1alpha3 and v1beta1 to v1, by the rules of ResourceClaims. */
export const claimTemplateToHub: FormChange = (object, apiVersion) => {
  if (isOld(apiVersion)) requestsOf(within(within(object, 'spec'), 'spec')).forEach(requestToHub)
}
/** ResourceClaimTemplates of v1 to v1alpha3 and v1beta1, by the rules of ResourceClaims. */
export const claimTemplateFromHub: FormChange = (object, apiVersion) => {
  if (isOld(apiVersion)) requestsOf(within(within(object, 'spec'), 'spec')).forEach(requestFromHub)
}

function capacities(device: Fields, change: (value: unknown) => unknown): void {
  const capacity = device['capacity'] as Fields | undefined
  for (const key of Object.keys(capacity ?? {})) capacity![key] = change(capacity![key])
}

/** ResourceSlices of v1alpha3 and v1beta1 to v1: a device's fields leave `basic`. */
export const sliceToHub: FormChange = (object, apiVersion) => {
  if (!isOld(apiVersion)) return
  for (const device of list(within(object, 'spec')?.['devices'])) {
    Object.assign(device, device['basic'])
    delete device['basic']
    if (hasBareCapacity(apiVersion)) capacities(device, (value) => ({ value }))
  }
}

/** ResourceSlices of v1 to v1alpha3 and v1beta1: a device's fields move into `basic`. */
export const sliceFromHub: FormChange = (object, apiVersion) => {
  if (!isOld(apiVersion)) return
  for (const device of list(within(object, 'spec')?.['devices'])) {
    if (hasBareCapacity(apiVersion)) capacities(device, (value) => (value as Fields)['value'])
    const { name, ...basic } = device
    for (const key of Object.keys(basic)) delete device[key]
    device['basic'] = basic
  }
}
